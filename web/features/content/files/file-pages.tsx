import { Button } from "@mantine/core";
import { useWords } from "../../../i18n/words.tsx";
import { useAddress } from "../../../routing/search.ts";
import { uiWords } from "../../../ui/words.ts";
import { filesWords } from "./words.ts";
import classes from "./files.module.css";

export function FilePages({ page, pages }: { page: number; pages: number }) {
  const t = useWords(filesWords);
  const ui = useWords(uiWords);
  const [, change] = useAddress();
  if (pages <= 1) return null;
  return (
    <div className={classes["pages"]}>
      <Button variant="default" disabled={page === 1} onClick={() => change({ page: String(page - 1) })}>
        {ui.grid.previous}
      </Button>
      <span>{t.page(page, pages)}</span>
      <Button variant="default" disabled={page >= pages} onClick={() => change({ page: String(page + 1) })}>
        {ui.grid.next}
      </Button>
    </div>
  );
}
