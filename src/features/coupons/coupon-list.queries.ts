import type { Fragment } from "../../db/client.ts";
import { singleRow } from "../../db/rows.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { startOfDay, startOfNextDay } from "../../kernel/local-time.ts";
import { escapeLike } from "../../kernel/text.ts";

export type CouponRecord = {
  id: string;
  code: string;
  status: "assigned" | "used";
  /** Null for a code without a contact and for one whose contact was deleted. */
  contactId: string | null;
  email: string | null;
  assignedAt: Date | null;
  usedAt: Date | null;
};

const columns = ({ sql }: TenantDb): Fragment => sql`
  k.id, k.code, k.state as status, c.id as contact_id, c.email, k.assigned_at, k.used_at`;

const withContact = ({ sql, tenantId }: TenantDb): Fragment => sql`
  left join contact c on c.tenant_id = ${tenantId} and c.id = k.contact_id`;

export type CouponFilters = { q?: string; from?: string; to?: string; status?: string };

/** Days are those of the assignment, or of the use of a code that was never assigned. */
function conditions(db: TenantDb, stackId: string, filters: CouponFilters & { timeZone: string }): Fragment {
  const { sql, tenantId } = db;
  const { q = "", from, to, status, timeZone } = filters;
  const given = sql`coalesce(k.assigned_at, k.used_at)`;
  const pattern = `%${escapeLike(q.trim().toLowerCase())}%`;
  return sql`
    k.tenant_id = ${tenantId} and k.stack_id = ${stackId} and k.state <> 'free'
    ${status === undefined ? sql`` : sql`and k.state = ${status}`}
    ${from === undefined ? sql`` : sql`and ${given} >= ${startOfDay(from, timeZone)}`}
    ${to === undefined ? sql`` : sql`and ${given} < ${startOfNextDay(to, timeZone)}`}
    ${q.trim() === "" ? sql`` : sql`and (k.code_key like ${pattern} or c.email like ${pattern})`}`;
}

export async function listCoupons(
  db: TenantDb,
  stackId: string,
  filters: CouponFilters & { timeZone: string; limit: number; offset: number },
): Promise<{ rows: CouponRecord[]; total: number }> {
  const where = conditions(db, stackId, filters);
  const [rows, counted] = await Promise.all([
    db.sql<CouponRecord[]>`
      select ${columns(db)} from coupon k ${withContact(db)} where ${where}
      order by coalesce(k.assigned_at, k.used_at) desc, k.id desc limit ${filters.limit} offset ${filters.offset}`,
    db.sql<{ total: number }[]>`select count(*)::int as total from coupon k ${withContact(db)} where ${where}`,
  ]);
  return { rows, total: singleRow(counted).total };
}

export async function findCouponOfMessage(
  db: TenantDb,
  stackId: string,
  contactId: string,
): Promise<CouponRecord | undefined> {
  const [row] = await db.sql<CouponRecord[]>`
    select ${columns(db)} from coupon k ${withContact(db)}
    where k.tenant_id = ${db.tenantId} and k.contact_id = ${contactId} and k.stack_id = ${stackId}`;
  return row;
}
