import { randomBytes } from "node:crypto";
import Fastify from "fastify";
import { openPool } from "../../src/db/tenant.ts";
import { presentContact, presentContactJson, presentContactRow } from "../../src/features/contacts/present.ts";
import { listContactRows } from "../../src/features/contacts/contact-list.queries.ts";
import type { ContactRowRecord } from "../../src/features/contacts/contact-pages.queries.ts";
import { findContactDetails } from "../../src/features/contacts/contact-detail.queries.ts";
import { Contact, ContactRow } from "../../src/features/contacts/shapes.ts";
import { computeTrigrams } from "../../src/features/contacts/trigrams.ts";
import { ListRow } from "../../src/features/lists/shapes.ts";
import { Page } from "../../src/kernel/schema.ts";

/** Fastify and the statements only: no credentials, limits, validation or rules. */
const { DATABASE_URL = "", TENANT_ID = "", SHOP_ID = "", PURPOSE_ID = "" } = process.env;
const db = openPool(DATABASE_URL, 10).forTenant(TENANT_ID);
const app = Fastify({ logger: false });

app.get("/contacts", { schema: { response: { 200: Page(ContactRow) } } }, async () => {
  const { total, rows } = await listContactRows(
    db,
    { limit: 25, offset: 0 },
    {
      timeZone: "Europe/Prague",
      now: new Date(),
    },
  );
  return { items: rows.map(presentContactJson), total, page: 1, pageSize: 25 };
});

/** The rows of the page only, by the shortest statement: no total, no filters. */
app.get("/contacts/plain", { schema: { response: { 200: Page(ContactRow) } } }, async () => {
  const rows = await db.sql<ContactRowRecord[]>`
    select id, email, first_name, last_name, status, engagement, excluded, shop_id, suppression_reason, blacklisted,
      blacklisted_at, state, created_at
    from contact where tenant_id = ${TENANT_ID} order by created_at desc, id desc limit 25`;
  return { items: rows.map(presentContactRow), total: 0, page: 1, pageSize: 25 };
});

app.get<{ Params: { id: string } }>("/contacts/:id", { schema: { response: { 200: Contact } } }, async (request) => {
  const now = new Date();
  const since = new Date(now.getTime() - 7_776_000_000);
  const [row] = await findContactDetails(db, [request.params.id], { timeZone: "Europe/Prague", since, now });
  if (row === undefined) throw new Error("no such contact");
  return presentContact(row);
});

/** Pages of a list by its index; the total from its counters. */
app.get<{ Params: { id: string; page: string } }>(
  "/lists/:id/contacts/:page",
  { schema: { response: { 200: Page(ContactRow) } } },
  async ({ params: { id, page } }) => {
    const rows = await db.sql<(ContactRowRecord & { total: number })[]>`
      select c.id, email, first_name, last_name, status, engagement, excluded, shop_id, suppression_reason, blacklisted,
        blacklisted_at, c.state, created_at,
        (select sum(n)::int from list_count where tenant_id = ${TENANT_ID} and list_id = ${id}) as total
      from (
        select contact_id from list_member where tenant_id = ${TENANT_ID} and list_id = ${id} and state <> 'removed'
        order by contact_created_at desc, contact_id desc limit 50 offset ${(Number(page) - 1) * 50}
      ) m join contact c on c.tenant_id = ${TENANT_ID} and c.id = m.contact_id
      order by created_at desc, c.id desc`;
    return { items: rows.map(presentContactRow), total: rows[0]?.total ?? 0, page: Number(page), pageSize: 50 };
  },
);

const emptyBuckets = { active: 0, unconfirmed: 0, unsubscribed: 0, bounced: 0, complained: 0, blacklisted: 0 };

/** Lists with the sizes of their buckets. */
app.get("/lists", { schema: { response: { 200: Page(ListRow) } } }, async () => {
  const rows = await db.sql<{ id: string; counts: Record<string, number> }[]>`
    select l.id, l.name, l.public_name as "publicName", l.shop_id as "shopId", l.system_kind as "systemKind",
      l.created_at as "createdAt", l.note, l.notify_on_add as "notifyOnAdd",
      l.notify_on_unsubscribe as "notifyOnUnsubscribe", k.counts
    from list l cross join lateral (
      select json_object_agg(bucket, n) as counts from (
        select bucket, sum(n) as n from list_count where tenant_id = l.tenant_id and list_id = l.id group by bucket
      ) b
    ) k
    where l.tenant_id = ${TENANT_ID} and l.deleted_at is null order by l.created_at desc, l.id desc limit 25`;
  const items = rows.map(({ counts, ...row }) => ({
    ...row,
    locked: false,
    manualMembers: true,
    tags: [],
    counts: { total: Object.values(counts).reduce((sum, n) => sum + n, 0), byBucket: { ...emptyBuckets, ...counts } },
  }));
  return { items, total: items.length, page: 1, pageSize: 25 };
});

app.post<{ Body: { email: string; listIds?: string[] } }>("/contacts", async (request) => {
  const { email, listIds = [] } = request.body;
  const words = ` ${email} jana novakova`;
  const [row] = await db.sql<{ id: string }[]>`
    with added as (
      insert into contact (tenant_id, email, fingerprint, shop_id, status, status_at, source, created_at, first_name,
        last_name, language, consent_basis, consent_at, search, grams, name_key)
      values (${TENANT_ID}, ${email}, ${randomBytes(32)}, ${SHOP_ID}, 'subscribed', now(), 'manual', now(), 'Jana',
        'Novakova', 'cs', 'imported', now(), ${words}, ${computeTrigrams(TENANT_ID, words)}, 'novakova jana')
      returning tenant_id, id
    ), consented as (
      insert into consent (tenant_id, contact_id, purpose_id, state, basis, source, at)
      select tenant_id, id, ${PURPOSE_ID}, 'valid', 'imported', 'manual', now() from added
    ), recorded as (
      insert into consent_event (tenant_id, contact_id, purpose_id, action, basis, source, at)
      select tenant_id, id, ${PURPOSE_ID}, 'given', 'imported', 'manual', now() from added
    ), journaled as (
      insert into journal (tenant_id, at, type, contact_id, payload)
      select tenant_id, now(), 'contact_created', id, '{}' from added
    ), counted as (
      insert into contact_count as c (tenant_id, shop_id, status, state, engagement, source, shard, n)
      select tenant_id, ${SHOP_ID}, 'subscribed', 'active', 'N', 'manual', id % 8, 1 from added
      on conflict (tenant_id, shop_id, status, state, engagement, source, shard) do update set n = c.n + 1
    ), joined as (
      insert into list_member (tenant_id, list_id, contact_id, state, added_at, changed_at, contact_created_at)
      select tenant_id, list_id, id, 'confirmed', now(), now(), now() from added, unnest(${listIds}::bigint[]) as list_id
    ), recounted as (
      insert into list_count as k (tenant_id, list_id, bucket, shard, n)
      select tenant_id, list_id, 'active', id % 8, 1 from added, unnest(${listIds}::bigint[]) as list_id
      on conflict (tenant_id, list_id, bucket, shard) do update set n = k.n + 1
    )
    select id from added`;
  return { id: row?.id, email };
});

await app.listen({ host: "127.0.0.1", port: 0 });
const address = app.server.address();
if (typeof address === "object" && address !== null) process.send?.({ url: `http://127.0.0.1:${address.port}` });
