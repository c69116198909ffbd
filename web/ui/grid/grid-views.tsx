import { ActionIcon } from "@mantine/core";
import { useFormats, useMessages } from "../../i18n/messages.tsx";
import { IconX } from "../icons.ts";
import { uiMessages } from "../messages.ts";
import type { GridView } from "./grid-types.ts";
import type { SavedViews } from "./kept-settings.ts";
import type { Grid } from "./use-grid.ts";
import classes from "../display/tabs.module.css";

type Tab = Pick<GridView, "label" | "search" | "count"> & { readonly columns?: readonly string[] | undefined };

type Props = {
  readonly grid: Grid;
  readonly views: readonly GridView[];
  readonly saved: SavedViews;
  readonly onColumns: (keys: readonly string[]) => void;
};

/** Tabs above a grid: the usual views with their counts, then the saved ones. */
export function GridViews({ grid, views, saved, onColumns }: Props) {
  const t = useMessages(uiMessages);
  const { number } = useFormats();
  // The shop is the switcher's: a view keeps it, unless it was saved with one.
  const own = Object.keys(grid.filters).filter((name) => name !== "shop");
  const cleared = { q: undefined, ...Object.fromEntries(own.map((name) => [name, undefined])) };
  const shown: GridView["search"] = { ...grid.filters, q: grid.search, sort: grid.sort };
  const isCurrent = (search: GridView["search"]) =>
    Object.entries({ ...cleared, ...search }).every(([name, value]) => (shown[name] || undefined) === value);
  const tab = (key: string, { label, search, count, columns }: Tab) => (
    <button
      key={key}
      type="button"
      aria-pressed={isCurrent(search)}
      className={classes["tab"]}
      onClick={() => {
        grid.change({ ...cleared, ...search });
        if (columns !== undefined) onColumns(columns);
      }}
    >
      {label}
      {count !== undefined && <span>{number(count)}</span>}
    </button>
  );
  return (
    <div className={classes["tabs"]}>
      {views.map((view) => tab(view.key, view))}
      {saved.views.map(({ key, name, search, columns, isRemovable }) => (
        <span key={`saved ${key}`} className={classes["saved"]}>
          {tab(key, { label: name, search, columns })}
          {isRemovable && isCurrent(search) && (
            <ActionIcon size={20} aria-label={t.grid.deleteView(name)} onClick={() => saved.remove(key)}>
              <IconX size={13} />
            </ActionIcon>
          )}
        </span>
      ))}
    </div>
  );
}
