import Fastify from "fastify";
import { openPool } from "../../src/db/tenant.ts";

/** Fastify, one statement and JSON: no credentials, limits, validation, selection or total. */
const { DATABASE_URL = "", TENANT_ID = "" } = process.env;
const { sql } = openPool(DATABASE_URL, 10).forTenant(TENANT_ID);
const app = Fastify({ logger: false });

app.get("/contacts", async () => {
  const data = await sql`
    select c.id, c.email, c.first_name, c.last_name, c.title_before, c.title_after, c.salutation, c.company, c.street,
      c.city, c.postal_code, c.country, c.mobile, c.phone, c.language, c.birthday, c.name_day, c.gender, c.note, c.state,
      c.status, c.soft_bounces, c.created_at, c.updated_at, split_part(c.email, '@', 2) as domain, coalesce((
        select json_agg(json_build_object('id', m.list_id, 'contact_id', c.id, 'contactlist_id', m.list_id,
          'status', m.state, 'added', m.added_at, 'updated', m.changed_at, 'score_opens', null, 'score_clicks', null))
        from list_member m where m.tenant_id = ${TENANT_ID} and m.contact_id = c.id), '[]') as contactlists
    from contact c where c.tenant_id = ${TENANT_ID} order by c.id limit 500`;
  return { status: "ok", meta: {}, data };
});

await app.listen({ host: "127.0.0.1", port: 0 });
const address = app.server.address();
if (typeof address === "object" && address !== null) process.send?.({ url: `http://127.0.0.1:${address.port}` });
