import type { Fragment, SqlTag } from "../../db/client.ts";
import { only } from "../../db/rows.ts";
import type { TenantDb } from "../../db/tenant.ts";

export type ActivityRecord = {
  id: string;
  type: string;
  at: Date;
  payload: Record<string, unknown>;
  /** What the e-mail was about, where it was one. */
  subject: string | null;
};

/** What happened to a contact, but for its coming. What a machine opened or clicked is no activity of theirs. */
export const eventsOf = ({ sql, tenantId }: TenantDb, contactId: Fragment): Fragment => sql`
  select id, id as place, type, at, payload from journal
  where tenant_id = ${tenantId} and contact_id = ${contactId} and (payload->>'verdict') is distinct from 'machine'
    and not (type = 'email_sent' and payload ? 'campaignId')
  union all
  select campaign_id + ${messageIds}::bigint, campaign_id + ${messageIds}::bigint, 'email_sent', sent_at,
    jsonb_build_object('variantId', variant_id::text)
  from campaign_message where tenant_id = ${tenantId} and contact_id = ${contactId} and sent_at is not null`;

/**
 * All of it. E-mails of campaigns are told by their messages, the coming of those who came together by themselves, under ids
 * beyond those of the journal. Nothing stands before the coming.
 */
export const activitiesOf = (db: TenantDb, contactId: Fragment): Fragment => db.sql`
  ${eventsOf(db, contactId)}
  union all
  select k.id + ${creationIds}::bigint, 0, 'contact_created', k.created_at,
    jsonb_build_object('source', k.source, 'to', k.created_as)
  from contact k where k.tenant_id = ${db.tenantId} and k.id = ${contactId} and k.created_as is not null`;

const messageIds = 5_000_000_000_000_000;
const creationIds = 6_000_000_000_000_000;

export const withSubject = (db: TenantDb, activities: Fragment): Fragment => db.sql`
  (${activities}) a left join campaign g
    on g.tenant_id = ${db.tenantId} and a.type like 'email%' and g.id = (a.payload->>'variantId')::bigint`;
export const subject = (sql: SqlTag): Fragment => sql`coalesce(nullif(g.subject, ''), g.name)`;

export async function listActivities(
  db: TenantDb,
  contactId: string,
  page: { limit: number; offset: number; isOldestFirst: boolean },
): Promise<ActivityRecord[]> {
  const order = page.isOldestFirst ? db.sql`at, place` : db.sql`at desc, place desc`;
  const activities = db.sql`
    ${activitiesOf(db, db.sql`${contactId}`)}
    order by ${order} limit ${page.limit} offset ${page.offset}`;
  return db.sql<ActivityRecord[]>`
    select a.*, ${subject(db.sql)} as subject from ${withSubject(db, activities)} order by ${order}`;
}

export async function countActivities(db: TenantDb, contactId: string): Promise<number> {
  const rows = await db.sql<{ total: number }[]>`
    select count(*)::int as total from (${activitiesOf(db, db.sql`${contactId}`)}) a`;
  return only(rows).total;
}
