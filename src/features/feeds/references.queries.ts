import type { TenantDb } from "../../db/tenant.ts";

/** Which of the feeds the company has. */
export async function listKnownFeeds(
  { sql, tenantId }: TenantDb,
  ids: readonly string[],
): Promise<{ id: string; isArticle: boolean }[]> {
  return sql<{ id: string; isArticle: boolean }[]>`
    select id, kind = 'rss' as is_article from feed where tenant_id = ${tenantId} and id = any(${[...ids]}::bigint[])`;
}

/** Which of the items the feed has, or had within the last months. */
export async function listKnownItems(
  { sql, tenantId }: TenantDb,
  feedId: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from feed_item where tenant_id = ${tenantId} and feed_id = ${feedId} and id = any(${[...ids]}::bigint[])`;
  return rows.map(({ id }) => id);
}

/** The feeds cannot be deleted until the transaction ends. */
export async function lockFeeds({ sql, tenantId }: TenantDb, ids: readonly string[]): Promise<void> {
  await sql`
    select from feed where tenant_id = ${tenantId} and id = any(${[...ids]}::bigint[]) order by id for key share`;
}
