import type { Fragment } from "../../db/client.ts";
import { singleRow } from "../../db/rows.ts";
import { toFragment } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";
import {
  emailBounced,
  emailClicked,
  emailComplained,
  emailDelivered,
  emailOpened,
  emailRevised,
  emailSent,
} from "../../journal/events.ts";
import type { ContactEventType } from "../../journal/entry.ts";
import { isEventOf, payloadField } from "../../journal/fields.sql.ts";
import { assistantActor, type ActorRecord } from "../members/actor.sql.ts";

export type ActivityRecord = {
  id: string;
  type: ContactEventType;
  at: Date;
  payload: Record<string, unknown>;
  /** The subject of the e-mail; null for other activities. */
  subject: string | null;
  /** The assistant that caused it; null for everybody else. */
  actor: ActorRecord | null;
  /** The campaign or the automation of the e-mail. */
  emailCampaignId: string | null;
  emailAutomationId: string | null;
};

const emailEvents = [emailSent, emailDelivered, emailBounced, emailComplained, emailOpened, emailClicked] as const;
const verdict = payloadField([emailOpened, emailClicked], "verdict", "journal");
const campaignId = payloadField(emailSent, "campaignId", "journal");

/** Journal entries of a contact except its creation. Opens and clicks by machines are left out, and revisions to that. */
export const journalActivities = ({ sql, tenantId }: TenantDb, contactId: Fragment): Fragment => sql`
  select id, id as sort_key, type, at, payload, assistant from journal
  where tenant_id = ${tenantId} and contact_id = ${contactId} and ${toFragment(sql, verdict)} is distinct from 'machine'
    and not ${toFragment(sql, isEventOf([emailRevised], "journal"))}
    and not (${toFragment(sql, isEventOf([emailSent], "journal"))} and ${toFragment(sql, campaignId)} is not null)
  union all
  select source_id + ${messageIdOffset}::bigint, source_id + ${messageIdOffset}::bigint, 'email_sent', sent_at,
    jsonb_build_object('variantId', variant_id::text), null
  from message where tenant_id = ${tenantId} and contact_id = ${contactId} and sent_at is not null`;

/**
 * The whole timeline. E-mails of campaigns and automations come from `message`, and the creation of contacts inserted as a group from the
 * contact itself, with ids above those of the journal. Nothing precedes the creation.
 */
export const timeline = (db: TenantDb, contactId: Fragment): Fragment => db.sql`
  ${journalActivities(db, contactId)}
  union all
  select k.id + ${creationIdOffset}::bigint, 0, 'contact_created', k.created_at,
    jsonb_build_object('source', k.source, 'to', k.initial_status), null
  from contact k where k.tenant_id = ${db.tenantId} and k.id = ${contactId} and k.initial_status is not null`;

const messageIdOffset = 5_000_000_000_000_000;
const creationIdOffset = 6_000_000_000_000_000;

export const joinCampaignSubject = (db: TenantDb, activities: Fragment): Fragment => db.sql`
  (${activities}) a left join campaign g
    on g.tenant_id = ${db.tenantId} and a.type like 'email%' and g.id = ${toFragment(db.sql, payloadField(emailEvents, "variantId", "a"))}::bigint`;
/** The name of a campaign, or of the e-mail in the last graph of its automation that has it. */
export const activitySubject = ({ sql, tenantId }: TenantDb): Fragment => sql`
  coalesce(nullif(g.subject, ''), g.name, case when a.type like 'email%' and g.id is null then (
    select n->'config'->>'subject' from automation_email_source e
    join automation_version v on v.tenant_id = ${tenantId} and v.automation_id = e.automation_id
    cross join lateral jsonb_array_elements(v.graph->'nodes') n
    where e.tenant_id = ${tenantId} and e.id = ${toFragment(sql, payloadField(emailEvents, "variantId", "a"))}::bigint
      and n->>'id' = e.node and n->>'type' = 'email'
    order by v.version desc limit 1) end)`;

export async function listActivityRecords(
  db: TenantDb,
  contactId: string,
  page: { types: readonly string[] | undefined; limit: number; offset: number; isOldestFirst: boolean },
): Promise<ActivityRecord[]> {
  const order = page.isOldestFirst ? db.sql`at, sort_key` : db.sql`at desc, sort_key desc`;
  const activities = db.sql`
    ${timelineOf(db, contactId, page.types)}
    order by ${order} limit ${page.limit} offset ${page.offset}`;
  return db.sql<ActivityRecord[]>`
    select a.*, ${activitySubject(db)} as subject, ${assistantActor(db, "a")} as actor,
      g.id as email_campaign_id, case when a.type like 'email%' and g.id is null then (
        select e.automation_id from automation_email_source e
        where e.tenant_id = ${db.tenantId} and e.id = ${toFragment(db.sql, payloadField(emailEvents, "variantId", "a"))}::bigint
      ) end as email_automation_id
    from ${joinCampaignSubject(db, activities)} order by ${order}`;
}

const timelineOf = (db: TenantDb, contactId: string, types: readonly string[] | undefined): Fragment => {
  const whole = timeline(db, db.sql`${contactId}`);
  return types === undefined ? whole : db.sql`select * from (${whole}) t where type = any(${[...types]})`;
};

export async function countActivities(
  db: TenantDb,
  contactId: string,
  types: readonly string[] | undefined,
): Promise<number> {
  const rows = await db.sql<{ total: number }[]>`
    select count(*)::int as total from (${timelineOf(db, contactId, types)}) a`;
  return singleRow(rows).total;
}
