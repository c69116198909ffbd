import type { TenantDb } from "../../db/tenant.ts";

export type LanguageBatch = { lastId: string; seen: number; changed: string[] };

/**
 * Sets the language of the shop's next contacts in id order, except where it was set by hand. Undefined at the end.
 * Rows are locked in order, so that two runs cannot deadlock.
 */
export async function updateContactLanguage(
  db: TenantDb,
  change: { shopId: string; language: string; at: Date },
  after: { contactId: string; limit: number },
): Promise<LanguageBatch | undefined> {
  const [row] = await db.sql<{ lastId: string | null; seen: number; changed: string[] }[]>`
    with batch as (
      select id from contact where tenant_id = ${db.tenantId} and shop_id = ${change.shopId} and id > ${after.contactId}
      order by id limit ${after.limit} for no key update
    ), changed as (
      update contact c set language = ${change.language}, updated_at = ${change.at}
      from batch where c.tenant_id = ${db.tenantId} and c.id = batch.id
        and c.language is distinct from ${change.language} and not ('language' = any(c.edited_fields))
      returning c.id
    )
    select (select max(id) from batch) as last_id, (select count(*) from batch)::int as seen,
      array(select id::text from changed) as changed`;
  return row === undefined || row.lastId === null ? undefined : { ...row, lastId: row.lastId };
}

export async function findShopLanguage(db: TenantDb, shopId: string): Promise<string | null> {
  const [row] = await db.sql<{ language: string }[]>`
    select language from shop where tenant_id = ${db.tenantId} and id = ${shopId}`;
  return row?.language ?? null;
}
