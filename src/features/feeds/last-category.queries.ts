import type { TenantDb } from "../../db/tenant.ts";
import { feedItemColumns, type FeedItemRecord } from "./items.queries.ts";

/**
 * The category of what each contact bought last in the shop of the feed: that of the product in the feed, otherwise the one of
 * the order. Cancelled and returned orders do not count.
 */
export async function listLastCategories(
  { sql, tenantId }: TenantDb,
  feedId: string,
  contactIds: readonly string[],
): Promise<{ contactId: string; category: string }[]> {
  return sql<{ contactId: string; category: string }[]>`
    select a.id as contact_id, bought.category from unnest(${[...contactIds]}::bigint[]) as a(id)
    cross join lateral (
      select coalesce(p.category_key, i.category_key) as category
      from shop_order o
      join order_item i on i.tenant_id = ${tenantId} and i.order_id = o.id
      left join lateral (
        select f.category_key from feed_item f
        where f.tenant_id = ${tenantId} and f.code_key = i.code_key and f.feed_id = ${feedId} limit 1
      ) p on true
      where o.tenant_id = ${tenantId} and o.contact_id = a.id
        and o.shop_id = (select shop_id from feed where tenant_id = ${tenantId} and id = ${feedId})
        and o.state_category not in ('cancelled', 'returned')
        and coalesce(p.category_key, i.category_key) is not null
      order by o.created_at desc, o.id desc, i.position limit 1
    ) bought`;
}

/** The first available products of each category, in the order of the feed. */
export async function listCategoryItems(
  db: TenantDb,
  feedId: string,
  { categories, limit, at }: { categories: readonly string[]; limit: number; at: Date },
): Promise<(FeedItemRecord & { categoryKey: string })[]> {
  const { sql, tenantId } = db;
  return sql<(FeedItemRecord & { categoryKey: string })[]>`
    select ${feedItemColumns(db, at)}, i.category_key
    from unnest(${[...categories]}::text[]) as wanted(category)
    cross join lateral (
      select * from feed_item
      where tenant_id = ${tenantId} and category_key = wanted.category and feed_id = ${feedId} and not is_article
        and gone_at is null and available
      order by id limit ${limit}
    ) i
    join feed f on f.tenant_id = ${tenantId} and f.id = i.feed_id
    order by wanted.category, i.id`;
}
