import type { Fragment, PendingQuery } from "../client.ts";
import type { SystemDb } from "../tenant.ts";

type LookUp = {
  /** A table that leads from a key to a company and to one of its objects. */
  readonly table: string;
  readonly idColumn: string;
  /** A column of text that the statement compares. */
  readonly comparedColumn?: string;
  /** A condition on `l`. */
  readonly where: Fragment;
  /** The company of the object in the statement, such as `t.tenant_id`. */
  readonly company: Fragment;
};

/** The row of the look-up table as `l`, and the condition for it. */
type FoundRow = { readonly from: Fragment; readonly where: Fragment };

/**
 * Runs a statement that joins a look-up table to an object of a company. On a cluster the table is read first: a statement
 * with a known company runs on its node, one with the table asks all nodes.
 */
export async function throughLookUp<Row extends object>(
  { sql, isDistributed }: SystemDb,
  { table, idColumn, comparedColumn, where, company }: LookUp,
  select: (found: FoundRow) => PendingQuery<Row[]>,
): Promise<Row | undefined> {
  if (!isDistributed) return (await select({ from: sql`${sql(table)} l`, where }))[0];
  const compared = comparedColumn === undefined ? sql`null` : sql(`l.${comparedColumn}`);
  const [place] = await sql<{ tenantId: string; id: string; compared: string | null }[]>`
    select l.tenant_id, ${sql(`l.${idColumn}`)} as id, ${compared} as compared from ${sql(table)} l where ${where}`;
  if (place === undefined) return undefined;
  const from = sql`
    (select ${place.tenantId}::bigint as tenant_id, ${place.id}::bigint as ${sql(idColumn)},
      ${place.compared}::text as ${sql(comparedColumn ?? "compared")}) l`;
  return (await select({ from, where: sql`${company} = ${place.tenantId}` }))[0];
}
