import type { TenantDb } from "../../../db/tenant.ts";
import type { Fragment } from "../../../db/client.ts";

export type VersionRecord = {
  version: number;
  at: Date;
  entered: number;
  inside: number;
  completed: number;
  ended: number;
  sent: number;
  opened: number;
  clicked: number;
  unsubscribed: number;
};

/** Runs with their position among those of the contact, which their messages have as well. */
const runs = ({ sql, tenantId }: TenantDb, automationId: string): Fragment => sql`
  (select contact_id, version, state, row_number() over (partition by contact_id order by id) as ordinal
   from automation_run where tenant_id = ${tenantId} and automation_id = ${automationId})`;

/** The newest versions with which contacts entered. */
export const listVersionStats = async (db: TenantDb, automationId: string, limit: number): Promise<VersionRecord[]> => {
  const { sql, tenantId } = db;
  return sql<VersionRecord[]>`
    with run as materialized (select * from ${runs(db, automationId)} r), entered as (
      select version, count(*)::int as entered, (count(*) filter (where state in ('running', 'waiting')))::int as inside,
        (count(*) filter (where state = 'completed'))::int as completed,
        (count(*) filter (where state in ('stopped', 'failed')))::int as ended
      from run group by version order by version desc limit ${limit}
    ), mailed as (
      select run.version, (count(m.sent_at))::int as sent, (count(m.opened_at))::int as opened,
        (count(m.clicked_at))::int as clicked, (count(m.unsubscribed_at))::int as unsubscribed
      from automation_email_source e
      join run on run.ordinal = e.ordinal
      join message m on m.tenant_id = ${tenantId} and m.source_id = e.id and m.contact_id = run.contact_id
      where e.tenant_id = ${tenantId} and e.automation_id = ${automationId} group by run.version
    )
    select n.version, v.created_at as at, n.entered, n.inside, n.completed, n.ended, coalesce(m.sent, 0) as sent,
      coalesce(m.opened, 0) as opened, coalesce(m.clicked, 0) as clicked, coalesce(m.unsubscribed, 0) as unsubscribed
    from entered n
    join automation_version v
      on v.tenant_id = ${tenantId} and v.automation_id = ${automationId} and v.version = n.version
    left join mailed m on m.version = n.version
    order by n.version desc`;
};

export type VersionRevenue = { version: number; currency: string; orders: number; revenue: string };

/** Orders within the window after a click in an e-mail of the version's runs. */
export const sumByVersion = async (
  db: TenantDb,
  automationId: string,
  windowDays: number,
): Promise<VersionRevenue[]> => {
  const { sql, tenantId } = db;
  return sql<VersionRevenue[]>`
    with run as materialized (select * from ${runs(db, automationId)} r)
    select run.version, o.currency, count(*)::int as orders, sum(o.total)::text as revenue
    from automation_email_source e
    join order_attribution a on a.tenant_id = ${tenantId} and a.source_id = e.id
      and a.ordered_at <= a.clicked_at + make_interval(hours => ${windowDays * 24}::int)
    join shop_order o on o.tenant_id = ${tenantId} and o.id = a.order_id and o.state_category in ('new', 'completed')
    join run on run.ordinal = e.ordinal and run.contact_id = o.contact_id
    where e.tenant_id = ${tenantId} and e.automation_id = ${automationId}
    group by 1, 2 order by 1, 2`;
};
