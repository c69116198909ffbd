import { expect, it } from "vitest";
import { company } from "../../tests/harness/factories/company.ts";
import { isGuarded } from "../../tests/harness/servers/database-urls.ts";
import { copyTemplate, databaseUrl } from "../../tests/harness/servers/database.ts";
import { openPool } from "../db/tenant.ts";
import { Type } from "typebox";
import { resendLostJobs } from "./maintenance.ts";
import { createJobSender, createMaintenanceExecutor } from "./sender.ts";

it("runs a text with its own transaction, and rolls back one that fails", async () => {
  const pool = openPool(databaseUrl(await copyTemplate()), 3);
  const { executeSql } = createMaintenanceExecutor(pool);
  const insert = "insert into queue_schema_version (part, fingerprint) values ('a', 'b')";
  await executeSql(`\n BEGIN; SET LOCAL lock_timeout = '30s'; ${insert}; COMMIT;\n`);
  await expect(executeSql(`BEGIN; delete from queue_schema_version; select 1 / 0; COMMIT;`)).rejects.toThrow(
    "division by zero",
  );
  expect((await executeSql("select fingerprint from queue_schema_version where part = $1", ["a"])).rows).toMatchObject([
    { fingerprint: "b" },
  ]);
  await pool.close();
});

it("sets the expiration of the queues", async () => {
  const { app } = await company();
  const rows = await app.db.sql`
    select name, expire_seconds from pgboss.queue where name in ('nightly', 'resend-lost') order by name`;
  expect([...rows]).toEqual([
    { name: "nightly", expireSeconds: 7200 },
    { name: "resend-lost", expireSeconds: 300 },
  ]);
});

it.skipIf(isGuarded)("sends jobs again that a crash of a cluster's coordinator lost, once", async () => {
  const pool = openPool(databaseUrl(await copyTemplate()), 3, { isDistributed: true });
  const { sql } = pool;
  const jobs = createJobSender(pool);
  const job = { name: "resend-lost", payload: Type.Object({ n: Type.Integer() }) };
  const queued = async () => [
    ...(await sql`select name, data from pgboss.job where name = 'resend-lost' order by data`),
  ];
  try {
    await pool.forTenant("7").transaction(async (db) => {
      await jobs.send(db, job, { n: 1 });
      await jobs.send(db, job, { n: 2 });
    });
    const before = await queued();
    expect(before).toHaveLength(2);
    // The node of the company has committed, the queue has not.
    await sql`delete from pgboss.job where data->>'n' = '1'`;
    await resendLostJobs(pool, jobs);
    expect(await queued()).toHaveLength(1);
    await sql`update sent_job set sent_at = now() - interval '1 minute'`;
    expect(await resendLostJobs(pool, jobs)).toBe(1);
    expect(await queued()).toEqual(before);
    expect(await resendLostJobs(pool, jobs)).toBe(0);
    expect([...(await sql`select from sent_job`)]).toEqual([]);
  } finally {
    await pool.close();
  }
});
