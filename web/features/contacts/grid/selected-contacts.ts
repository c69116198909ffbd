import { call } from "../../../api/client.ts";
import type { InputOf } from "../../../api/operations.ts";
import { selectedIds } from "../../../ui/grid/selected-ids.ts";
import type { Selection } from "../../../ui/grid/use-grid.ts";

export type Filter = NonNullable<InputOf<"GET /contacts">["query"]>;

export type BulkProps = {
  readonly selection: Selection;
  readonly count: number;
  readonly filter: Filter;
  readonly onDone: () => void;
};

export const listIds = ({ selection, filter }: Pick<BulkProps, "selection" | "filter">): Promise<string[]> =>
  selectedIds(selection, (page) => call("GET /contacts", { query: { ...filter, ...page, sort: "id" } }));
