import type { SystemDb } from "./tenant.ts";

export type CompanyColumnName = { readonly table: string; readonly column: string };

export type CompanyRow = { readonly tenantId: string; readonly id: string };

type StoredValue = CompanyRow & { readonly bytes: Buffer };

type Page = { readonly keyId: Buffer; readonly after: CompanyRow | null; readonly limit: number };

/** The next values of all companies that were not encrypted with the key of this id, for a rotation of the data key. */
export async function listEncryptedValues(
  { sql }: SystemDb,
  { table, column }: CompanyColumnName,
  { keyId, after, limit }: Page,
): Promise<StoredValue[]> {
  return sql<StoredValue[]>`
    select tenant_id, id, ${sql(column)} as bytes from ${sql(table)}
    where (tenant_id, id) > (${after?.tenantId ?? "0"}::bigint, ${after?.id ?? "0"}::bigint)
      and substring(${sql(column)} from 1 for 4) <> ${keyId}
    order by tenant_id, id limit ${limit}`;
}
