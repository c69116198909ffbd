import { expect, it } from "vitest";
import { company } from "../../tests/harness/factories/company.ts";
import { isGuarded } from "../../tests/harness/servers/database-urls.ts";
import { copyTemplate, databaseUrl } from "../../tests/harness/servers/database.ts";
import { openPool } from "../db/tenant.ts";
import { Type } from "typebox";
import { requeueStalledActions, resendLostJobs } from "./maintenance.ts";
import { listStalledActions, startAction } from "./queries.ts";
import { createJobSender, maintenanceExecutorOf } from "./sender.ts";

it("runs a text with its own transaction, and rolls back one that fails", async () => {
  const pool = openPool(databaseUrl(await copyTemplate()), 3);
  const { executeSql } = maintenanceExecutorOf(pool);
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
    select name, expire_seconds from pgboss.queue where name in ('action', 'rescue') order by name`;
  expect([...rows]).toEqual([
    { name: "action", expireSeconds: 3600 },
    { name: "rescue", expireSeconds: 300 },
  ]);
});

it("does not re-queue an action in the middle of a long step", async () => {
  const { app, ctx } = await company();
  const { sql, tenantId } = ctx.db;
  const [action] = await sql<{ id: string }[]>`
    insert into background_action (tenant_id, type, state, params, created_at, stepped_at)
    values (${tenantId}, 'counted', 'running', '{}', now() - interval '5 minutes', now() - interval '5 minutes') returning id`;
  const queued = async () =>
    (await app.db.sql`select from pgboss.job where name = 'action' and data->>'tenantId' = ${tenantId}`).length;
  await ctx.db.transaction(async (inner) => {
    await startAction(inner, action?.id ?? "", new Date());
    await requeueStalledActions(app.db, app.services.jobs);
    expect(await queued()).toBe(0);
  });
  await sql`update background_action set stepped_at = now() - interval '5 minutes' where tenant_id = ${tenantId}`;
  await requeueStalledActions(app.db, app.services.jobs);
  expect(await queued()).toBe(1);
});

it.skipIf(isGuarded)("re-queues actions whose worker was killed, and no others", async () => {
  const { app, ctx } = await company();
  const { sql, tenantId } = ctx.db;
  const lost = async () => (await listStalledActions(app.db)).filter((action) => action.tenantId === tenantId).length;
  const [action] = await sql<{ id: string }[]>`
    insert into background_action (tenant_id, type, state, params, created_at, stepped_at)
    values (${tenantId}, 'counted', 'running', '{}', now() - interval '5 minutes', now()) returning id`;
  const data = JSON.stringify({ tenantId, actionId: action?.id });
  await sql`
    insert into pgboss.job (name, data, state, started_on)
    values ('action', ${data}::jsonb, 'active', now() - interval '5 minutes')`;
  expect(await lost()).toBe(0);
  await sql`update background_action set stepped_at = now() - interval '2 minutes' where tenant_id = ${tenantId}`;
  expect(await lost()).toBe(1);
  await sql`insert into pgboss.job (name, data, state) values ('action', ${data}::jsonb, 'created')`;
  expect(await lost()).toBe(0);
});

it.skipIf(isGuarded)("sends jobs again that a crash of a cluster's coordinator lost, once", async () => {
  const pool = openPool(databaseUrl(await copyTemplate()), 3, { isDistributed: true });
  const { sql } = pool;
  const jobs = createJobSender(pool);
  const job = { name: "rescue", payload: Type.Object({ n: Type.Integer() }) };
  const queued = async () => [
    ...(await sql`select name, data, priority from pgboss.job where name = 'rescue' order by data`),
  ];
  try {
    await pool.forTenant("7").transaction(async (db) => {
      await jobs.send(db, job, { n: 1 }, -2);
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
