import type { CompanyRows } from "./environment.ts";

/** Contacts generated inside the database: searchable names, realistic statuses and engagement. */
export async function seedContacts({ sql, company }: CompanyRows, count: number): Promise<void> {
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
    insert into contact_count (tenant_id, shop_id, status, state, engagement, source, shard, n)
    select tenant_id, shop_id, status, state, engagement, source, id % 8, count(*) from contact
    where tenant_id = ${tenantId} group by 1, 2, 3, 4, 5, 6, 7`;
  await sql`
    insert into consent (tenant_id, contact_id, purpose_id, state, basis, source, at)
    select tenant_id, id, ${purposeId}, 'valid', 'imported', 'manual', created_at from contact where tenant_id = ${tenantId}`;
  await sql`
    insert into journal (tenant_id, at, type, contact_id, payload)
    select tenant_id, now(), 'contact_created', id, '{"to":"subscribed"}' from contact where tenant_id = ${tenantId}`;
  await sql.unsafe("vacuum analyze");
}

/** Lists with all contacts, one in ten and one in a hundred, some of them removed. Their ids by share in percent. */
export async function seedLists({ sql, company: { tenantId } }: CompanyRows): Promise<Map<number, string>> {
  const ids = new Map<number, string>();
  for (const percent of [100, 10, 1]) {
    const [list] = await sql<{ id: string }[]>`
      insert into list (tenant_id, name, public_name, note, created_at, search)
      values (${tenantId}, ${`${percent} %`}, '', '', now(), '') returning id`;
    if (list === undefined) throw new Error("expected a list");
    await sql`
      insert into list_member (tenant_id, list_id, contact_id, state, added_at, changed_at, contact_created_at)
      select tenant_id, ${list.id}, id, case when id % 97 = 0 then 'removed' else 'confirmed' end, now(), now(), created_at
      from contact where tenant_id = ${tenantId} and id * 7919 % 1000003 % 100 < ${percent}`;
    ids.set(percent, list.id);
  }
  await sql`
    insert into list_count (tenant_id, list_id, bucket, shard, n)
    select m.tenant_id, m.list_id, c.state, m.contact_id % 8, count(*)
    from list_member m join contact c on c.tenant_id = m.tenant_id and c.id = m.contact_id
    where m.state <> 'removed' group by 1, 2, 3, 4`;
  await sql.unsafe("vacuum analyze list, list_member, list_count");
  return ids;
}
