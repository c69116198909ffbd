import type { TestCompany } from "./company.ts";

/** Inserts `count` subscribed contacts with addresses that start with the given name. */
export async function insertContactsOfCity(company: TestCompany, count: number, city = "Brno"): Promise<void> {
  await insertUnanalyzedContacts(company, count, city);
  // Autovacuum and imports do the same.
  await company.app.db.sql`analyze contact, consent`;
}

/** The same without planner statistics of them. */
export async function insertUnanalyzedContacts(
  { ctx, tenantId, shopId, purposeId }: TestCompany,
  count: number,
  city = "Brno",
): Promise<void> {
  await ctx.db.sql`
    with new as (
      insert into contact (tenant_id, email, fingerprint, shop_id, status, status_at, source, created_at, city, search,
        grams, name_key)
      select ${tenantId}, ${city}::text || n || '@example.com', sha256((${city}::text || n)::bytea), ${shopId}, 'subscribed', now(), 'manual', now(),
        ${city}::text, '', '{}', ''
      from generate_series(1, ${count}::int) n returning tenant_id, id, shop_id, status, state, engagement, source
    ), counted as (
      insert into contact_count (tenant_id, shop_id, status, state, engagement, source, shard, n)
      select tenant_id, shop_id, status, state, engagement, source, 0, count(*) from new group by 1, 2, 3, 4, 5, 6
      on conflict (tenant_id, shop_id, status, state, engagement, source, shard) do update set n = contact_count.n + excluded.n
    )
    insert into consent (tenant_id, contact_id, purpose_id, state, basis, source, at)
    select tenant_id, id, ${purposeId}, 'valid', 'imported', 'manual', now() from new`;
}
