import type { ReactNode } from "react";
import { useMessages } from "../../i18n/messages.tsx";
import { IconX } from "../icons.ts";
import { uiMessages } from "../messages.ts";
import type { Grid } from "./use-grid.ts";
import classes from "./bulk-bar.module.css";

type BulkBarProps = {
  readonly grid: Grid;
  readonly count: number;
  readonly total: number;
  readonly canSelectAll: boolean;
  readonly children: ReactNode;
};

/** Over the foot, never over rows. */
export function BulkBar({ grid, count, total, canSelectAll, children }: BulkBarProps) {
  const t = useMessages(uiMessages);
  return (
    <div className={classes["bar"]} role="toolbar" aria-label={t.grid.selected(count)}>
      <span className={classes["count"]}>{t.grid.selected(count)}</span>
      {canSelectAll && !grid.selection.isAll && count < total && (
        <button
          type="button"
          className={classes["all"]}
          onClick={() => grid.select({ ids: grid.selection.ids, isAll: true })}
        >
          {t.grid.selectAll(total)}
        </button>
      )}
      <i />
      {children}
      <i />
      <button
        type="button"
        aria-label={t.grid.clearSelection}
        onClick={() => grid.select({ ids: new Set(), isAll: false })}
      >
        <IconX size={16} />
      </button>
    </div>
  );
}

export const BulkAction = ({
  icon,
  children,
  onClick,
}: {
  icon?: ReactNode;
  children: ReactNode;
  onClick: () => void;
}) => (
  <button type="button" onClick={onClick}>
    {icon}
    {children}
  </button>
);
