import type { Fragment } from "../../../db/client.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import type { Period } from "../../../kernel/period.ts";
import { periodCondition } from "../period.sql.ts";

/** Contacts that exist and were added in the period; every column is in the index by time. */
const added = (db: TenantDb, period: Period, shopId: string | undefined): Fragment => db.sql`
  from contact where tenant_id = ${db.tenantId} ${periodCondition(db, db.sql`created_at`, period)}
    ${shopId === undefined ? db.sql`` : db.sql`and shop_id = ${shopId}`}`;

export type AddedQuery = { readonly period: Period; readonly shopId: string; readonly timeZone: string };

/** Counts new contacts by days in the company's time zone. */
export const countAddedByDay = async (
  db: TenantDb,
  { period, shopId, timeZone }: AddedQuery,
): Promise<{ day: string; n: number }[]> =>
  db.sql<{ day: string; n: number }[]>`
    select to_char(created_at at time zone ${timeZone}, 'YYYY-MM-DD') as day, count(*)::int as n
    ${added(db, period, shopId)} group by 1`;

export type AddedBySource = { source: string; added: number; subscribed: number };

export const countAddedBySource = async (
  db: TenantDb,
  period: Period,
  shopId: string | undefined,
): Promise<AddedBySource[]> =>
  db.sql<AddedBySource[]>`
    select source, count(*)::int as added, (count(*) filter (where state = 'active'))::int as subscribed
    ${added(db, period, shopId)} group by 1 order by added desc, source`;
