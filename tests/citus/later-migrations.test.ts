import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connect, type Sql } from "../../src/db/client.ts";
import { distribute } from "../../src/db/distribution/distribute.ts";
import { listPlacedTables } from "../../src/db/distribution/tables.queries.ts";
import { firstLaterNumber, migrate, readMigrations } from "../../src/db/migrate.ts";
import { createJournalPartitions } from "../../src/journal/partitions.ts";
import { aFolder, cleanUp } from "../crash/product.ts";
import { CitusCluster } from "./cluster.ts";
import { testShards } from "./distributed-database.ts";

let cluster: CitusCluster;
let url: string;
let sql: Sql;

/** Rows that later migrations read or change, of a database as the migrations by feature leave it. */
async function insertRows(): Promise<void> {
  await sql`
    insert into company (tenant_id, name, time_zone, fingerprint_key) values (1, 'Old', 'Europe/Prague', 'key')`;
  await sql`
    insert into shop (tenant_id, id, name, language, country, currencies, phone_country, created_at)
    values (1, 2, 'Shop', 'cs', 'CZ', '{CZK}', 'CZ', now())`;
  await sql`
    insert into contact (tenant_id, id, email, fingerprint, shop_id, status, status_at, source, created_at, search, name_key, grams)
    values (1, 3, 'lost@example.com', 'print', 2, 'unsubscribed', now(), 'api', now(), '', '', '{}')`;
  await sql`
    insert into journal (tenant_id, at, type, contact_id, payload)
    values (1, now(), 'status_change', 3, '{"from": "subscribed", "to": "unsubscribed"}')`;
  await sql`
    insert into campaign (tenant_id, id, name, shop_id, status, created_at)
    values (1, 4, 'Sent', 2, 'completed', now())`;
  await sql`
    insert into campaign_hourly_stat (tenant_id, campaign_id, variant_id, domain, hour, metric, n)
    values (1, 4, 4, 'a.example', '2026-01-01', 'sent', 2), (1, 4, 4, 'b.example', '2026-01-01', 'sent', 3)`;
  await sql`
    insert into assistant_request (tenant_id, holder, member_id, client, operation, input, preview, warnings, snapshot,
      state, created_at, expires_at, decided_at)
    select 1, 'key 1', 1, 'Client', 'sendCampaign', '{}', '{}', '[]', '{}', state, now(), now(), decided_at
    from (values ('waiting', null::timestamptz), ('approved', '2026-01-02')) as r(state, decided_at)`;
  await sql`
    with entry as (
      insert into audit_entry (tenant_id, at, actor, operation, object_kind)
      values (1, now(), 'member', 'createList', 'list') returning id, at
    )
    insert into audit_seal (tenant_id, n, entry_at, entry_id, hash) select 1, 1, at, id, 'hash' from entry`;
}

beforeAll(async () => {
  cluster = await CitusCluster.start(path.join(aFolder(), "citus"));
  url = await cluster.createDatabase("postrider");
  await migrate(url, { upTo: firstLaterNumber - 1 });
  sql = connect(url, { max: 1 });
  await createJournalPartitions(sql, new Date(), new Date());
  await insertRows();
  await distribute(sql, { shards: testShards, onProgress: () => undefined });
}, 300_000);
afterAll(async () => {
  await sql.end();
  await cluster.stop();
  await cleanUp();
});

it("runs every later migration on a distributed database, with the rows of its companies", async () => {
  const later = readMigrations().filter(({ number }) => number >= firstLaterNumber);
  expect(await migrate(url)).toEqual(later);
  expect((await listPlacedTables(sql)).filter(({ current, target }) => current !== target)).toEqual([]);
  expect(await sql`select shop_id::int, metric, n from shop_hourly_stat where tenant_id = 1 order by metric`).toEqual([
    { shopId: 2, metric: "lost", n: 1 },
    { shopId: 2, metric: "sent", n: 5 },
  ]);
  expect(
    await sql`select state, input, decided_at is null as is_open from assistant_request where tenant_id = 1 order by id`,
  ).toEqual([
    { state: "outdated", input: null, isOpen: false },
    { state: "approved", input: null, isOpen: false },
  ]);
  expect(await sql`select n::int, purged_n::int from audit_head where tenant_id = 1`).toEqual([{ n: 1, purgedN: 0 }]);
}, 300_000);
