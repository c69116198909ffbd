import type { Fragment } from "./client.ts";
import type { TenantDb } from "./tenant.ts";
import { validation } from "../kernel/errors.ts";
import { parseSort } from "../kernel/sort.ts";

/** Columns by the names that `sort` accepts. */
type SortColumns = Readonly<Record<string, Fragment>>;

/** Every order ends with the id, so that pages never overlap. */
export const orderBy = ({ sql }: TenantDb, sort: string, columns: SortColumns): Fragment => {
  const terms = parseSort(sort);
  return [...terms, { name: "id", isDescending: terms.at(-1)?.isDescending ?? true }]
    .map(({ name, isDescending }) => {
      const column = columns[name];
      if (column === undefined) throw validation("sort", { allowed: Object.keys(columns) });
      return isDescending ? sql`${column} desc` : sql`${column}`;
    })
    .reduce((all, next) => sql`${all}, ${next}`);
};

/** Like `orderBy`, but rows that are equal come newest first, and a repeated name is ignored. */
export const orderByThenNewest = (
  { sql }: TenantDb,
  sort: string,
  columns: SortColumns & { readonly id: Fragment },
): Fragment =>
  sort
    .split(",")
    .map((word) => {
      const column = columns[word.replace(/^-/, "")] ?? columns.id;
      return word.startsWith("-") ? sql`${column} desc` : column;
    })
    .reduceRight((rest, term) => sql`${term}, ${rest}`, sql`${columns.id} desc`);
