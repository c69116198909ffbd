import type { PendingQuery } from "../../../db/client.ts";
import type { TenantDb } from "../../../db/tenant.ts";

export type UsedToken = {
  readonly contactId: string;
  readonly clickedAt: Date;
  readonly shopId: string;
  readonly visitor: string;
};

/** Tokens of deleted contacts and those that were used before are left out. In key order, so that writers cannot deadlock. */
export async function insertTokens(db: TenantDb, tokens: readonly UsedToken[]): Promise<void> {
  await db.sql`
    insert into visitor_token (tenant_id, contact_id, clicked_at, shop_id, visitor)
    select ${db.tenantId}, m."contactId", m."clickedAt", m."shopId", m.visitor
    from jsonb_to_recordset(${JSON.stringify(tokens)}::jsonb)
      as m("contactId" bigint, "clickedAt" timestamptz, "shopId" bigint, visitor text)
    join contact c on c.tenant_id = ${db.tenantId} and c.id = m."contactId"
    order by 2, 3 on conflict do nothing`;
}

export type VisitorKey = Pick<UsedToken, "shopId" | "visitor">;

export type KnownVisitor = VisitorKey & { readonly contactId: string };

/** The contact of each visitor that a mark identified. Locked in id order until the end of the transaction. */
export const lockVisitorContacts = (db: TenantDb, visitors: readonly VisitorKey[]): PendingQuery<KnownVisitor[]> =>
  db.sql<KnownVisitor[]>`
    select v."shopId" as shop_id, v.visitor, c.id as contact_id
    from jsonb_to_recordset(${JSON.stringify(visitors)}::jsonb) as v("shopId" bigint, visitor text)
    cross join lateral (
      select contact_id from visitor_token
      where tenant_id = ${db.tenantId} and shop_id = v."shopId" and visitor = v.visitor
      order by clicked_at desc limit 1) m
    join contact c on c.tenant_id = ${db.tenantId} and c.id = m.contact_id
    order by c.id for no key update of c`;

export async function deleteTokensBefore(db: TenantDb, before: Date): Promise<void> {
  await db.sql`delete from visitor_token where tenant_id = ${db.tenantId} and clicked_at < ${before}`;
}
