import type { Selection } from "./use-grid.ts";

const pageSize = 100;

type ReadPage = (query: { page: number; pageSize: number }) => Promise<{ readonly items: readonly { id: string }[] }>;

/** The ids of the selection; all that match the filters are read page by page. */
export async function selectedIds(selection: Selection, readPage: ReadPage): Promise<string[]> {
  if (!selection.isAll) return [...selection.ids];
  const ids: string[] = [];
  for (let page = 1; ; page++) {
    const { items } = await readPage({ page, pageSize });
    ids.push(...items.map(({ id }) => id));
    if (items.length < pageSize) return ids;
  }
}

/** Parts of at most `size`, for operations that take a limited number of ids. */
export const inParts = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));
