import type { BenchEnvironment } from "./environment.ts";

/** Contacts generated inside the database: searchable names, realistic statuses and engagement. */
export async function seedContacts({ sql, company }: BenchEnvironment, count: number): Promise<void> {
  const { tenantId, shopId, purposeId } = company;
  await sql.unsafe(`
    with person as (
      select n, (array['jana','petr','eva','tomas','lucie','martin','zuzana','jakub'])[1 + n % 8] as first,
        (array['novak','svoboda','dvorak','cerny','prochazka','kucera','vesely','horak','nemec','marek'])[1 + n / 8 % 10]
          || (n % 997)::text as last
      from generate_series(1, ${count}) n
    )
    insert into contact (tenant_id, email, fingerprint, shop_id, status, status_at, source, created_at, first_name, last_name,
      language, consent_basis, consent_at, suppression_reason, suppressed_at, engagement, search, name_key, grams)
    select ${tenantId}, first || '.' || last || '.' || n || '@example.com', sha256((first || n)::bytea), ${shopId},
      case when n % 20 = 0 then 'unsubscribed' when n % 33 = 0 then 'bounced' else 'subscribed' end, now(), 'manual',
      now() - (${count} - n) * interval '20 seconds', initcap(first), initcap(last), 'cs', 'imported', now(),
      case when n % 20 = 0 then 'unsubscribed' when n % 33 = 0 then 'bounced' end,
      case when n % 20 = 0 or n % 33 = 0 then now() end,
      (array['A','B','C','D','E','N'])[1 + n % 6],
      search, last || ' ' || first, contact_grams(${tenantId}, search)
    from person cross join lateral (
      select ' ' || first || '.' || last || '.' || n || '@example.com ' || first || ' ' || last as search) words`);
  await sql`
    insert into contact_count (tenant_id, shop_id, status, state, engagement, shard, n)
    select tenant_id, shop_id, status, state, engagement, id % 8, count(*) from contact group by 1, 2, 3, 4, 5, 6`;
  await sql`
    insert into consent (tenant_id, contact_id, purpose_id, state, basis, source, at)
    select tenant_id, id, ${purposeId}, 'valid', 'imported', 'manual', created_at from contact`;
  await sql`
    insert into journal (tenant_id, at, type, contact_id, payload)
    select tenant_id, now(), 'contact_created', id, '{"to":"subscribed"}' from contact`;
  await sql.unsafe("vacuum analyze");
}
