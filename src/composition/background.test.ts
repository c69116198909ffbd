import { expect, it } from "vitest";
import { company, testWorker } from "../../tests/harness/factories/company.ts";
import { copyTemplate, databaseUrl, databaseUrls } from "../../tests/harness/servers/database.ts";
import { loadBackground, runNightly } from "./background.ts";
import { prepareDatabase } from "./prepare-database.ts";
import { readConfig } from "../config/config.ts";
import { registerReaders } from "../journal/readers.ts";
import { createLog } from "../log/log.ts";
import { connect } from "../db/client.ts";
import { readMigrations } from "../db/migrate.ts";

it("can be prepared by six processes concurrently: schema, queues and journal partitions", async () => {
  const name = await copyTemplate("template0");
  await Promise.all(Array.from({ length: 6 }, () => prepareDatabase(readConfig({}), databaseUrls(name))));
  const sql = connect(databaseUrl(name), { max: 1 });
  const [made] = await sql`
    select (select count(*)::int from schema_migration) as migrations,
      (select count(*)::int from pgboss.queue where name in ('nightly', '__pgboss__send-it')) as queues,
      (select count(*)::int from pg_inherits where inhparent = 'journal'::regclass) as months`;
  await sql.end();
  expect(made).toEqual({ migrations: readMigrations().length, queues: 2, months: 4 });
});

it("installs queues and readers once per build", async () => {
  const name = await copyTemplate("template0");
  const sql = connect(databaseUrl(name), { max: 1 });
  const readersAfter = async (build: string | undefined) => {
    await prepareDatabase(readConfig({}), databaseUrls(name), build);
    const rows = await sql`delete from journal_reader returning reader`;
    return rows.length;
  };
  const { listeners } = await loadBackground();
  expect(await readersAfter("first")).toBe(listeners.length);
  expect(await readersAfter("first")).toBe(0);
  expect(await readersAfter("second")).toBe(listeners.length);
  expect(await readersAfter(undefined)).toBe(listeners.length);
  await sql.end();
});

it("runs the nightly tasks of every company, also after one that fails", async () => {
  const { app, tenantId } = await company();
  const other = await company();
  const visited: string[] = [];
  const visit = { name: "visit", run: async (db: { tenantId: string }) => visited.push(db.tenantId) };
  const fail = {
    name: "fail",
    run: async (db: { tenantId: string }) => {
      if (db.tenantId === tenantId) throw new Error("this company fails");
    },
  };
  const worker = testWorker({ ...app, log: createLog("silent") });
  await runNightly(worker, { nightly: [fail, visit], checks: [] });
  expect(visited).toEqual(expect.arrayContaining([tenantId, other.tenantId]));
});

it("opens cursors of a new listener in existing companies, and of every listener in new ones", async () => {
  const { app, ctx } = await company();
  await registerReaders(app.db, ["background.test"]);
  const listReaders = async (tenantId: string) => {
    const rows = await app.db.sql<
      { reader: string }[]
    >`select reader from journal_cursor where tenant_id = ${tenantId}`;
    return rows.map(({ reader }) => reader);
  };
  expect(await listReaders(ctx.db.tenantId)).toContain("background.test");
  const later = await company();
  const { listeners } = await loadBackground();
  expect(await listReaders(later.tenantId)).toEqual(
    expect.arrayContaining(["background.test", ...listeners.map(({ reader }) => reader)]),
  );
});
