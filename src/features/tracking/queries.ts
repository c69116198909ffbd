import { hasRowPlaces } from "../../db/distribution/abilities.ts";
import { inParts } from "../../db/in-parts.ts";
import { inlinedPart, lastPart, part } from "../../db/parts.ts";
import type { SystemDb, TenantDb } from "../../db/tenant.ts";
import type { PendingQuery } from "../../db/client.ts";
import { node, toFragment, type SqlNode } from "../../db/sql-node.ts";
import { appendRows } from "../../journal/append.sql.ts";
import { profileJsonPairs } from "../contacts/contact-columns.sql.ts";
import { honeypotLink } from "../../mail/render/links.ts";
import { updateEngagement, type MessageEngagement } from "../delivery/engagement.sql.ts";
import type { MergeCompany, MergeContact, MergeField, MergeShop } from "../../mail/render/values.ts";
import { emailClicked, emailOpened } from "../../journal/events.ts";
import { isEventOf, payloadField } from "../../journal/fields.sql.ts";
import type { AttributedEvents, TrackedMessage } from "./attribute-events.ts";
import type { MessageTimes } from "./crowds.ts";
import type { JudgedEntry } from "./revise-verdicts.ts";

export type MessageKeys = { readonly campaignIds: readonly string[]; readonly contactIds: readonly string[] };

/**
 * Locks the messages in key order until the end of the transaction, against concurrent event writers and the deletion
 * of contacts.
 */
export const lockMessages = (db: TenantDb, { campaignIds, contactIds }: MessageKeys): PendingQuery<TrackedMessage[]> =>
  db.sql<TrackedMessage[]>`
    select ${hasRowPlaces(db) ? db.sql`m.ctid::text` : db.sql`m.source_id || ',' || m.contact_id`} as row_id, m.source_id as campaign_id, m.contact_id, m.variant_id, m.domain, coalesce(m.sent_at, m.tried_at) as sent_at,
      m.opened_at is not null as is_opened, m.clicked_at is not null as is_clicked,
      m.bot_seen_at is not null as is_bot_seen, m.links
    from unnest(${[...campaignIds]}::bigint[], ${[...contactIds]}::bigint[]) as asked(campaign_id, contact_id)
    join message m on m.tenant_id = ${db.tenantId} and m.source_id = asked.campaign_id
      and m.contact_id = asked.contact_id
    order by m.source_id, m.contact_id for no key update of m`;

type MessageKey = { readonly campaignId: string; readonly contactId: string };

/** Reads messages that may be locked by others. */
export const listMessageTimes = async (
  { sql, tenantId }: TenantDb,
  { campaignIds, contactIds }: MessageKeys,
): Promise<(MessageKey & MessageTimes)[]> => sql<(MessageKey & MessageTimes)[]>`
  select m.source_id as campaign_id, m.contact_id, coalesce(m.sent_at, m.tried_at) as sent_at, m.opened_at
  from unnest(${[...campaignIds]}::bigint[], ${[...contactIds]}::bigint[]) as asked(campaign_id, contact_id)
  join message m on m.tenant_id = ${tenantId} and m.source_id = asked.campaign_id and m.contact_id = asked.contact_id`;

const trackedEvents = [emailOpened, emailClicked] as const;

/** The newest are enough for a message that is flooded with requests. */
const maxJudgedEntries = 1000;

/**
 * What matters of earlier opens and clicks of messages, in the order of their times: those of people, and clicks on the
 * honeypot link.
 */
export const listJudgedEntries = async (
  { sql, tenantId }: TenantDb,
  { campaignIds, contactIds }: MessageKeys,
): Promise<(MessageKey & JudgedEntry)[]> => sql<(MessageKey & JudgedEntry)[]>`
  select asked.campaign_id, asked.contact_id, entry.id, entry.at, entry.type, entry.payload
  from unnest(${[...campaignIds]}::bigint[], ${[...contactIds]}::bigint[]) as asked(campaign_id, contact_id)
  cross join lateral (
    select j.id, j.at, j.type, j.payload from journal j
    where j.tenant_id = ${tenantId} and j.contact_id = asked.contact_id and ${toFragment(sql, isEventOf(trackedEvents))}
      and ${toFragment(sql, payloadField(trackedEvents, "campaignId"))} = asked.campaign_id::text
      and (${toFragment(sql, payloadField(trackedEvents, "verdict"))} = 'human'
        or ${toFragment(sql, payloadField(emailClicked, "link"))} = ${String(honeypotLink)})
    order by j.at desc, j.id desc limit ${maxJudgedEntries}
  ) entry order by entry.at, entry.id`;

/** Journal entries and messages in one statement, sent as one JSON document: the cheapest form for client and server. */
export function insertAttributedEvents(db: TenantDb, attributed: AttributedEvents): Promise<object[]> {
  const { tenantId } = db;
  const since = attributed.entries[0]?.at ?? new Date(0);
  const toTime = (offset: SqlNode) => node`${since}::timestamptz + ${offset} * interval '1 millisecond'`;
  const journaled = appendRows({
    tenantId,
    at: toTime(node`e.at`),
    from: node`from given, jsonb_to_recordset(given.entries)
      as e(at bigint, type text, "contactId" bigint, payload jsonb)`,
  });
  const times = {
    isOpenWithdrawn: node`u."isOpenWithdrawn"`,
    isClickWithdrawn: node`u."isClickWithdrawn"`,
    openedAt: toTime(node`u."openedAt"`),
    clickedAt: toTime(node`u."clickedAt"`),
    botSeenAt: toTime(node`u."botSeenAt"`),
  };
  const { before, update, source } = hasRowPlaces(db) ? updateByRowId(times) : updateByKey(times);
  const given = node`
    select (d->'entries') as entries, (d->'updates') as updates
    from (select ${toDocument(attributed, since)}::jsonb) as document(d)`;
  return inParts(
    db,
    [inlinedPart("given", [], given), ...before, part("journaled", ["given"], journaled)],
    lastPart([source], updateEngagement(tenantId, update)),
  );
}

type EventTimes = Omit<MessageEngagement, "links" | "from" | "isMessage">;

const givenUpdates = (rowId: SqlNode) => node`
  from given, jsonb_to_recordset(given.updates)
    as u(row_id ${rowId}, "openedAt" bigint, "clickedAt" bigint, "botSeenAt" bigint, links jsonb,
      "isOpenWithdrawn" boolean, "isClickWithdrawn" boolean)`;

/** Locked rows do not move: they are found by `ctid` instead of the key. */
const updateByRowId = (times: EventTimes) => ({
  before: [],
  source: "given",
  update: { ...times, links: node`u.links`, from: givenUpdates(node`tid`), isMessage: node`m.ctid = u.row_id` },
});

/** A cluster updates by columns only, with values that are computed before. */
const updateByKey = ({ openedAt, clickedAt, botSeenAt, isOpenWithdrawn, isClickWithdrawn }: EventTimes) => ({
  source: "change",
  before: [
    inlinedPart(
      "change",
      ["given"],
      node`
    select split_part(u.row_id, ',', 1)::bigint as source_id, split_part(u.row_id, ',', 2)::bigint as contact_id,
      ${openedAt} as opened_at, ${clickedAt} as clicked_at, ${botSeenAt} as bot_seen_at, u.links,
      ${isOpenWithdrawn} as is_open_withdrawn, ${isClickWithdrawn} as is_click_withdrawn
    ${givenUpdates(node`text`)}`,
      "materialized",
    ),
  ],
  update: {
    isOpenWithdrawn: node`u.is_open_withdrawn`,
    isClickWithdrawn: node`u.is_click_withdrawn`,
    openedAt: node`u.opened_at`,
    clickedAt: node`u.clicked_at`,
    botSeenAt: node`u.bot_seen_at`,
    links: node`u.links`,
    from: node`from change u`,
    isMessage: node`m.source_id = u.source_id and m.contact_id = u.contact_id`,
  },
});

/** Times are milliseconds after the first entry: formatting and parsing timestamps costs about 5 µs an event. */
function toDocument({ entries, updates }: AttributedEvents, since: Date): string {
  const after = (at: Date | undefined) => (at === undefined ? undefined : `${at.getTime() - since.getTime()}`);
  return JSON.stringify({
    updates: updates.map(({ links, rowId: row_id, openedAt, clickedAt, botSeenAt, ...withdrawn }) => ({
      links,
      row_id,
      openedAt: after(openedAt),
      clickedAt: after(clickedAt),
      botSeenAt: after(botSeenAt),
      ...withdrawn,
    })),
    entries: entries.map(({ at, type, payload, contactId }) => ({ at: after(at), type, payload, contactId })),
  });
}

export type StoredFingerprintKey = { guid: string; fingerprintKey: Uint8Array };

export async function findFingerprintKey(db: SystemDb, tenantId: string): Promise<StoredFingerprintKey | undefined> {
  const [row] = await db.sql<StoredFingerprintKey[]>`
    select guid, fingerprint_key from company where tenant_id = ${tenantId}`;
  return row;
}

export type LinkRow = { number: number; url: string };

/** Links of all language variants: link numbers are unique within the campaign. */
export async function listLinks(db: TenantDb, campaignId: string): Promise<LinkRow[]> {
  return db.sql<LinkRow[]>`
    select number, url from message_link where tenant_id = ${db.tenantId} and source_id = ${campaignId}`;
}

type LinkValuesRow = {
  contact: (MergeContact & { customFields: Record<string, unknown> }) | null;
  company: MergeCompany & { timeZone: string };
  shop: (MergeShop & { brand: Record<string, unknown> }) | null;
  fields: MergeField[];
};

const linkedProfile = profileJsonPairs("c");

/** The values of merge tags in a link. `contact` is null if it was deleted. */
export async function findLinkValues(
  db: TenantDb,
  { campaignId, contactId }: { campaignId: string; contactId: string },
): Promise<LinkValuesRow | undefined> {
  const [row] = await db.sql<LinkValuesRow[]>`
    select
      (select json_build_object('id', c.id::text, 'email', c.email, ${toFragment(db.sql, linkedProfile)},
        'customFields', c.custom_fields)
      from contact c where c.tenant_id = ${db.tenantId} and c.id = ${contactId}) as contact,
      (select json_build_object('name', o.name, 'language', o.language, 'timeZone', o.time_zone, 'email', o.email,
        'phone', o.phone, 'street', o.street, 'city', o.city, 'postalCode', o.postal_code, 'country', o.country,
        'companyId', o.company_id, 'vatId', o.vat_id, 'web', o.web)
      from company o where o.tenant_id = ${db.tenantId}) as company,
      (select json_build_object('name', s.name, 'url', s.url, 'language', s.language, 'country', s.country,
        'senderName', s.sender_name, 'replyTo', s.reply_to, 'brand', s.brand)
      from shop s where s.tenant_id = ${db.tenantId} and s.id = g.shop_id) as shop,
      (select coalesce(json_agg(json_build_object('id', f.id::text, 'type', f.type, 'options', (
        select coalesce(json_agg(json_build_object('id', p.id::text, 'name', p.name) order by p.position), '[]')
        from custom_field_option p where p.tenant_id = ${db.tenantId} and p.field_id = f.id))), '[]')
      from custom_field f where f.tenant_id = ${db.tenantId} and f.deleted_at is null) as fields
    from (
      select shop_id from campaign where tenant_id = ${db.tenantId} and id = ${campaignId}
      union all
      select a.shop_id from automation_email_source e
      join automation a on a.tenant_id = ${db.tenantId} and a.id = e.automation_id
      where e.tenant_id = ${db.tenantId} and e.id = ${campaignId}
    ) g`;
  return row;
}
