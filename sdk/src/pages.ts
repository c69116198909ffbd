export type Page<Item> = {
  readonly items: readonly Item[];
  readonly total: number;
  readonly page: number;
  readonly pageSize: number;
};

/** Every item of a paged list; a page is loaded when it is needed. */
export async function* everyItem<Item>(load: (page: number) => Promise<Page<Item>>): AsyncGenerator<Item, void> {
  for (let number = 1; ; number += 1) {
    const { items, pageSize } = await load(number);
    yield* items;
    if (items.length < pageSize) return;
  }
}
