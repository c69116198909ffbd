import type { Fragment } from "./client.ts";
import type { TenantDb } from "./tenant.ts";
import { validation } from "../kernel/errors.ts";

/** Every order ends with the id, so that pages never overlap. `columns` maps the values of `sort` to columns. */
export function orderBy({ sql }: TenantDb, sort: string, columns: Readonly<Record<string, Fragment>>): Fragment {
  const words = sort.split(",").map((word) => ({ name: word.replace(/^-/, ""), isDown: word.startsWith("-") }));
  if (new Set(words.map(({ name }) => name)).size !== words.length) throw validation("sort");
  return [...words, { name: "id", isDown: words.at(-1)?.isDown ?? true }]
    .map(({ name, isDown }) => {
      const column = columns[name];
      if (column === undefined) throw validation("sort");
      return isDown ? sql`${column} desc` : sql`${column}`;
    })
    .reduce((all, next) => sql`${all}, ${next}`);
}
