import type { TenantDb } from "../../db/tenant.ts";

export async function upsertEditing(
  db: TenantDb,
  { automationId, memberId, at }: { automationId: string; memberId: string; at: Date },
): Promise<void> {
  await db.sql`
    insert into automation_editing (tenant_id, automation_id, member_id, seen_at)
    values (${db.tenantId}, ${automationId}, ${memberId}, ${at})
    on conflict (tenant_id, automation_id, member_id) do update set seen_at = excluded.seen_at`;
}

/** The member's own report, and those that are too old to count. */
export async function deleteEditing(
  db: TenantDb,
  { automationId, memberId, before }: { automationId: string; memberId: string; before: Date },
): Promise<void> {
  await db.sql`
    delete from automation_editing
    where tenant_id = ${db.tenantId} and automation_id = ${automationId}
      and (member_id = ${memberId} or seen_at < ${before})`;
}

export const listEditors = async (db: TenantDb, automationId: string, since: Date): Promise<{ email: string }[]> =>
  db.sql<{ email: string }[]>`
    select p.email from automation_editing e
    join membership m on m.tenant_id = ${db.tenantId} and m.id = e.member_id and m.is_active
    join person p on p.id = m.person_id
    where e.tenant_id = ${db.tenantId} and e.automation_id = ${automationId} and e.seen_at >= ${since}
    order by p.email`;
