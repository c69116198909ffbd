import { expect, it } from "vitest";
import { workerDatabase } from "../../tests/harness/servers/database.ts";
import { connect, isStatementTimeout, isUnreachable, type WorkKind } from "./client.ts";

it.each<[WorkKind, string]>([
  ["request", "1min"],
  ["background", "30min"],
  ["migration", "0"],
])("limits the statements of a %s to %s", async (work, timeout) => {
  const { url } = await workerDatabase();
  const sql = connect(url, { max: 1, work });
  const [row] = await sql`show statement_timeout`;
  await sql.end();
  expect(row).toEqual({ statementTimeout: timeout });
});

it("tells a statement that took too long from a database that is down", async () => {
  const { url } = await workerDatabase();
  const sql = connect(url, { max: 1 });
  await sql`set statement_timeout = '20ms'`;
  const error: unknown = await sql`select pg_sleep(5)`.catch((caught: unknown) => caught);
  await sql.end();
  expect([isStatementTimeout(error), isUnreachable(error)]).toEqual([true, false]);
});
