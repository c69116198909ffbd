import { useLocalStorage } from "@mantine/hooks";
import { currentTenant } from "../../api/client.ts";
import type { Search } from "../../routing/page.ts";

export type HiddenColumns = { readonly keys: ReadonlySet<string>; readonly toggle: (key: string) => void };

/** Columns that this browser hides, by the name of the grid. */
export function useHiddenColumns(grid: string): HiddenColumns {
  const [keys, setKeys] = useLocalStorage<string[]>({
    key: `postrider-columns-${grid}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  return {
    keys: new Set(keys),
    toggle: (key) => setKeys(keys.includes(key) ? keys.filter((other) => other !== key) : [...keys, key]),
  };
}

export type SavedView = { readonly name: string; readonly search: Search };

/** Views saved in this browser for the company. */
export function useSavedViews(grid: string) {
  const [views, setViews] = useLocalStorage<SavedView[]>({
    key: `postrider-views-${currentTenant()}-${grid}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  return {
    views,
    save: (view: SavedView) => setViews([...views.filter(({ name }) => name !== view.name), view]),
    remove: (name: string) => setViews(views.filter((view) => view.name !== name)),
  };
}
