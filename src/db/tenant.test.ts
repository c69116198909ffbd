import { expect, it, vi } from "vitest";
import { copyTemplate, databaseUrl } from "../../tests/harness/servers/database.ts";
import { connect, isConnectionLost, isUniqueViolation } from "./client.ts";
import { openPool, type TenantDb } from "./tenant.ts";

it("a company's handle works after its connection was lost", async () => {
  const url = databaseUrl(await copyTemplate());
  const [pool, admin] = [openPool(url, 2), connect(url, { max: 1 })];
  try {
    const db = pool.forTenant("1");
    const [row] = await db.sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
    await admin`select pg_terminate_backend(${row?.pid ?? 0})`;
    await expect.poll(() => db.sql`select 1 as one`).toEqual([{ one: 1 }]);
    expect(await db.transaction((inner) => inner.sql`select 2 as two`)).toEqual([{ two: 2 }]);
  } finally {
    await Promise.all([pool.close(), admin.end()]);
  }
});

it("a transaction that a deadlock ended runs again", async () => {
  const url = databaseUrl(await copyTemplate());
  const pool = openPool(url, 2);
  const db = pool.forTenant("1");
  try {
    await db.sql`create table counter (id int primary key, n int not null default 0)`;
    await db.sql`insert into counter (id) values (1), (2)`;
    const add = (to: TenantDb, id: number) => to.sql`update counter set n = n + 1 where id = ${id}`;
    let [arrived, attempts] = [0, 0];
    const addToBoth = (first: number, second: number) =>
      db.transaction(async (inner) => {
        await add(inner, first);
        arrived += 1;
        attempts += 1;
        await vi.waitUntil(() => arrived >= 2, { timeout: 15_000 });
        await add(inner, second);
      });
    await Promise.all([addToBoth(1, 2), addToBoth(2, 1)]);
    // A busy server may wake the waiting one late, so that both meet again.
    expect(attempts).toBeGreaterThan(2);
    expect([...(await db.sql`select n from counter`)]).toEqual([{ n: 2 }, { n: 2 }]);
  } finally {
    await pool.close();
  }
});

it("a transaction that is rolled back leaves nothing, also of transactions inside it, and is no part of another one", async () => {
  const pool = openPool(databaseUrl(await copyTemplate()), 2);
  const db = pool.forTenant("1");
  try {
    await db.sql`create table counter (n int not null)`;
    const add = async (to: TenantDb) => {
      await to.transaction((inner) => inner.sql`insert into counter values (1)`);
      await to.pipelinedTransaction(async ({ sql }) => ({ last: sql`insert into counter values (2)` }));
      return [...(await to.sql`select n from counter order by n`)];
    };
    expect(await db.rolledBack(add)).toEqual([{ n: 1 }, { n: 2 }]);
    const failure = new Error("failed");
    const failing = db.rolledBack(async (inner) => {
      await add(inner);
      throw failure;
    });
    await expect(failing).rejects.toBe(failure);
    await expect(db.transaction((inner) => inner.rolledBack(add))).rejects.toThrow("rolled back");
    expect([...(await db.sql`select n from counter`)]).toEqual([]);
  } finally {
    await pool.close();
  }
});

it.each([
  ["of one server", false],
  ["of a cluster", true],
])("a transaction %s whose connection is lost fails, whatever it waits for", async (_, isDistributed) => {
  const url = databaseUrl(await copyTemplate());
  const [pool, admin] = [openPool(url, 2, { isDistributed }), connect(url, { max: 1 })];
  try {
    const error = pool
      .transaction(async ({ sql }) => {
        sql`select pg_sleep(${60}::int)`.execute().catch(() => undefined);
        // The client sends it after the answer to the first.
        await sql`select ${1}::int as one`;
      })
      .catch((reason: unknown) => reason);
    const endSleeping = () => admin`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like 'select pg_sleep(%' and wait_event = 'PgSleep'`;
    await expect.poll(endSleeping, { timeout: 20_000 }).toHaveLength(1);
    expect(await error).toSatisfy(isConnectionLost);
    await expect.poll(() => pool.transaction(({ sql }) => sql`select 2 as two`)).toEqual([{ two: 2 }]);
  } finally {
    await Promise.all([pool.close(), admin.end()]);
  }
});

it("a unique violation is known by both codes that servers report", () => {
  const text = 'duplicate key value violates unique constraint "list_name"';
  const failed = (message: string, code: string) => Object.assign(new Error(message), { code });
  expect(isUniqueViolation(failed(text, "23505"))).toBe(true);
  // INSERT … SELECT on a cluster.
  expect(isUniqueViolation(failed(text, "XX000"))).toBe(true);
  expect(isUniqueViolation(failed("could not open relation", "XX000"))).toBe(false);
});
