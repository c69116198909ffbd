import type { TenantDb } from "../../../../db/tenant.ts";

/** Undefined for a member who was removed or deactivated. */
export async function findMemberEmail({ sql, tenantId }: TenantDb, memberId: string): Promise<string | undefined> {
  const [row] = await sql<{ email: string }[]>`
    select p.email from membership m join person p on p.id = m.person_id
    where m.tenant_id = ${tenantId} and m.id = ${memberId} and m.is_active`;
  return row?.email;
}

export async function listContactEmails({ sql, tenantId }: TenantDb, ids: readonly string[]): Promise<string[]> {
  const rows = await sql<{ email: string }[]>`
    select email from contact where tenant_id = ${tenantId} and id = any(${[...ids]}::bigint[]) order by id`;
  return rows.map(({ email }) => email);
}
