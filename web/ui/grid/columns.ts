import type { GridColumn } from "./grid-types.ts";

/** The name, as a link to the row's page. */
export const nameColumn = (head: string): GridColumn<{ readonly name: string }> => ({
  key: "name",
  head,
  sort: "name",
  isFixed: true,
  isLink: true,
  cell: ({ name }) => name,
});

/** The day on which the row was made, as `date` writes it. */
export const createdColumn = (
  head: string,
  date: (at: string) => string,
): GridColumn<{ readonly createdAt: string }> => ({
  key: "createdAt",
  head,
  sort: "createdAt",
  align: "end",
  cell: ({ createdAt }) => date(createdAt),
});
