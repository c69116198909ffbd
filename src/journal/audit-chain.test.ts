import { expect, it } from "vitest";
import { company, type TestCompany } from "../../tests/harness/factories/company.ts";
import { workerDatabase } from "../../tests/harness/servers/database.ts";
import { connect, type Sql } from "../db/client.ts";
import { addMonths } from "../kernel/local-time.ts";
import { insertAuditEntry } from "./audit.ts";
import { deleteAuditLog, purgeEntries, sealEntries, verifyChain } from "./audit-chain.ts";

const seal = ({ ctx }: TestCompany) => sealEntries(ctx.db, "all");
const verify = ({ ctx }: TestCompany) => verifyChain(ctx.db);

const anEntry = ({ ctx }: TestCompany, at = new Date()) =>
  insertAuditEntry(ctx.db, {
    at,
    actor: { kind: "operator" },
    operation: "test",
    object: { kind: "company", id: null },
    origin: { address: "192.0.2.1", agent: "test" },
  });

/** A connection with the rights of the owner of the tables, which no process of the product has while it runs. */
async function asOwner(run: (sql: Sql) => Promise<unknown>): Promise<void> {
  const sql = connect((await workerDatabase()).ownerUrl, { max: 1 });
  try {
    await run(sql);
  } finally {
    await sql.end();
  }
}

async function withEntries(count: number): Promise<TestCompany> {
  const own = await company();
  for (let n = 0; n < count; n += 1) await anEntry(own);
  return own;
}

const seals = ({ ctx: { db } }: TestCompany) => db.sql<{ n: string; hash: Buffer }[]>`
  select n, hash from audit_seal where tenant_id = ${db.tenantId} order by n`;

it("seals each entry once, after those before it", async () => {
  const own = await withEntries(3);
  expect(await verify(own)).toEqual({ sealed: 0, fault: undefined, overdue: 0 });
  expect(await seal(own)).toBe(3);
  expect(await seal(own)).toBe(0);
  await anEntry(own, new Date(Date.now() - 3_600_000));
  expect(await seal(own)).toBe(1);
  expect((await seals(own)).map(({ n }) => n)).toEqual(["1", "2", "3", "4"]);
  expect(await verify(own)).toEqual({ sealed: 4, fault: undefined, overdue: 0 });
});

it("is continued by any number of processes at once", async () => {
  const own = await withEntries(20);
  const counts = await Promise.all(Array.from({ length: 4 }, () => seal(own)));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(20);
  expect(await verify(own)).toMatchObject({ sealed: 20, fault: undefined });
});

it("is of one company", async () => {
  const [own, other] = [await withEntries(2), await withEntries(2)];
  await seal(own);
  await seal(other);
  const hashes = [...(await seals(own)), ...(await seals(other))].map(({ hash }) => hash.toString("hex"));
  expect(new Set(hashes).size).toBe(4);
});

it.each([
  ["changed", (sql: Sql, tenant: string) => sql`update audit_entry set operation = 'x' where tenant_id = ${tenant}`],
  ["changed", (sql: Sql, tenant: string) => sql`update audit_entry set address = null where tenant_id = ${tenant}`],
  ["missing", (sql: Sql, tenant: string) => sql`delete from audit_entry where tenant_id = ${tenant}`],
  ["gap", (sql: Sql, tenant: string) => sql`delete from audit_seal where tenant_id = ${tenant} and n = 1`],
] as const)("finds what was %s", async (reason, tamper) => {
  const own = await withEntries(2);
  await seal(own);
  await asOwner((sql) => tamper(sql, own.tenantId));
  expect(await verify(own)).toMatchObject({ fault: { n: reason === "gap" ? "2" : "1", reason } });
});

it("finds a hash that was written again for a changed entry in the middle", async () => {
  const own = await withEntries(3);
  await seal(own);
  await asOwner(
    (sql) => sql`
      update audit_seal set hash = sha256('x') where tenant_id = ${own.tenantId} and n = 2`,
  );
  expect(await verify(own)).toMatchObject({ fault: { n: "2", reason: "changed" } });
});

it("loses the entries of more than 24 months ago and goes on from the last of them", async () => {
  const own = await company();
  const now = new Date();
  for (const months of [30, 29, 28, 23, 1]) await anEntry(own, addMonths(now, -months));
  await purgeEntries(own.ctx.db);
  expect(await verify(own)).toMatchObject({ sealed: 0, overdue: 5 });
  await seal(own);
  await purgeEntries(own.ctx.db);
  expect((await seals(own)).map(({ n }) => n)).toEqual(["3", "4", "5"]);
  const { sql, tenantId } = own.ctx.db;
  expect(await sql`select from audit_entry where tenant_id = ${tenantId}`).toHaveLength(2);
  expect(await verify(own)).toEqual({ sealed: 3, fault: undefined, overdue: 0 });
  await purgeEntries(own.ctx.db);
  await anEntry(own);
  await seal(own);
  expect(await verify(own)).toEqual({ sealed: 4, fault: undefined, overdue: 0 });
  await asOwner(
    (owner) => owner`delete from audit_entry where tenant_id = ${tenantId} and at < ${addMonths(now, -20)}`,
  );
  expect(await verify(own)).toMatchObject({ fault: { n: "4", reason: "missing" } });
});

it("is deleted with the company only", async () => {
  const own = await withEntries(2);
  await seal(own);
  await expect(deleteAuditLog(own.ctx.db)).rejects.toThrow("not requested");
  await own.ctx.db.sql`update company set delete_after = now() where tenant_id = ${own.tenantId}`;
  await deleteAuditLog(own.ctx.db);
  expect(await seals(own)).toEqual([]);
  expect(await verify(own)).toEqual({ sealed: 0, fault: undefined, overdue: 0 });
});
