import { singleRow } from "../../db/rows.ts";
import { node, toFragment } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { appendSelect } from "../../journal/append.sql.ts";
import { contactEvent } from "../../journal/events.ts";
import type { EventType } from "./shapes.ts";

export type NewEvent = {
  readonly contactId: string;
  readonly shopId: string | null;
  readonly type: EventType;
  readonly name: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly at: Date;
  readonly receivedAt: Date;
};

export async function insertEvent(db: TenantDb, event: NewEvent): Promise<string> {
  const row = { tenantId: db.tenantId, ...event, data: JSON.stringify(event.data) };
  const rows = await db.sql<{ id: string }[]>`insert into contact_event ${db.sql(row)} returning id`;
  return singleRow(rows).id;
}

/** When the event was received that `count` events of the contact since then include; undefined with fewer of them. */
export async function findNthLastReceipt(
  db: TenantDb,
  contactId: string,
  { count, since }: { count: number; since: Date },
): Promise<Date | undefined> {
  const [row] = await db.sql<{ receivedAt: Date }[]>`
    select received_at from contact_event
    where tenant_id = ${db.tenantId} and contact_id = ${contactId} and received_at > ${since}
    order by received_at desc offset ${count - 1} limit 1`;
  return row?.receivedAt;
}

/** Events received earlier are deleted; `webBefore` is of carts and page visits. */
export type EventAges = { readonly before: Date; readonly webBefore: Date };

/** Deletes some of the old events; returns how many. */
export async function deleteEventsBefore(
  db: TenantDb,
  { before, webBefore }: EventAges,
  limit: number,
): Promise<number> {
  const { count } = await db.sql`
    delete from contact_event where tenant_id = ${db.tenantId} and id = any(array(
      select id from contact_event where tenant_id = ${db.tenantId} and received_at < ${webBefore}
        and (received_at < ${before} or type in ('cart', 'page_visit'))
      order by received_at limit ${limit}))`;
  return count;
}

/** How many events each of the contacts has since then; contacts without any are left out. */
export const countEventsSince = (
  db: TenantDb,
  contactIds: readonly string[],
  since: Date,
): Promise<{ contactId: string; count: number }[]> =>
  db.sql<{ contactId: string; count: number }[]>`
    select contact_id, count(*)::int as count from contact_event
    where tenant_id = ${db.tenantId} and contact_id = any(${[...contactIds]}::bigint[]) and received_at > ${since}
    group by contact_id`;

/** Events that happened when they were received, with their journal entries; one statement. */
export async function insertReceivedEvents(
  db: TenantDb,
  events: readonly Omit<NewEvent, "at" | "receivedAt">[],
  at: Date,
): Promise<void> {
  const journaled = appendSelect(contactEvent, {
    tenantId: db.tenantId,
    at,
    contactId: node`contact_id`,
    payload: {
      eventId: node`id::text`,
      kind: node`type`,
      title: node`name`,
      shopId: node`shop_id::text`,
      happenedAt: at.toISOString(),
    },
    from: node`from written order by id`,
  });
  await db.sql`
    with written as (
      insert into contact_event (tenant_id, contact_id, shop_id, type, name, data, at, received_at)
      select ${db.tenantId}, e."contactId", e."shopId", e.type, e.name, e.data, ${at}, ${at}
      from jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
        as e("contactId" bigint, "shopId" bigint, type text, name text, data jsonb)
      returning id, contact_id, shop_id, type, name
    )
    ${toFragment(db.sql, journaled)}`;
}

export type EventFacts = { id: string; type: EventType; name: string; data: Record<string, unknown>; at: Date };

/** The events that still exist. */
export const listEventFacts = (db: TenantDb, ids: readonly string[]): Promise<EventFacts[]> =>
  db.sql<EventFacts[]>`
    select id, type, name, data, at from contact_event where tenant_id = ${db.tenantId} and id = any(${[...ids]}::bigint[])`;

/** The next events of the contacts in order of id, of the shop or of none. */
export const listEventsOfContacts = (
  db: TenantDb,
  of: {
    readonly contactIds: readonly string[];
    readonly shopId: string;
    readonly after: string;
    readonly limit: number;
  },
): Promise<(EventFacts & { contactId: string })[]> =>
  db.sql<(EventFacts & { contactId: string })[]>`
    select id, contact_id, type, name, data, at from contact_event
    where tenant_id = ${db.tenantId} and contact_id = any(${[...of.contactIds]}::bigint[])
      and coalesce(shop_id, ${of.shopId}) = ${of.shopId} and id > ${of.after}
    order by id limit ${of.limit}`;
