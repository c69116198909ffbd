import type { Fragment } from "../../db/client.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { validation } from "../../kernel/errors.ts";

/** Tables in which a name stands once. */
export type NamedTable = "template" | "footer" | "unsubscribe_page" | "landing_page" | "survey";

/** Those of the lower-case names that the table has. */
export async function listTakenNames(db: TenantDb, table: NamedTable, names: readonly string[]): Promise<string[]> {
  const rows = await db.sql<{ name: string }[]>`
    select lower(name) as name from ${db.sql(table)}
    where tenant_id = ${db.tenantId} and lower(name) = any(${[...names]}::text[])`;
  return rows.map(({ name }) => name);
}

export async function hasShop(db: TenantDb, shopId: string): Promise<boolean> {
  const rows = await db.sql`select from shop where tenant_id = ${db.tenantId} and id = ${shopId}`;
  return rows.length > 0;
}

/** Every order ends with the id, so that pages never overlap. `columns` are by the words that `sort` takes. */
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
