import { inParts } from "../../../db/in-parts.ts";
import { inlinedPart, lastPart, part, partIfRows } from "../../../db/parts.ts";
import type { Fragment } from "../../../db/client.ts";
import { node, toFragment } from "../../../db/sql-node.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import {
  applyMembershipCounts,
  deleteMembersExcept,
  writeMemberStates,
} from "../../contacts/memberships/members.sql.ts";
import type { SystemKind } from "../shapes.ts";

/** Whether the contact `c` belongs to the shop list of this kind. */
const belongsToShopList = ({ sql }: TenantDb, kind: Fragment): Fragment => sql`
  case ${kind}
    when 'shop_contacts' then true
    when 'shop_newsletter' then c.status in ('subscribed', 'pending')
    else c.status in ('unsubscribed', 'complained')
  end`;

export type ShopList = {
  shopId: string;
  shopName: string;
  language: string;
  systemKind: SystemKind;
  listId: string | null;
  members: number;
};

/** The three lists of each shop, whether they exist or not, and how many members they have or would have. */
export async function findShopLists(db: TenantDb, shopId: string | undefined): Promise<ShopList[]> {
  const { sql, tenantId } = db;
  return sql<ShopList[]>`
    select s.id as shop_id, s.name as shop_name, s.language, kind as system_kind, l.id as list_id, (
        select coalesce(sum(c.n), 0)::int from contact_count c
        where c.tenant_id = ${tenantId} and c.shop_id = s.id and ${belongsToShopList(db, sql`kind`)}) as members
    from shop s cross join unnest(array['shop_contacts', 'shop_newsletter', 'shop_unsubscribed']) as kind
    left join list l on l.tenant_id = ${tenantId} and l.shop_id = s.id and l.system_kind = kind and l.deleted_at is null
    where s.tenant_id = ${tenantId} ${shopId === undefined ? sql`` : sql`and s.id = ${shopId}`}
    order by s.id, kind`;
}

export async function listShopListIds(db: TenantDb): Promise<string[]> {
  const rows = await db.sql<{ id: string }[]>`
    select id from list where tenant_id = ${db.tenantId} and system_kind is not null and deleted_at is null order by id`;
  return rows.map(({ id }) => id);
}

export async function hasShopLists(db: TenantDb): Promise<boolean> {
  const rows = await db.sql`
    select from list where tenant_id = ${db.tenantId} and system_kind is not null and deleted_at is null limit 1`;
  return rows.length > 0;
}

/** Synchronizes the shops' lists with these contacts. */
export const syncShopListContacts = (db: TenantDb, contactIds: readonly string[], at: Date): Promise<void> =>
  syncShopListMembers(db, db.sql`select id from unnest(${[...contactIds]}::bigint[]) as id`, at);

/**
 * Synchronizes the shops' lists with these contacts, which are locked. Memberships of these lists have no history: the
 * row of a contact that no longer belongs is deleted.
 */
export async function syncShopListMembers(db: TenantDb, contactIds: Fragment, at: Date): Promise<void> {
  const { sql, tenantId } = db;
  const members = node`
    select ${tenantId}, w.list_id, w.contact_id, w.state, ${at}, ${at}, null, w.contact_created_at
    from expected w left join present p using (list_id, contact_id) where p.state is distinct from w.state
    order by w.list_id, w.contact_id`;
  await inParts<object>(
    db,
    [
      part("requested", [], contactIds, "materialized"),
      part(
        "shop_list",
        [],
        sql`
      select id, shop_id, system_kind from list
      where tenant_id = ${tenantId} and system_kind is not null and deleted_at is null`,
      ),
      part(
        "expected",
        ["requested", "shop_list"],
        sql`
      select b.id as list_id, c.id as contact_id, c.created_at as contact_created_at,
        case when c.status = 'pending' then 'unconfirmed' else 'confirmed' end as state
      from requested cross join lateral (
        select id, shop_id, status, created_at from contact where tenant_id = ${tenantId} and id = requested.id offset 0) c
      join shop_list b on b.shop_id = c.shop_id and ${belongsToShopList(db, sql`b.system_kind`)}`,
        "materialized",
      ),
      part(
        "present",
        ["requested", "shop_list"],
        sql`
      select m.list_id, m.contact_id, m.state from requested
      cross join lateral (
        select list_id, contact_id, state from list_member where tenant_id = ${tenantId} and contact_id = requested.id offset 0) m
      join shop_list b on b.id = m.list_id`,
        "materialized",
      ),
      inlinedPart(
        "was",
        ["expected", "present"],
        sql`
      select p.* from present p left join expected w using (list_id, contact_id) where w.state is distinct from p.state`,
      ),
      partIfRows(
        "written",
        ["expected", "present"],
        sql`
      ${toFragment(sql, writeMemberStates(members))} returning list_id, contact_id, state`,
      ),
      partIfRows("deleted", ["expected", "was"], deleteMembersExcept(tenantId, node`expected`)),
    ],
    lastPart(["was", "written"], applyMembershipCounts(tenantId)),
  );
}

/** The next contacts of a shop in order of id. */
export const shopContactsAfter = (
  { sql, tenantId }: TenantDb,
  { shopId, after, limit }: { shopId: string; after: string; limit: number },
): Fragment => sql`
  select id from contact where tenant_id = ${tenantId} and shop_id = ${shopId} and id > ${after} order by id limit ${limit}`;

export async function findBatchEnd(db: TenantDb, contactIds: Fragment): Promise<{ lastId: string | null; n: number }> {
  const [row] = await db.sql<{ lastId: string | null; n: number }[]>`
    select max(id) as last_id, count(*)::int as n from (${contactIds}) batch`;
  return row ?? { lastId: null, n: 0 };
}
