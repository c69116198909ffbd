import { singleRow } from "../../db/rows.ts";
import type { TenantDb } from "../../db/tenant.ts";

/** References of a request that have to exist in the company. */
export async function shopExists({ sql, tenantId }: TenantDb, id: string): Promise<boolean> {
  const rows = await sql`select from shop where tenant_id = ${tenantId} and id = ${id}`;
  return rows.length === 1;
}

export type ListReference = { id: string; systemKind: string | null };

export async function listReferencedLists(
  { sql, tenantId }: TenantDb,
  ids: readonly string[],
): Promise<ListReference[]> {
  return sql<ListReference[]>`
    select id, system_kind from list
    where tenant_id = ${tenantId} and id = any(${[...ids]}::bigint[]) and deleted_at is null`;
}

/** The fingerprint in hexadecimal digits. */
export type FingerprintedAddress = { readonly email: string; readonly fingerprint: string };

/** How many of the addresses are contacts and how many were erased. */
export async function countKnownAddresses({ sql, tenantId }: TenantDb, addresses: readonly FingerprintedAddress[]) {
  if (addresses.length === 0) return { existing: 0, erased: 0 };
  const emails = sql`${addresses.map(({ email }) => email)}::text[]`;
  const digits = sql`${addresses.map(({ fingerprint }) => fingerprint)}::text[]`;
  const fingerprints = sql`array(select decode(digits, 'hex') from unnest(${digits}) as digits)`;
  return singleRow(
    await sql<{ existing: number; erased: number }[]>`
      select
        (select count(*)::int from contact where tenant_id = ${tenantId} and email = any(${emails})) as existing,
        (select count(*)::int from erased_address where tenant_id = ${tenantId} and fingerprint = any(${fingerprints})) as erased`,
  );
}
