import { randomBytes } from "node:crypto";
import Fastify from "fastify";
import { openPool } from "../../src/db/tenant.ts";
import { presentContact, presentContactJson, presentContactRow } from "../../src/features/contacts/present.ts";
import { listContactRows } from "../../src/features/contacts/contact-list.queries.ts";
import type { ContactRowRecord } from "../../src/features/contacts/contact-pages.queries.ts";
import { findContactDetails } from "../../src/features/contacts/contact-detail.queries.ts";
import { Contact, ContactRow } from "../../src/features/contacts/shapes.ts";
import { trigramsOf } from "../../src/features/contacts/trigrams.ts";
import { Page } from "../../src/kernel/schema.ts";

/** Fastify and the statements only: no credentials, limits, validation or rules. */
const { DATABASE_URL = "", TENANT_ID = "", SHOP_ID = "", PURPOSE_ID = "" } = process.env;
const db = openPool(DATABASE_URL, 10).forTenant(TENANT_ID);
const app = Fastify({ logger: false });

app.get("/contacts", { schema: { response: { 200: Page(ContactRow) } } }, async () => {
  const { total, rows } = await listContactRows(db, { limit: 25, offset: 0 }, "Europe/Prague");
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
  const since = new Date(Date.now() - 7_776_000_000);
  const [row] = await findContactDetails(db, [request.params.id], { timeZone: "Europe/Prague", since });
  if (row === undefined) throw new Error("no such contact");
  return presentContact(row);
});

app.post<{ Body: { email: string } }>("/contacts", async (request) => {
  const { email } = request.body;
  const words = ` ${email} jana novakova`;
  const [row] = await db.sql<{ id: string }[]>`
    with added as (
      insert into contact (tenant_id, email, fingerprint, shop_id, status, status_at, source, created_at, first_name,
        last_name, language, consent_basis, consent_at, search, grams, name_key)
      values (${TENANT_ID}, ${email}, ${randomBytes(32)}, ${SHOP_ID}, 'subscribed', now(), 'manual', now(), 'Jana',
        'Novakova', 'cs', 'imported', now(), ${words}, ${trigramsOf(TENANT_ID, words)}, 'novakova jana')
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
      insert into contact_count as c (tenant_id, shop_id, status, state, engagement, shard, n)
      select tenant_id, ${SHOP_ID}, 'subscribed', 'active', 'N', id % 8, 1 from added
      on conflict (tenant_id, shop_id, status, state, engagement, shard) do update set n = c.n + 1
    )
    select id from added`;
  return { id: row?.id, email };
});

await app.listen({ host: "127.0.0.1", port: 0 });
const address = app.server.address();
if (typeof address === "object" && address !== null) process.send?.({ url: `http://127.0.0.1:${address.port}` });
