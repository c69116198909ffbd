import type { Fragment } from "../../db/client.ts";
import { orderBy } from "../../db/order-by.ts";
import { singleRow } from "../../db/rows.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { escapeLike } from "../../kernel/text.ts";

export type CouponStackRecord = {
  id: string;
  name: string;
  shopId: string | null;
  mergeKey: string;
  note: string;
  counts: { free: number; assigned: number; used: number };
  createdAt: Date;
};

const columns = ({ sql, tenantId }: TenantDb): Fragment => sql`
  s.id, s.name, s.shop_id, s.merge_key, s.note, s.created_at, (
    select json_build_object(
      'free', coalesce(sum(n) filter (where state = 'free'), 0),
      'assigned', coalesce(sum(n) filter (where state = 'assigned'), 0),
      'used', coalesce(sum(n) filter (where state = 'used'), 0))
    from coupon_count k where k.tenant_id = ${tenantId} and k.stack_id = s.id) as counts`;

export type StackFilters = { q?: string; shop?: string };

const conditions = ({ sql, tenantId }: TenantDb, { q = "", shop }: StackFilters): Fragment => {
  const pattern = `%${escapeLike(q.trim())}%`;
  return sql`
    s.tenant_id = ${tenantId}
    ${q.trim() === "" ? sql`` : sql`and (fold(s.name) like fold(${pattern}) or fold(s.merge_key) like fold(${pattern}))`}
    ${shop === undefined ? sql`` : sql`and s.shop_id = ${shop}`}`;
};

export async function listStacks(
  db: TenantDb,
  filters: StackFilters,
  { sort, limit, offset }: { sort: string; limit: number; offset: number },
): Promise<{ rows: CouponStackRecord[]; total: number }> {
  const order = orderBy(db, sort, {
    id: db.sql`s.id`,
    name: db.sql`lower(s.name)`,
    createdAt: db.sql`s.created_at`,
  });
  const where = conditions(db, filters);
  const [rows, counted] = await Promise.all([
    db.sql<CouponStackRecord[]>`
      select ${columns(db)} from coupon_stack s where ${where} order by ${order} limit ${limit} offset ${offset}`,
    db.sql<{ total: number }[]>`select count(*)::int as total from coupon_stack s where ${where}`,
  ]);
  return { rows, total: singleRow(counted).total };
}

export async function findStack(db: TenantDb, id: string): Promise<CouponStackRecord | undefined> {
  const [row] = await db.sql<CouponStackRecord[]>`
    select ${columns(db)} from coupon_stack s where s.tenant_id = ${db.tenantId} and s.id = ${id}`;
  return row;
}

export async function findStacksByMergeKeys(db: TenantDb, mergeKeys: readonly string[]): Promise<CouponStackRecord[]> {
  return db.sql<CouponStackRecord[]>`
    select ${columns(db)} from coupon_stack s
    where s.tenant_id = ${db.tenantId} and s.merge_key = any(${[...mergeKeys]}::text[]) order by s.id`;
}

export async function countStacks(db: TenantDb): Promise<number> {
  const rows = await db.sql<{ total: number }[]>`
    select count(*)::int as total from coupon_stack where tenant_id = ${db.tenantId}`;
  return singleRow(rows).total;
}

export type StackWrite = Pick<CouponStackRecord, "name" | "shopId" | "mergeKey" | "note" | "createdAt">;

/** Undefined when the merge key is taken; a taken name is a unique violation. */
export async function insertStack(db: TenantDb, stack: StackWrite): Promise<string | undefined> {
  const [row] = await db.sql<{ id: string }[]>`
    insert into coupon_stack ${db.sql({ tenantId: db.tenantId, ...stack })}
    on conflict (tenant_id, merge_key) do nothing returning id`;
  return row?.id;
}

/** Nothing names the stack anew until the transaction ends. */
export async function lockStack(db: TenantDb, id: string): Promise<boolean> {
  const rows = await db.sql`select from coupon_stack where tenant_id = ${db.tenantId} and id = ${id} for update`;
  return rows.length === 1;
}

export async function deleteStack(db: TenantDb, id: string): Promise<void> {
  await db.sql`delete from coupon_stack where tenant_id = ${db.tenantId} and id = ${id}`;
}
