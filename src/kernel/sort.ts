import { validation } from "./errors.ts";

export type SortTerm = { readonly name: string; readonly isDescending: boolean };

/** The terms of a `sort` parameter such as `-createdAt,name`; a repeated name is invalid. */
export function parseSort(sort: string): SortTerm[] {
  const terms = sort.split(",").map((word) => ({ name: word.replace(/^-/, ""), isDescending: word.startsWith("-") }));
  if (new Set(terms.map(({ name }) => name)).size !== terms.length) throw validation("sort", { unique: true });
  return terms;
}
