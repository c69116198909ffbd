import { singleRow } from "../../db/rows.ts";
import type { TenantDb } from "../../db/tenant.ts";
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

/** Deletes some of the events received before; returns how many. */
export async function deleteEventsBefore(db: TenantDb, before: Date, limit: number): Promise<number> {
  const { count } = await db.sql`
    delete from contact_event where tenant_id = ${db.tenantId} and id = any(array(
      select id from contact_event where tenant_id = ${db.tenantId} and received_at < ${before}
      order by received_at limit ${limit}))`;
  return count;
}

export type EventFacts = { id: string; type: EventType; name: string; data: Record<string, unknown>; at: Date };

/** Those of the events that still exist. */
export const listEventFacts = (db: TenantDb, ids: readonly string[]): Promise<EventFacts[]> =>
  db.sql<EventFacts[]>`
    select id, type, name, data, at from contact_event where tenant_id = ${db.tenantId} and id = any(${[...ids]}::bigint[])`;
