import { finalInParts } from "../../db/in-parts.ts";
import { inlinedPart, lastPart, part, partIfRows } from "../../db/parts.ts";
import { exclusiveLock } from "../../db/locks.ts";
import { node } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { applyCouponCounts } from "./counts.sql.ts";

export type Assignment = { contactId: string; code: string; isNew: boolean };

/**
 * Assigns the oldest free codes to the contacts that have none and answers the codes of all that have one. Assignments of a
 * stack run one after another, so no contact gets two codes;
 * a code that is being marked as used is skipped.
 */
export async function assignCodes(
  db: TenantDb,
  stackId: string,
  { contactIds, at }: { contactIds: readonly string[]; at: Date },
): Promise<Assignment[]> {
  const { tenantId } = db;
  const changes = node`
    select stack_id, 'assigned' as state, 1 as n from given
    union all select stack_id, 'free' as state, -1 as n from given`;
  const assigned = await db.pipelinedTransaction((inner) => {
    const { sql } = inner;
    return finalInParts<Assignment>(inner, {
      before: sql`select ${exclusiveLock(sql, "couponStack", tenantId, stackId)}`.execute(),
      parts: [
        inlinedPart(
          "asked",
          [],
          sql`
        select distinct id from unnest(${[...contactIds]}::bigint[]) as a(id)`,
        ),
        part(
          "had",
          ["asked"],
          sql`
        select k.contact_id, k.code from asked cross join lateral (
          select contact_id, code from coupon
          where tenant_id = ${tenantId} and contact_id = asked.id and stack_id = ${stackId} offset 0) k`,
          "materialized",
        ),
        inlinedPart(
          "wanted",
          ["asked", "had"],
          sql`
        select id, row_number() over (order by id) as n from asked
        where not exists (select from had where had.contact_id = asked.id)`,
        ),
        part(
          "free",
          ["wanted"],
          sql`
        select id, row_number() over (order by id) as n from (
          select id from coupon where tenant_id = ${tenantId} and stack_id = ${stackId} and state = 'free'
          order by id limit (select count(*) from wanted) for update skip locked) oldest`,
          "materialized",
        ),
        part(
          "given",
          ["wanted", "free"],
          sql`
        update coupon k set state = 'assigned', contact_id = w.id, assigned_at = ${at}
        from free f join wanted w on w.n = f.n
        where k.tenant_id = ${tenantId} and k.id = f.id
        returning k.stack_id, k.contact_id, k.code`,
        ),
        partIfRows("counted", ["given"], applyCouponCounts(tenantId, changes)),
      ],
      last: lastPart(
        ["had", "given"],
        sql`
      select contact_id, code, true as is_new from given
      union all select contact_id, code, false as is_new from had`,
      ),
    });
  });
  return [...assigned];
}

export async function listContactsWithCode(
  db: TenantDb,
  stackId: string,
  contactIds: readonly string[],
): Promise<string[]> {
  const rows = await db.sql<{ contactId: string }[]>`
    select contact_id from coupon
    where tenant_id = ${db.tenantId} and stack_id = ${stackId} and contact_id = any(${[...contactIds]}::bigint[])`;
  return rows.map(({ contactId }) => contactId);
}

export type AssignedCode = { stackId: string; code: string };

/** The codes that the contact already has. */
export async function findAssignedCodes(
  db: TenantDb,
  contactId: string,
  stackIds: readonly string[],
): Promise<AssignedCode[]> {
  return db.sql<AssignedCode[]>`
    select stack_id, code from coupon
    where tenant_id = ${db.tenantId} and contact_id = ${contactId} and stack_id = any(${[...stackIds]}::bigint[])`;
}
