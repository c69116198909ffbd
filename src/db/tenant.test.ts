import { expect, it } from "vitest";
import { copyTemplate, databaseUrl } from "../../tests/harness/servers/database.ts";
import { connect } from "./client.ts";
import { openPool } from "./tenant.ts";

it("a company's handle works after its pool was replaced", async () => {
  const url = databaseUrl(await copyTemplate());
  const [pool, admin] = [openPool(url, 2), connect(url, { max: 1 })];
  try {
    const db = pool.forTenant("1");
    const before = pool.sql;
    const [row] = await db.sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
    await admin`select pg_terminate_backend(${row?.pid ?? 0})`;
    await expect.poll(() => pool.sql).not.toBe(before);
    await expect.poll(() => db.sql`select 1 as one`).toEqual([{ one: 1 }]);
    expect(await db.transaction((inner) => inner.sql`select 2 as two`)).toEqual([{ two: 2 }]);
  } finally {
    await Promise.all([pool.close(), admin.end()]);
  }
});
