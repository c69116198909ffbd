import type { Fragment } from "../../db/client.ts";
import { toFragment } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { emailClicked, emailOpened, emailRevised, emailSent, emailsSent } from "../../journal/events.ts";
import { isEventOf, payloadField, payloadJson } from "../../journal/fields.sql.ts";
import { inRange, type JournalRange } from "../../journal/journal.ts";
import { inactiveAfterEmails } from "./engagement.queries.ts";

/** Returns the contacts that have received enough e-mails for inactivity to count. Deleted contacts are left out. */
export async function recordReceivedEmails(db: TenantDb, range: JournalRange): Promise<string[]> {
  const { sql, tenantId } = db;
  const rows = await sql<{ contactId: string }[]>`
    with recorded as (
      insert into contact_send_summary as k (tenant_id, contact_id, received_count, last_sent_at)
      select ${tenantId}, s.contact_id, count(*), max(s.at) from (
        select coalesce(j.contact_id, m.contact_id::bigint) as contact_id, j.at from journal j
        left join lateral jsonb_object_keys(${toFragment(sql, payloadJson(emailsSent, "sent"))}) as m(contact_id) on true
        where ${toFragment(sql, inRange(db, range))} and ${toFragment(sql, isEventOf([emailSent, emailsSent]))}
      ) s
      where exists (select from contact c where c.tenant_id = ${tenantId} and c.id = s.contact_id)
      group by s.contact_id order by s.contact_id
      on conflict (tenant_id, contact_id) do update set received_count = k.received_count + excluded.received_count,
        last_sent_at = greatest(k.last_sent_at, excluded.last_sent_at)
      returning contact_id, received_count
    )
    select contact_id from recorded where received_count >= ${inactiveAfterEmails}`;
  return rows.map(({ contactId }) => contactId);
}

/**
 * A click implies an open, because mail clients may block images. Returns the changed contacts. No updated column is
 * indexed.
 */
export async function recordOpensAndClicks(db: TenantDb, range: JournalRange): Promise<string[]> {
  const { sql, tenantId } = db;
  const isOpened = toFragment(sql, isEventOf([emailOpened]));
  const isClicked = toFragment(sql, isEventOf([emailClicked]));
  const isImplied = toFragment(sql, payloadField(emailClicked, "impliesOpen"));
  const isTracked = toFragment(sql, isEventOf([emailOpened, emailClicked]));
  const verdict = toFragment(sql, payloadField([emailOpened, emailClicked], "verdict"));
  const rows = await sql<{ id: string }[]>`
    with fact as (
      select j.contact_id as id,
        max(j.at) filter (where ${isOpened} or ${isImplied} = 'true') as opened_at,
        max(j.at) filter (where ${isClicked}) as clicked_at
      from journal j
      where ${toFragment(sql, inRange(db, range))} and ${isTracked} and ${verdict} is distinct from 'machine'
      group by j.contact_id order by j.contact_id
    )
    update contact c set last_open_at = greatest(c.last_open_at, fact.opened_at),
      last_click_at = greatest(c.last_click_at, fact.clicked_at)
    from fact where c.tenant_id = ${tenantId} and c.id = fact.id
    returning c.id`;
  return rows.map(({ id }) => id);
}

/**
 * The last times of contacts whose opens or clicks turned out to be of machines, from what the journal and the messages
 * have of people. Returns the changed contacts. Times that were not withdrawn stay: they may be older than both.
 */
export async function withdrawOpensAndClicks(db: TenantDb, range: JournalRange): Promise<string[]> {
  const { sql, tenantId } = db;
  const isRevised = toFragment(sql, isEventOf([emailRevised]));
  const isOpened = toFragment(sql, isEventOf([emailOpened]));
  const isClicked = toFragment(sql, isEventOf([emailClicked]));
  const isImplied = toFragment(sql, payloadField(emailClicked, "impliesOpen"));
  const verdict = toFragment(sql, payloadField([emailOpened, emailClicked], "verdict"));
  const newest = (isWanted: Fragment, time: Fragment) => sql`greatest(
    (select max(j.at) from journal j where j.tenant_id = ${tenantId} and j.contact_id = c.id and ${isWanted}
      and ${verdict} is distinct from 'machine'),
    (select max(${time}) from message m where m.tenant_id = ${tenantId} and m.contact_id = c.id))`;
  const rows = await sql<{ id: string }[]>`
    with revised as materialized (
      select j.contact_id as id, j.at from journal j where ${toFragment(sql, inRange(db, range))} and ${isRevised}
    ), fact as materialized (
      select c.id,
        case when c.last_open_at in (select at from revised where revised.id = c.id)
          then ${newest(sql`(${isOpened} or ${isClicked} and ${isImplied} = 'true')`, sql`m.opened_at`)} else c.last_open_at end as opened_at,
        case when c.last_click_at in (select at from revised where revised.id = c.id)
          then ${newest(isClicked, sql`m.clicked_at`)} else c.last_click_at end as clicked_at
      from contact c where c.tenant_id = ${tenantId} and c.id = any(array(select id from revised))
      order by c.id
    )
    update contact c set last_open_at = fact.opened_at, last_click_at = fact.clicked_at
    from fact where c.tenant_id = ${tenantId} and c.id = fact.id
    returning c.id`;
  return rows.map(({ id }) => id);
}
