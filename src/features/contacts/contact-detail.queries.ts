import type { Fragment } from "../../db/client.ts";
import { padToGenericLength } from "../../db/generic-plan.ts";
import type { JsonOf } from "../../db/rows.ts";
import { node, toFragment } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { emailClicked, emailOpened } from "../../journal/events.ts";
import { isEventOf, payloadJson } from "../../journal/fields.sql.ts";
import { assistantActor } from "../members/actor.sql.ts";
import {
  timeline,
  journalActivities,
  activitySubject,
  joinCampaignSubject,
  type ActivityRecord,
} from "./activities.queries.ts";
import { profileDetailFields } from "./contact-columns.sql.ts";
import { contactRowFields } from "./contact-pages.queries.ts";
import { liveCustomFields } from "./fields/live-values.sql.ts";
import type { MemberState } from "./memberships/queries.ts";
import { newestOrders, orderTotals, type OrderSummary, type OrderTotal } from "./contact-orders.queries.ts";
import type { ContactRecord } from "./queries.ts";

/** A contact with all its data, as JSON returns it. */
export type ContactDetailRecord = JsonOf<
  Omit<ContactRecord, "fingerprint" | "lacksConsent"> & { lastSentAt: Date | null }
> & {
  recentActivities: JsonOf<Omit<ActivityRecord, "emailCampaignId" | "emailAutomationId">>[];
  lists: { listId: string; name: string; state: MemberState; changedAt: string; listSize: number }[];
  stats90d: { received: number; opened: number; clicked: number; bestHour: number | null };
  orders: OrderSummary[];
  orderTotals: OrderTotal[];
};

const detailFields = (db: TenantDb, now: Date): Fragment => db.sql`
  ${contactRowFields(db, now, node`c`)}, ${toFragment(db.sql, profileDetailFields)},
  ${liveCustomFields(db, db.sql`c.custom_fields`)} as "customFields", updated_at as "updatedAt", source, sources, status_at as "statusAt",
  consent_basis as "consentBasis", consent_at as "consentAt", consent_weak as "consentWeak",
  soft_bounces as "softBounces", last_sent_at as "lastSentAt", last_open_at as "lastOpenAt",
  last_click_at as "lastClickAt", suppressed_at as "suppressedAt", suppression_note as "suppressionNote",
  engagement_at as "engagementAt", edited_fields as "editedFields"`;

/**
 * Contacts with newest activities, statistics since a day, lists and orders in one statement. Each contact is one JSON
 * value: decoding sixty columns is several times slower.
 */
export async function findContactDetails(
  db: TenantDb,
  ids: readonly string[],
  { timeZone, since, now }: { timeZone: string; since: Date; now: Date },
): Promise<ContactDetailRecord[]> {
  const isOpened = toFragment(db.sql, isEventOf([emailOpened], "a"));
  const isClicked = toFragment(db.sql, isEventOf([emailClicked], "a"));
  const isFirst = toFragment(db.sql, payloadJson([emailOpened, emailClicked], "first", "a"));
  const impliesOpen = toFragment(db.sql, payloadJson(emailClicked, "impliesOpen", "a"));
  const rows = await db.sql<{ contact: ContactDetailRecord }[]>`
    select row_to_json(detail) as contact from (
      select ${detailFields(db, now)}, "recentActivities", lists, stats90d, orders, "orderTotals"
      from contact c
      left join contact_send_summary mail on mail.tenant_id = ${db.tenantId} and mail.contact_id = c.id
      cross join lateral (
        select coalesce(json_agg(json_build_object('id', a.id::text, 'type', a.type, 'at', a.at, 'payload', a.payload,
          'subject', ${activitySubject(db)}, 'actor', ${assistantActor(db, "a")}) order by a.at desc, a.sort_key desc), '[]') as "recentActivities"
        from ${joinCampaignSubject(db, db.sql`${timeline(db, db.sql`c.id`)} order by at desc, sort_key desc limit 20`)}
      ) recent
      cross join lateral (
        select json_build_object(
          'received', count(*) filter (where type = 'email_sent'),
          'opened', count(*) filter (where ${isOpened} and coalesce(${isFirst}::boolean, true)
            or ${isClicked} and ${impliesOpen}::boolean),
          'clicked', count(*) filter (where ${isClicked} and coalesce(${isFirst}::boolean, true)),
          'bestHour', mode() within group (order by extract(hour from at at time zone ${timeZone}))
            filter (where type in ('email_opened', 'email_clicked'))) as stats90d
        from (${journalActivities(db, db.sql`c.id`)}) a where at >= ${since}
      ) stats
      cross join lateral (
        select coalesce(json_agg(json_build_object('listId', l.id::text, 'name', l.name, 'state', m.state,
          'changedAt', m.changed_at, 'listSize', (
            select coalesce(sum(n), 0) from list_count k where k.tenant_id = ${db.tenantId} and k.list_id = l.id))
          order by m.changed_at desc, l.id), '[]') as lists
        from list_member m join list l on l.tenant_id = ${db.tenantId} and l.id = m.list_id and l.deleted_at is null
        where m.tenant_id = ${db.tenantId} and m.contact_id = c.id
      ) listed
      cross join lateral (${newestOrders(db)}) newest_orders
      cross join lateral (${orderTotals(db)}) order_totals
      where c.tenant_id = ${db.tenantId} and c.id = any(${padToGenericLength(ids)}::bigint[])
    ) detail`;
  return rows.map(({ contact }) => contact);
}
