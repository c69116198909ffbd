import type { SqlTag } from "../../src/db/client.ts";
import type { BenchEnvironment } from "./environment.ts";

/** Ids that the definitions of the bench reference. */
export type SegmentFixture = { listId: string; smallListId: string; campaignId: string; numberFieldId: string };

const contacts = 1_000_000;
const orders = 2_000_000;

type SeedTarget = Pick<BenchEnvironment, "company"> & { sql: SqlTag };

/** A realistic shop: a million contacts, two million orders, lists, two campaigns; generated inside the database. */
export async function seedSegments({ sql: pool, company }: BenchEnvironment): Promise<SegmentFixture> {
  const sql = await pool.reserve();
  const environment = { sql, company };
  try {
    // The generated rows are consistent; checking foreign keys per row would take most of the time.
    await sql`set session_replication_role = replica`;
    // The search index is not needed.
    await sql`drop index contact_search, shop_order_search`;
    const numberFieldId = await insertNumberField(environment);
    await insertContacts(environment, numberFieldId);
    await insertConsents(environment);
    await insertOrders(environment);
    const listId = await insertList(environment, "Newsletter", 5);
    const smallListId = await insertList(environment, "Club", 100);
    const campaignId = await insertCampaign(environment);
    await sql.unsafe("vacuum analyze");
    return { listId, smallListId, campaignId, numberFieldId };
  } finally {
    await sql`reset session_replication_role`;
    sql.release();
  }
}

const requireId = (rows: readonly { id: string }[]): string => {
  const [row] = rows;
  if (row === undefined) throw new Error("the seed got no id");
  return row.id;
};

async function insertNumberField({ sql, company: { tenantId } }: SeedTarget): Promise<string> {
  return requireId(
    await sql<{ id: string }[]>`
      insert into custom_field (tenant_id, name, type, created_at) values (${tenantId}, 'Points', 'number', now())
      returning id`,
  );
}

async function insertContacts(
  { sql, company: { tenantId, shopId } }: SeedTarget,
  numberFieldId: string,
): Promise<void> {
  await sql.unsafe(`
    with person as (
      select n, (array['jana','petr','eva','tomas','lucie','martin','zuzana','jakub'])[1 + n % 8] as first,
        (array['novak','svoboda','dvorak','cerny','prochazka','kucera','vesely','horak','nemec','marek'])[1 + n / 8 % 10]
          || (n % 997)::text as last,
        (array['Praha','Brno','Ostrava','Plzeň','Liberec','Olomouc','Ústí nad Labem','Zlín'])[1 + n / 3 % 8] as city
      from generate_series(1, ${contacts}) n
    )
    insert into contact (tenant_id, email, fingerprint, shop_id, status, status_at, source, created_at, first_name, last_name,
      city, custom_fields, language, consent_basis, consent_at, suppression_reason, suppressed_at, engagement, last_open_at,
      search, grams, name_key)
    select ${tenantId}, first || '.' || last || '.' || n || '@example.com', sha256((first || n)::bytea), ${shopId},
      case when n % 20 = 0 then 'unsubscribed' when n % 33 = 0 then 'bounced' else 'subscribed' end, now(), 'manual',
      now() - (${contacts} - n) * interval '60 seconds', initcap(first), initcap(last), city,
      case when n % 4 = 0 then '{}' else jsonb_build_object('${numberFieldId}', n % 1000) end, 'cs', 'imported', now(),
      case when n % 20 = 0 then 'unsubscribed' when n % 33 = 0 then 'bounced' end,
      case when n % 20 = 0 or n % 33 = 0 then now() end,
      (array['A','B','C','D','E','N'])[1 + n % 6],
      case when n % 3 > 0 then now() - (n % 400) * interval '1 day' end,
      ' ' || first || '.' || last || '.' || n || '@example.com ' || first || ' ' || last, '{}', last || ' ' || first
    from person`);
  await sql`
    insert into contact_count (tenant_id, shop_id, status, state, engagement, source, shard, n)
    select tenant_id, shop_id, status, state, engagement, source, id % 8, count(*) from contact group by 1, 2, 3, 4, 5, 6, 7`;
  await sql`
    insert into suppression (tenant_id, fingerprint, email, reason, source, blacklisted, created_at)
    select tenant_id, fingerprint, email, suppression_reason, 'admin', false, now() from contact
    where suppression_reason is not null`;
}

/** Unsubscribing withdrew the consents; a second purpose has its own. */
async function insertConsents({ sql, company: { tenantId, purposeId } }: SeedTarget): Promise<void> {
  await sql`
    insert into consent (tenant_id, contact_id, purpose_id, state, basis, source, at, withdrawn_at)
    select tenant_id, id, ${purposeId}, case when status = 'unsubscribed' then 'withdrawn' else 'valid' end, 'imported',
      'manual', created_at, case when status = 'unsubscribed' then now() end
    from contact`;
  const second = requireId(
    await sql<{ id: string }[]>`
      insert into purpose (tenant_id, name, created_at) values (${tenantId}, 'Partners', now()) returning id`,
  );
  await sql`
    insert into consent (tenant_id, contact_id, purpose_id, state, basis, source, at)
    select tenant_id, id, ${second}, 'valid', 'imported', 'manual', created_at from contact where id % 5 = 0`;
}

/** A third of the contacts have orders; some of them many. */
async function insertOrders({ sql, company: { tenantId, shopId } }: SeedTarget): Promise<void> {
  await sql.unsafe(`
    with bounds as (select min(id) as first from contact where tenant_id = ${tenantId}), generated as (
      select n, (hashint8extended(n, 1) & 2147483647) / 2147483648.0 as a,
        (hashint8extended(n, 2) & 2147483647) / 2147483648.0 as b
      from generate_series(1, ${orders}) n
    )
    insert into shop_order (tenant_id, shop_id, external_id, contact_id, state, state_category, currency, total, created_at,
      recorded_at)
    select ${tenantId}, ${shopId}, n::text, first + floor(a * a * 400000)::bigint, state, state, currency,
      round((200 + b * 3000)::numeric, 2), now() - floor(b * 100000) % 1095 * interval '1 day', now()
    from (select *, case when n % 8 = 0 then 'cancelled' else 'completed' end as state,
      case when n % 5 = 0 then 'EUR' else 'CZK' end as currency from generated) as o, bounds`);
  await sql`
    insert into contact_order_total (tenant_id, contact_id, shop_id, currency, orders, total, first_at, last_at)
    select tenant_id, contact_id, shop_id, currency, count(*), sum(total), min(created_at), max(created_at)
    from shop_order where state_category = 'completed' group by 1, 2, 3, 4`;
}

/** Every `share`-th contact is a member of the list; a few have left. */
async function insertList({ sql, company: { tenantId } }: SeedTarget, name: string, share: number): Promise<string> {
  const listId = requireId(
    await sql<{ id: string }[]>`
      insert into list (tenant_id, name, public_name, note, created_at, search)
      values (${tenantId}, ${name}, ${name}, '', now(), ${name}) returning id`,
  );
  await sql`
    insert into list_member (tenant_id, list_id, contact_id, state, added_at, changed_at, contact_created_at)
    select tenant_id, ${listId}, id, case when id % 19 = 0 then 'unsubscribed' else 'confirmed' end, now(), now(), created_at
    from contact where id % ${share} = 0`;
  return listId;
}

async function insertCampaign({ sql, company: { tenantId, shopId } }: SeedTarget): Promise<string> {
  const insert = async (name: string) => {
    const id = requireId(
      await sql<{ id: string }[]>`
        insert into campaign (tenant_id, name, shop_id, status, created_at)
        values (${tenantId}, ${name}, ${shopId}, 'completed', now()) returning id`,
    );
    await sql`
      insert into message (tenant_id, source_id, contact_id, variant_id, batch_id, domain, state, delivered_at,
        opened_at, clicked_at)
      select tenant_id, ${id}, id, ${id}, 0, 'example.com', case when id % 50 = 0 then 'hardbounced' else 'delivered' end,
        case when id % 50 > 0 then now() end, case when id % 50 > 0 and id % 3 = 0 then now() end,
        case when id % 50 > 0 and id % 21 = 0 then now() end
      from contact where not excluded`;
    return id;
  };
  await insert("Spring");
  return insert("Summer");
}
