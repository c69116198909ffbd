import { ActionIcon } from "@mantine/core";
import { useFormats, useMessages } from "../../i18n/messages.tsx";
import { IconX } from "../icons.ts";
import { uiMessages } from "../messages.ts";
import type { GridView } from "./grid-types.ts";
import { useSavedViews } from "./kept-settings.ts";
import type { Grid } from "./use-grid.ts";
import classes from "../display/tabs.module.css";

/** Tabs above a grid: the usual views with their counts, then those saved in this browser. */
export function GridViews({ grid, views }: { grid: Grid; views: readonly GridView[] }) {
  const t = useMessages(uiMessages);
  const { number } = useFormats();
  const saved = useSavedViews(grid.name);
  // The shop is the switcher's: a view keeps it, unless it was saved with one.
  const own = Object.keys(grid.filters).filter((name) => name !== "shop");
  const cleared = { q: undefined, ...Object.fromEntries(own.map((name) => [name, undefined])) };
  const isCurrent = (search: GridView["search"]) =>
    Object.entries({ ...cleared, ...search }).every(
      ([name, value]) => ((name === "q" ? grid.search : grid.filters[name]) || undefined) === value,
    );
  const tab = (key: string, label: string, search: GridView["search"], count?: number) => (
    <button
      key={key}
      type="button"
      aria-pressed={isCurrent(search)}
      className={classes["tab"]}
      onClick={() => grid.change({ ...cleared, ...search })}
    >
      {label}
      {count !== undefined && <span>{number(count)}</span>}
    </button>
  );
  return (
    <div className={classes["tabs"]}>
      {views.map(({ key, label, search, count }) => tab(key, label, search, count))}
      {saved.views.map(({ name, search }) => (
        <span key={`saved ${name}`} className={classes["saved"]}>
          {tab(name, name, search)}
          {isCurrent(search) && (
            <ActionIcon size={20} aria-label={t.grid.deleteView(name)} onClick={() => saved.remove(name)}>
              <IconX size={13} />
            </ActionIcon>
          )}
        </span>
      ))}
    </div>
  );
}
