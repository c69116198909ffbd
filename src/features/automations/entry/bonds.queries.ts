import type { TenantDb } from "../../../db/tenant.ts";

/** The lists of which the contacts are members now; contacts on none of them are left out. */
export const listMembershipsIn = (
  db: TenantDb,
  { listIds, contactIds }: { readonly listIds: readonly string[]; readonly contactIds: readonly string[] },
): Promise<{ contactId: string; listIds: string[] }[]> =>
  db.sql<{ contactId: string; listIds: string[] }[]>`
    select m.contact_id, array_agg(m.list_id::text) as list_ids from list_member m
    join list l on l.tenant_id = ${db.tenantId} and l.id = m.list_id and l.deleted_at is null
    where m.tenant_id = ${db.tenantId} and m.contact_id = any(${[...contactIds]}::bigint[])
      and m.list_id = any(${[...listIds]}::bigint[]) and m.state in ('confirmed', 'unconfirmed')
    group by m.contact_id`;
