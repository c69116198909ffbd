import { finalInParts } from "../../db/in-parts.ts";
import { inlinedPart, lastPart, part, partIfRows } from "../../db/parts.ts";
import { singleRow } from "../../db/rows.ts";
import { node } from "../../db/sql-node.ts";
import type { FinalStatement, TenantDb } from "../../db/tenant.ts";
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

/**
 * When the event was received that `count` events of the contact since then include; undefined with fewer of them. For a
 * time alone, without its contact, the planner would often choose the index of all events of the company.
 */
export async function findNthLastReceipt(
  db: TenantDb,
  contactId: string,
  { count, since }: { count: number; since: Date },
): Promise<Date | undefined> {
  const [row] = await db.sql<{ receivedAt: Date }[]>`
    select received_at from contact_event
    where tenant_id = ${db.tenantId} and contact_id = ${contactId} and (contact_id, received_at) > (${contactId}, ${since})
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

export type ReceivedEvent = {
  /** The position of its request among those that are stored together. */
  readonly request: number;
  readonly contactId: string;
  readonly shopId: string;
  readonly type: "cart" | "page_visit";
  readonly data: Readonly<Record<string, unknown>>;
};

/**
 * Stores events that happened when they were received, with their journal entries. An event that would be more than the
 * `max`th of its contact since then is left out. Returns the requests of which something was stored. One index has the
 * order of the count, so that it is the cheapest one also for an empty table; the transaction begins with
 * `setIndexedGenericPlan`.
 */
export function insertReceivedEvents(
  db: TenantDb,
  events: readonly ReceivedEvent[],
  { at, max, since }: { readonly at: Date; readonly max: number; readonly since: Date },
): Promise<FinalStatement<{ request: number; stored: number }>> {
  const { sql, tenantId } = db;
  const journaled = appendSelect(contactEvent, {
    tenantId,
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
  return finalInParts(db, {
    parts: [
      inlinedPart(
        "given",
        [],
        sql`
      select request, "contactId" as contact_id, "shopId" as shop_id, type, data, ordinality,
        row_number() over (partition by "contactId" order by ordinality) as position
      from rows from (jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
        as (request int, "contactId" bigint, "shopId" bigint, type text, data jsonb)) with ordinality g`,
      ),
      part(
        "accepted",
        ["given"],
        sql`
      select * from given where position + (
        select count(*) from (
          select from contact_event e
          where e.tenant_id = ${tenantId} and (e.contact_id, e.received_at) > (given.contact_id, ${since})
            and e.contact_id <= given.contact_id
          order by e.contact_id, e.received_at limit ${max}) recent) <= ${max}`,
        "materialized",
      ),
      partIfRows(
        "written",
        ["accepted"],
        sql`
      insert into contact_event (tenant_id, contact_id, shop_id, type, name, data, at, received_at)
      select ${tenantId}, contact_id, shop_id, type, type, data, ${at}, ${at} from accepted order by ordinality
      returning id, contact_id, shop_id, type, name`,
      ),
      partIfRows("journaled", ["written"], journaled),
    ],
    last: lastPart(
      ["accepted"],
      sql`
    select request, count(*)::int as stored from accepted group by request`,
    ),
  });
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
