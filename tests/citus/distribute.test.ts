import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../../src/config/config.ts";
import { connect, type Sql } from "../../src/db/client.ts";
import { distribute } from "../../src/db/distribution/distribute.ts";
import { changeShardsInSequence, findDistribution, isDistributed } from "../../src/db/distribution/state.ts";
import * as queries from "../../src/db/distribution/tables.queries.ts";
import { migrate, readCarryOver, splitStatements } from "../../src/db/migrate.ts";
import { checkCluster } from "../../src/doctor/cluster.ts";
import { createCompany } from "../../src/features/account/create-company.ts";
import { openPool } from "../../src/db/tenant.ts";
import { systemClock } from "../../src/kernel/clock.ts";
import { prepareDatabase } from "../../src/composition/prepare-database.ts";
import { aFolder, cleanUp } from "../crash/product.ts";
import { returnToFirstNumbering } from "../harness/servers/first-numbering.ts";
import { CitusCluster } from "./cluster.ts";
import { testShards } from "./distributed-database.ts";

let cluster: CitusCluster;
let url: string;
let sql: Sql;

const options = { shards: testShards, onProgress: () => undefined };

/** A company from the time before the distribution. */
const aCompany = async (email: string) => {
  const db = openPool(url, 1);
  const company = { name: "Early", email, password: "correct horse battery", shop: "Shop", purpose: "Newsletter" };
  const place = { timeZone: "Europe/Prague", language: "cs", country: "CZ", currency: "CZK" };
  await createCompany(db, { clock: systemClock, dataKey: undefined }, { ...company, ...place });
  await db.close();
};

/** Sessions are on the coordinator and refer to people, who are on every node. */
const aSession = async () => {
  const [row] = await sql<{ id: number }[]>`
    insert into person_session (token_hash, person_id, created_at, seen_at, expires_at, confirmed_at)
    select uuid_send(gen_random_uuid()), id, now(), now(), now(), now() from person returning id::int`;
  return row?.id;
};

const listConstraints = () => sql<{ name: string; definition: string }[]>`
  select conrelid::regclass::text || ' ' || conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
  where connamespace = 'public'::regnamespace order by 1, 2`;

beforeAll(async () => {
  cluster = await CitusCluster.start(path.join(aFolder(), "citus"));
  url = await cluster.createDatabase("postrider");
  await prepareDatabase(readConfig({}), { ownerUrl: url, applicationUrl: url });
  await aCompany("early@example.com");
  sql = connect(url, { max: 1 });
  await aSession();
}, 300_000);
afterAll(async () => {
  await sql.end();
  await cluster.stop();
  await cleanUp();
});

const listStates = async () => (await checkCluster(sql)).map(({ name, state }) => [name, state]);

describe("postrider distribute", () => {
  it("continues where it was interrupted", async () => {
    const before = await queries.listForeignKeys(
      sql,
      (await queries.listPlacedTables(sql)).map(({ name }) => name),
    );
    expect(await isDistributed(sql)).toBe(false);
    expect(await listStates()).toEqual([["cluster", "warn"]]);
    // Killed after some keys were dropped and the first table was distributed.
    for (const key of await queries.listForeignKeys(sql, ["company", "membership"]))
      await sql.begin((inner) => queries.dropForeignKey(inner, key));
    await queries.distributeTable(sql, "company", testShards);
    expect(await listStates()).toContainEqual(["cluster_tables", "fail"]);
    await expect(findDistribution(url)).rejects.toThrow("was interrupted");
    const report = await distribute(sql, options);
    expect(report.distributed).not.toContain("company");
    expect(report.distributed).toEqual(expect.arrayContaining(["contact", "journal", "membership", "message"]));
    expect(report.replicated).toEqual(["person"]);
    expect(report.local).toEqual(expect.arrayContaining(["api_key_lookup", "company_lookup", "rate_bucket"]));
    expect(await queries.listTablesWithCopiedRows(sql)).toEqual([]);
    const tables = (await queries.listPlacedTables(sql)).map(({ name }) => name);
    expect(await queries.listForeignKeys(sql, tables)).toEqual(before);
    expect(await sql`select name from company`).toEqual([{ name: "Early" }]);
    expect(await listStates()).toEqual([
      ["cluster", "ok"],
      ["cluster_tables", "ok"],
      ["cluster_shards", "ok"],
    ]);
  }, 300_000);

  it("changes nothing when it is repeated", async () => {
    expect(await distribute(sql, options)).toMatchObject({ distributed: [], replicated: [], foreignKeys: 0 });
  });

  it("keeps the numbers of tables on the coordinator", async () => {
    expect(await findDistribution(url)).toBe(true);
    expect(await aSession()).toBe(2);
  });

  it("lets a migration add a table of companies, with the keys of its kind", async () => {
    const file = `
      create table later (tenant_id bigint not null, id bigint not null, primary key (tenant_id, id));
      select distribute_company_table('later');
      alter table later add foreign key (tenant_id) references company;
      alter table later rename id to number;`;
    await sql.begin(async (inner) => {
      for (const statement of splitStatements(file)) await inner.unsafe(statement);
    });
    const tables = await queries.listPlacedTables(sql);
    expect(tables.find(({ name }) => name === "later")).toMatchObject({ current: "distributed" });
  });

  it("leaves a database that migrations of the first numbering made to the later ones", async () => {
    const before = await listConstraints();
    await changeShardsInSequence(sql);
    await returnToFirstNumbering(sql, readCarryOver().last);
    expect(await listConstraints()).not.toEqual(before);
    // The later migrations are applied already.
    await migrate(url, { upTo: 99 });
    expect(await listConstraints()).toEqual(before);
  });

  it("distributes new months of the journal", async () => {
    await sql`select create_journal_partition('2031-05-01')`;
    const [row] = await sql`
      select count(*)::int as shards from pg_dist_shard where logicalrelid = 'journal_2031_05'::regclass`;
    expect(row).toEqual({ shards: testShards });
  });
});
