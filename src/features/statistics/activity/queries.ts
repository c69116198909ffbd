import type { Fragment, SqlTag } from "../../../db/client.ts";
import { singleRow } from "../../../db/rows.ts";
import { toFragment } from "../../../db/sql-node.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import type { JournalEvent, PayloadFieldOf } from "../../../journal/event.ts";
import {
  contactUnsubscribed,
  emailBounced,
  emailClicked,
  emailComplained,
  emailOpened,
  listUnsubscribed,
} from "../../../journal/events.ts";
import { isEventOf, payloadField } from "../../../journal/fields.sql.ts";
import { contactCondition, type ContactFilter } from "../contact-filter.sql.ts";
import { periodCondition } from "../period.sql.ts";
import type { Period } from "../../../kernel/period.ts";
import { inSources, scopeCondition, type KeyedCount, type StatScope } from "../queries.ts";
import type { eventTabs } from "../query.ts";
import type { eventTypes, units } from "../shapes.ts";

type Unit = (typeof units)[number];

export async function findHourRange(
  db: TenantDb,
  scope: StatScope,
  period: Period,
): Promise<{ first: Date; last: Date } | null> {
  const { first, last } = singleRow(
    await db.sql<{ first: Date | null; last: Date | null }[]>`
      select min(hour) as first, max(hour) as last from campaign_hourly_stat
      where ${scopeCondition(db, scope)} ${periodCondition(db, db.sql`hour`, period)}`,
  );
  return first === null || last === null ? null : { first, last };
}

/** Hours or days in the company's time zone, by their start. */
export async function countByTime(
  db: TenantDb,
  scope: StatScope,
  { period, unit, timeZone }: { period: Period; unit: Unit; timeZone: string },
): Promise<KeyedCount<string>[]> {
  const { sql } = db;
  const rows = await sql<(Omit<KeyedCount<string>, "key"> & { at: Date })[]>`
    select ${unit === "hour" ? sql`hour` : sql`date_trunc('day', hour, ${timeZone})`} as at, metric, sum(n)::float8 as n
    from campaign_hourly_stat where ${scopeCondition(db, scope)} ${periodCondition(db, sql`hour`, period)} group by 1, 2 order by 1`;
  return rows.map(({ at, metric, n }) => ({ key: at.toISOString(), metric, n }));
}

export type EventTab = (typeof eventTabs)[number];

const unsubscribeEvents = [contactUnsubscribed, listUnsubscribed] as const;
const shownEvents = [emailOpened, emailClicked, emailBounced, emailComplained, ...unsubscribeEvents] as const;

const eventsByTab: Readonly<Record<EventTab, readonly JournalEvent[]>> = {
  all: shownEvents,
  opened: [emailOpened],
  clicked: [emailClicked],
  bounced: [emailBounced],
  complained: [emailComplained],
  unsubscribed: unsubscribeEvents,
};

/** Literals, not parameters: otherwise the partial index on these types does not apply. */
const eventTypeCondition = ({ sql }: TenantDb, tab: EventTab): Fragment => toFragment(sql, isEventOf(eventsByTab[tab]));

const field = (sql: SqlTag, name: PayloadFieldOf<(typeof shownEvents)[number]>, row = "j"): Fragment =>
  toFragment(sql, payloadField(shownEvents, name, row));

export type EventQuery = ContactFilter & {
  readonly period: Period;
  readonly tab: EventTab;
  readonly isWithMachines: boolean;
  readonly limit: number;
  readonly offset: number;
};

export type EventRecord = {
  id: string;
  type: (typeof eventTypes)[number];
  at: Date;
  contactId: string;
  email: string | null;
  verdict: string | null;
  reason: string | null;
  link: number | null;
  url: string | null;
};

/** The variant of an unsubscribe is known only from the message. */
const variantCondition = (db: TenantDb, scope: StatScope): Fragment => {
  const { sql, tenantId } = db;
  const { variantId } = scope;
  return variantId === null
    ? sql``
    : sql`and (${field(sql, "variantId")} = ${variantId} or (${field(sql, "variantId")} is null and exists (
        select from message m where m.tenant_id = ${tenantId} and ${inSources(db, sql`m.source_id`, scope)}
          and m.contact_id = j.contact_id and m.variant_id = ${variantId})))`;
};

export async function listEvents(
  db: TenantDb,
  scope: StatScope,
  request: EventQuery,
): Promise<{ total: number; rows: EventRecord[] }> {
  const { sql, tenantId } = db;
  const found = sql`
    from journal j where j.tenant_id = ${tenantId} and ${inSources(db, field(sql, "campaignId"), scope)}
      and j.contact_id is not null and ${eventTypeCondition(db, request.tab)} ${periodCondition(db, sql`j.at`, request.period)}
      ${request.isWithMachines ? sql`` : sql`and ${field(sql, "verdict")} is distinct from 'machine'`}
      ${variantCondition(db, scope)}
      ${contactCondition(db, sql`j.contact_id`, request)}`;
  const [count, rows] = await Promise.all([
    sql<{ n: number }[]>`select count(*)::int as n ${found}`,
    sql<EventRecord[]>`
      with page as (
        select j.id, j.type, j.at, j.contact_id, j.payload ${found}
        order by j.at desc, j.id desc limit ${request.limit} offset ${request.offset}
      )
      select p.id, p.type, p.at, p.contact_id, c.email, ${field(sql, "verdict", "p")} as verdict,
        coalesce(${field(sql, "reason", "p")}, ${field(sql, "kind", "p")}) as reason, l.number as link, l.url
      from page p
      left join contact c on c.tenant_id = ${tenantId} and c.id = p.contact_id
      left join message_link l on l.tenant_id = ${tenantId} and ${inSources(db, sql`l.source_id`, scope)}
        and l.variant_id::text = ${field(sql, "variantId", "p")} and l.number::text = ${field(sql, "link", "p")}
      order by p.at desc, p.id desc`,
  ]);
  return { total: singleRow(count).n, rows };
}
