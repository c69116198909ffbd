import type { SystemDb, TenantDb } from "../../../db/tenant.ts";
import type { SecurityNoticeKind } from "./kinds.ts";

export type OwnMembership = { tenantId: string; memberId: string };

/** Only companies that the person is a member of now. */
export const listOwnMemberships = async (db: SystemDb, personId: string): Promise<OwnMembership[]> =>
  db.sql<OwnMembership[]>`
    select tenant_id, id as member_id from membership where person_id = ${personId} and is_active order by tenant_id`;

export async function findPersonOfMember(db: TenantDb, memberId: string): Promise<string | undefined> {
  const [row] = await db.sql<{ personId: string }[]>`
    select person_id from membership where tenant_id = ${db.tenantId} and id = ${memberId}`;
  return row?.personId;
}

/** False if the member got such a notice after `before`. */
export async function upsertNoticeSent(
  db: TenantDb,
  notice: { memberId: string; kind: SecurityNoticeKind; at: Date; before: Date },
): Promise<boolean> {
  const rows = await db.sql`
    insert into security_notice as n (tenant_id, member_id, kind, sent_at)
    values (${db.tenantId}, ${notice.memberId}, ${notice.kind}, ${notice.at})
    on conflict (tenant_id, member_id, kind) do update set sent_at = excluded.sent_at
      where n.sent_at <= ${notice.before}
    returning member_id`;
  return rows.length === 1;
}

export type NoticeRecipient = { email: string; language: string };

export async function findNoticeRecipient(db: SystemDb, personId: string): Promise<NoticeRecipient | undefined> {
  const [row] = await db.sql<NoticeRecipient[]>`select email, language from person where id = ${personId}`;
  return row;
}

export type NoticeCompany = { name: string; timeZone: string };

export async function findNoticeCompany(db: TenantDb): Promise<NoticeCompany | undefined> {
  const [row] = await db.sql<NoticeCompany[]>`select name, time_zone from company where tenant_id = ${db.tenantId}`;
  return row;
}
