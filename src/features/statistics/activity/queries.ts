import type { Fragment } from "../../../db/client.ts";
import { only } from "../../../db/rows.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { andFound } from "../../contacts/search.ts";
import { within, type Period } from "../period.ts";
import { ofScope, type Keyed, type Scope } from "../queries.ts";
import type { eventTypes, units } from "../shapes.ts";

type Unit = (typeof units)[number];

export async function findSpan(
  db: TenantDb,
  scope: Scope,
  period: Period,
): Promise<{ first: Date; last: Date } | null> {
  const { first, last } = only(
    await db.sql<{ first: Date | null; last: Date | null }[]>`
      select min(hour) as first, max(hour) as last from campaign_stat
      where ${ofScope(db, scope)} ${within(db, db.sql`hour`, period)}`,
  );
  return first === null || last === null ? null : { first, last };
}

/** Hours or days of the company, by when they begin. */
export async function countByTime(
  db: TenantDb,
  scope: Scope,
  { period, unit, timeZone }: { period: Period; unit: Unit; timeZone: string },
): Promise<Keyed<string>[]> {
  const { sql } = db;
  const rows = await sql<(Keyed<string> & { at: Date })[]>`
    select ${unit === "hour" ? sql`hour` : sql`date_trunc('day', hour, ${timeZone})`} as at, metric, sum(n)::float8 as n
    from campaign_stat where ${ofScope(db, scope)} ${within(db, sql`hour`, period)} group by 1, 2 order by 1`;
  return rows.map(({ at, metric, n }) => ({ key: at.toISOString(), metric, n }));
}

export const eventTabs = ["all", "opened", "clicked", "bounced", "complained", "unsubscribed"] as const;
export type EventTab = (typeof eventTabs)[number];

/** Written out, so that the index of events is found: it holds these types only. */
const typesOf = ({ sql }: TenantDb, tab: EventTab): Fragment => {
  switch (tab) {
    case "all":
      return sql`j.type in ('email_opened', 'email_clicked', 'email_bounced', 'email_complained', 'unsubscribed',
        'list_unsubscribed')`;
    case "opened":
      return sql`j.type = 'email_opened'`;
    case "clicked":
      return sql`j.type = 'email_clicked'`;
    case "bounced":
      return sql`j.type = 'email_bounced'`;
    case "complained":
      return sql`j.type = 'email_complained'`;
    case "unsubscribed":
      return sql`j.type in ('unsubscribed', 'list_unsubscribed')`;
  }
};

export type EventRequest = {
  readonly period: Period;
  readonly tab: EventTab;
  readonly q: string;
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

/** What people who unsubscribed were sent is known by their message alone. */
const ofVariant = ({ sql, tenantId }: TenantDb, { campaignId, variantId }: Scope): Fragment =>
  variantId === null
    ? sql``
    : sql`and (j.payload->>'variantId' = ${variantId} or (j.payload->>'variantId' is null and exists (
        select from campaign_message m where m.tenant_id = ${tenantId} and m.campaign_id = ${campaignId}
          and m.contact_id = j.contact_id and m.variant_id = ${variantId})))`;

export async function listEvents(
  db: TenantDb,
  scope: Scope,
  request: EventRequest,
): Promise<{ total: number; rows: EventRecord[] }> {
  const { sql, tenantId } = db;
  const found = sql`
    from journal j where j.tenant_id = ${tenantId} and j.payload->>'campaignId' = ${scope.campaignId}
      and j.contact_id is not null and ${typesOf(db, request.tab)} ${within(db, sql`j.at`, request.period)}
      ${request.isWithMachines ? sql`` : sql`and j.payload->>'verdict' is distinct from 'machine'`}
      ${ofVariant(db, scope)}
      ${
        request.q === ""
          ? sql``
          : sql`and j.contact_id in (
              select id from contact where tenant_id = ${tenantId} ${andFound(db, request.q)})`
      }`;
  const [count, rows] = await Promise.all([
    sql<{ n: number }[]>`select count(*)::int as n ${found}`,
    sql<EventRecord[]>`
      with page as (
        select j.id, j.type, j.at, j.contact_id, j.payload ${found}
        order by j.at desc, j.id desc limit ${request.limit} offset ${request.offset}
      )
      select p.id, p.type, p.at, p.contact_id, c.email, p.payload->>'verdict' as verdict,
        coalesce(p.payload->>'reason', p.payload->>'kind') as reason, l.number as link, l.url
      from page p
      left join contact c on c.tenant_id = ${tenantId} and c.id = p.contact_id
      left join campaign_link l on l.tenant_id = ${tenantId} and l.campaign_id = ${scope.campaignId}
        and l.variant_id::text = p.payload->>'variantId' and l.number::text = p.payload->>'link'
      order by p.at desc, p.id desc`,
  ]);
  return { total: only(count).n, rows };
}
