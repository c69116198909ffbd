import { useLocalStorage } from "@mantine/hooks";
import { currentTenant } from "../../api/client.ts";
import type { Search } from "../../routing/page.ts";

type ChosenColumn = { readonly key: string; readonly isFixed?: boolean; readonly isOptional?: boolean };

export type ColumnSettings = {
  readonly isShown: (column: ChosenColumn) => boolean;
  readonly toggle: (key: string) => void;
  /** Shows exactly the columns with these keys. */
  readonly show: (columns: readonly ChosenColumn[], keys: readonly string[]) => void;
};

/** Columns as this browser shows them, by the name of the grid; only what differs from the usual ones is stored. */
export function useColumnSettings(grid: string): ColumnSettings {
  const [changed, setChanged] = useLocalStorage<string[]>({
    key: `postrider-columns-${grid}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  return {
    isShown: ({ key, isFixed = false, isOptional = false }) => isFixed || changed.includes(key) === isOptional,
    toggle: (key) => setChanged(changed.includes(key) ? changed.filter((other) => other !== key) : [...changed, key]),
    show: (columns, keys) =>
      setChanged(
        columns.filter(({ key, isOptional = false }) => keys.includes(key) === isOptional).map(({ key }) => key),
      ),
  };
}

export type SavedView = {
  readonly key: string;
  readonly name: string;
  /** The filters, `q` and `sort`. */
  readonly search: Search;
  readonly columns?: readonly string[] | undefined;
  readonly isRemovable: boolean;
};

export type NewView = Pick<SavedView, "name" | "search"> & {
  readonly columns: readonly string[];
  readonly isShared: boolean;
};

export type SavedViews = {
  readonly views: readonly SavedView[];
  /** Views can be shared with other members, and have columns. */
  readonly areShareable: boolean;
  readonly save: (view: NewView) => Promise<unknown>;
  readonly remove: (key: string) => void;
};

/** Views saved in this browser for the company. */
export function useBrowserViews(grid: string): SavedViews {
  const [views, setViews] = useLocalStorage<{ name: string; search: Search }[]>({
    key: `postrider-views-${currentTenant()}-${grid}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  return {
    areShareable: false,
    views: views.map((view) => ({ ...view, key: `browser ${view.name}`, isRemovable: true })),
    save: async ({ name, search }) => setViews([...views.filter((view) => view.name !== name), { name, search }]),
    remove: (key) => setViews(views.filter(({ name }) => `browser ${name}` !== key)),
  };
}
