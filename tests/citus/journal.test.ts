import { describe, expect, it } from "vitest";
import { node, toFragment } from "../../src/db/sql-node.ts";
import type { TenantDb } from "../../src/db/tenant.ts";
import { appendSelect } from "../../src/journal/append.sql.ts";
import { contactUpdated, listAdded } from "../../src/journal/events.ts";
import { appendEntries, findVisibleBound, openCursor, readEntries } from "../../src/journal/journal.ts";
import { company } from "../harness/factories/company.ts";
import { workerDatabase } from "../harness/servers/database.ts";
import { withConnection } from "./cluster.ts";

/** The node of the company, and the shard with its entries of this month. */
async function findPlace({ tenantId }: TenantDb) {
  const { ownerUrl } = await workerDatabase();
  const partition = `journal_${new Date().toISOString().slice(0, 7).replace("-", "_")}`;
  const [place] = await withConnection(
    ownerUrl,
    (sql) => sql<{ port: number; shard: string }[]>`
      select nodeport as port, ${partition} || '_' || shardid as shard from pg_dist_shard_placement
      where shardid = get_shard_id_for_distribution_column(${partition}::text::regclass, ${tenantId}::bigint)`,
  );
  const url = new URL(ownerUrl);
  url.port = String(place?.port);
  return { url: url.href, shard: place?.shard ?? "" };
}

/** Moves the numbers of transactions on a node far ahead of those of the coordinator. */
const spendTransactions = (url: string) =>
  withConnection(url, (sql) =>
    sql.unsafe("do $$ begin for n in 1..20000 loop perform pg_current_xact_id(); commit; end loop; end $$"),
  );

const entry = (contactId: string) => contactUpdated.entry({ contactId, at: new Date(), payload: { fields: [] } });

async function read(db: TenantDb): Promise<string[]> {
  const heard: string[] = [];
  await readEntries(
    db,
    "test",
    async (_db, entries) => void heard.push(...entries.map((each) => each.contactId ?? "")),
  );
  return heard;
}

describe("entries on a node whose transactions have higher numbers", () => {
  it("get the number of the coordinator, whatever they are selected from", async () => {
    const { ctx } = await company();
    const { db } = ctx;
    await spendTransactions((await findPlace(db)).url);
    const fromTable = appendSelect(listAdded, {
      tenantId: db.tenantId,
      at: new Date(),
      contactId: node`tenant_id`,
      payload: { listId: "1", title: node`name` },
      from: node`from company where tenant_id = ${db.tenantId}`,
    });
    await db.transaction(async (inner) => {
      await appendEntries(inner, [entry("1")]);
      await inner.sql`${toFragment(inner.sql, fromTable)}`;
      await inner.sql`
        with changed as (update company set name = 'b' where tenant_id = ${db.tenantId} returning tenant_id)
        ${toFragment(inner.sql, fromTable)}`;
    });
    const rows =
      await db.sql`select tx from journal where tenant_id = ${db.tenantId} and type in ('list_added', 'contact_updated')`;
    expect(new Set(rows.map(({ tx }) => tx)).size).toBe(1);
  });

  it("are read once, also those of a transaction that ends late", async () => {
    const { db } = (await company()).ctx;
    await spendTransactions((await findPlace(db)).url);
    await openCursor(db, "test");
    const heard: string[] = [];
    await db.transaction(async (slow) => {
      await appendEntries(slow, [entry("1")]);
      await appendEntries(db, [entry("2")]);
      heard.push(...(await read(db)));
    });
    await expect.poll(async () => heard.push(...(await read(db))) && heard.toSorted()).toEqual(["1", "2"]);
  });
});

it("waits while the node has not finished a commit that the coordinator has", async () => {
  const { db } = (await company()).ctx;
  const { url, shard } = await findPlace(db);
  await openCursor(db, "test");
  await withConnection(url, async (sql) => {
    const [now] = await db.sql<{ tx: string }[]>`select pg_current_xact_id()::text as tx`;
    await sql.unsafe(`set citus.enable_manual_changes_to_shards to on`);
    await sql.unsafe(`begin`);
    await sql.unsafe(`
      insert into ${shard} (tenant_id, at, type, contact_id, payload, tx, id)
      values (${db.tenantId}, now(), 'contact_updated', 7, '{"fields":[]}', ${now?.tx}, 1)`);
    await sql.unsafe(`prepare transaction 'citus_9_${db.tenantId}_1_0'`);
    try {
      await appendEntries(db, [entry("8")]);
      for (let round = 0; round < 20; round += 1) expect(await read(db)).toEqual([]);
    } finally {
      await sql.unsafe(`commit prepared 'citus_9_${db.tenantId}_1_0'`);
    }
  });
  const heard: string[] = [];
  await expect.poll(async () => heard.push(...(await read(db))) && heard.toSorted()).toEqual(["7", "8"]);
});

it("is read up to numbers that the coordinator does not give again after a crash", async () => {
  const { db } = (await company()).ctx;
  const [number] = await db.sql<{ at: string }[]>`
    select pg_current_wal_insert_lsn() as at from (select pg_current_xact_id()) number`;
  await findVisibleBound(db);
  expect(await db.sql`select pg_current_wal_flush_lsn() >= ${number?.at ?? ""}::pg_lsn as is_durable`).toEqual([
    { isDurable: true },
  ]);
});
