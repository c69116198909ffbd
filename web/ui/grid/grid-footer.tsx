import { ActionIcon, Select } from "@mantine/core";
import { useFormats, useMessages } from "../../i18n/messages.tsx";
import { IconChevronLeft, IconChevronRight } from "../icons.ts";
import { uiMessages } from "../messages.ts";
import { pageSizes, type Grid } from "./use-grid.ts";
import classes from "./grid.module.css";

export function GridFooter({ grid, total, hasSelection }: { grid: Grid; total: number; hasSelection: boolean }) {
  const t = useMessages(uiMessages);
  const { number } = useFormats();
  const { page, pageSize } = grid;
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const first = Math.min(total, (page - 1) * pageSize + 1);
  return (
    <div className={classes["foot"]}>
      <span>
        {t.grid.range(first, Math.min(total, page * pageSize))}
        <b>{number(total)}</b>
      </span>
      <span className={classes["space"]} />
      {!hasSelection && (
        <Select
          className={classes["pageSize"] ?? ""}
          aria-label={t.grid.pageSize}
          data={pageSizes}
          value={String(pageSize)}
          onChange={(size) => grid.change({ size: size === pageSizes[0] || size === null ? undefined : size })}
          allowDeselect={false}
        />
      )}
      <ActionIcon
        aria-label={t.grid.previous}
        disabled={page <= 1}
        onClick={() => grid.change({ page: String(page - 1) })}
      >
        <IconChevronLeft size={17} />
      </ActionIcon>
      <span>{t.grid.page(page, pages)}</span>
      <ActionIcon
        aria-label={t.grid.next}
        disabled={page >= pages}
        onClick={() => grid.change({ page: String(page + 1) })}
      >
        <IconChevronRight size={17} />
      </ActionIcon>
    </div>
  );
}
