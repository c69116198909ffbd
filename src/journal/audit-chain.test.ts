import { expect, it } from "vitest";
import { company, type TestCompany } from "../../tests/harness/factories/company.ts";
import { plainTemplate } from "../../tests/harness/servers/database-urls.ts";
import { copyTemplate, databaseUrl, databaseUrls, workerDatabase } from "../../tests/harness/servers/database.ts";
import { connect, type Sql } from "../db/client.ts";
import { migrate } from "../db/migrate.ts";
import { openPool, type SystemDb, type TenantDb } from "../db/tenant.ts";
import { addMonths } from "../kernel/local-time.ts";
import { insertAuditEntry } from "./audit.ts";
import { deleteAuditLog, listLeftAuditLogs, purgeEntries, sealEntries, verifyChain } from "./audit-chain.ts";

const seal = ({ ctx }: TestCompany) => sealEntries(ctx.db, "all");
const verify = ({ ctx }: TestCompany) => verifyChain(ctx.db);

const anEntry = ({ ctx }: { readonly ctx: { readonly db: TenantDb } }, at = new Date()) =>
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

it("is sealed by the database with the hashes that are verified here, whatever its values", async () => {
  const own = await company();
  const controls = Array.from({ length: 31 }, (_, code) => String.fromCharCode(code + 1)).join("");
  for (const text of [`"\\/'{},[]`, controls, "\u007f\u0080\u2028\u2029", "Žluťoučký kůň 😀", "", "null"])
    await insertAuditEntry(own.ctx.db, {
      at: new Date(1_767_225_600_123),
      actor: { kind: "assistant", memberId: "9007199254740993", client: text },
      operation: text,
      object: { kind: text, id: text },
      origin: { address: text, agent: text },
    });
  await insertAuditEntry(own.ctx.db, {
    at: new Date(),
    actor: { kind: "key", memberId: "1", keyId: "2" },
    operation: "x",
    object: { kind: "x", id: null },
  });
  expect(await seal(own)).toBe(7);
  expect(await verify(own)).toEqual({ sealed: 7, fault: undefined, overdue: 0 });
});

const atHead = "n = (select max(n) from audit_seal where tenant_id = $1)";

it.each([
  ["all seals", { n: "3", reason: "cut" }, ["delete from audit_seal where tenant_id = $1"]],
  ["the last seal", { n: "3", reason: "cut" }, [`delete from audit_seal where tenant_id = $1 and ${atHead}`]],
  [
    "the whole log, which was begun anew",
    { n: "4", reason: "gap" },
    ["delete from audit_seal where tenant_id = $1", "delete from audit_entry where tenant_id = $1"],
  ],
  [
    "what no purge reached",
    { n: "2", reason: "gap" },
    [
      "delete from audit_entry e using audit_seal s where s.tenant_id = $1 and e.tenant_id = $1 and e.id = s.entry_id and s.n = 1",
      "delete from audit_seal where tenant_id = $1 and n = 1",
      "update audit_entry set at = '2024-05-15T00:00:00Z' where tenant_id = $1",
      "update audit_seal set entry_at = '2024-05-15T00:00:00Z' where tenant_id = $1",
    ],
  ],
])("finds that %s was deleted", async (_, fault, statements) => {
  const own = await withEntries(3);
  await seal(own);
  await asOwner(async (sql) => {
    for (const statement of statements) await sql.unsafe(statement.replaceAll("$1", own.tenantId));
  });
  if (fault.n === "4") {
    await anEntry(own);
    await seal(own);
  }
  expect(await verify(own)).toMatchObject({ fault });
});

it("finds a chain that was computed again, but not its head", async () => {
  const own = await withEntries(1);
  await seal(own);
  await asOwner(async (sql) => {
    const [head] = await sql`select * from audit_head where tenant_id = ${own.tenantId}`;
    await sql`delete from audit_seal where tenant_id = ${own.tenantId}`;
    await sql`delete from audit_head where tenant_id = ${own.tenantId}`;
    await sql`update audit_entry set operation = 'changed' where tenant_id = ${own.tenantId}`;
    await seal(own);
    expect(await verify(own)).toMatchObject({ sealed: 1, fault: undefined });
    await sql`update audit_head set hash = ${head?.["hash"]} where tenant_id = ${own.tenantId}`;
  });
  expect(await verify(own)).toMatchObject({ fault: { n: "1", reason: "changed" } });
});

type Attacked = { readonly pool: SystemDb; readonly db: TenantDb; readonly sql: Sql; readonly owner: Sql };

/** A company of its own database with a sealed entry and one that is not, on connections of the application's role. */
async function asApplication(run: (attacked: Attacked) => Promise<unknown>): Promise<void> {
  const { ownerUrl, applicationUrl } = databaseUrls(await copyTemplate(plainTemplate));
  const [owner, sql] = [connect(ownerUrl, { max: 1 }), connect(applicationUrl, { max: 1 })];
  const pool = openPool(applicationUrl, 1);
  try {
    const [created] = await sql<{ tenantId: string }[]>`
      insert into company (name, fingerprint_key) values ('Company', sha256('key')) returning tenant_id`;
    const db = pool.forTenant(created?.tenantId ?? "");
    await anEntry({ ctx: { db } });
    await sealEntries(db, "all");
    await anEntry({ ctx: { db } });
    await run({ pool, db, sql, owner });
  } finally {
    await Promise.all([pool.close(), sql.end(), owner.end()]);
  }
}

const countRows = async ({ db, owner }: Attacked) => {
  const { tenantId } = db;
  const [rows] = await owner`
    select (select count(*)::int from audit_entry where tenant_id = ${tenantId}) as entries,
      (select count(*)::int from audit_seal where tenant_id = ${tenantId}) as seals`;
  return rows;
};

it("keeps the log of a living company from the application's role, which may request a deletion and cancel it", () =>
  asApplication(async (attacked) => {
    const { db, sql } = attacked;
    await sql`update company set deletion_requested_at = now(), delete_after = now() - interval '1 day'`;
    await expect(deleteAuditLog(db)).rejects.toThrow("the company exists");
    await sql`update company set deletion_requested_at = null, delete_after = null`;
    expect(await countRows(attacked)).toEqual({ entries: 2, seals: 1 });
    expect(await verifyChain(db)).toEqual({ sealed: 1, fault: undefined, overdue: 0 });
  }));

it.each([
  ["at once", 1000],
  ["by one entry", 1],
  ["of nothing", 0],
])("reports a company that is deleted and written again to delete its log, %s", (_, batch) =>
  asApplication(async ({ db, sql }) => {
    await sql.begin(async (inner) => {
      await inner`create temporary table kept as select * from company`;
      await inner`delete from company`;
      await inner`select delete_company_audit(${db.tenantId}, ${batch})`;
      await inner`insert into company select * from kept`;
    });
    await anEntry({ ctx: { db } });
    await sealEntries(db, "all");
    expect(await verifyChain(db)).toMatchObject({ fault: { reason: "deleted" } });
  }),
);

it("is deleted after its company, also by a run that continues a killed one", () =>
  asApplication(async (attacked) => {
    const { pool, db, sql, owner } = attacked;
    await sealEntries(db, "all");
    expect(await listLeftAuditLogs(pool)).toEqual([]);
    await sql`delete from company`;
    expect(await listLeftAuditLogs(pool)).toEqual([db.tenantId]);
    await sql`select delete_company_audit(${db.tenantId}, 0)`;
    await sql`select delete_company_audit(${db.tenantId}, 1)`;
    expect(await countRows(attacked)).toEqual({ entries: 1, seals: 1 });
    expect(await listLeftAuditLogs(pool)).toEqual([db.tenantId]);
    await deleteAuditLog(db);
    expect(await listLeftAuditLogs(pool)).toEqual([]);
    expect(await countRows(attacked)).toEqual({ entries: 0, seals: 0 });
    expect(await verifyChain(db)).toEqual({ sealed: 0, fault: undefined, overdue: 0 });
    expect(await owner`select n, deleted_at is not null and emptied_at is not null as is_told from audit_head`).toEqual(
      [{ n: "2", isTold: true }],
    );
  }));

it("begins the heads of existing chains at their present ends", async () => {
  const url = databaseUrl(await copyTemplate("template0"));
  await migrate(url, { upTo: 103 });
  const sql = connect(url, { max: 1 });
  try {
    // A whole chain; two of which a purge left one seal without its entry; one whose first entry somebody deleted.
    await sql`
      insert into audit_entry (tenant_id, id, at, actor, operation, object_kind)
      select tenant, n, now() - months * interval '1 month', 'operator', 'test', 'company'
      from (values (1, 1, 2), (1, 2, 1), (2, 6, 1)) as e(tenant, n, months)`;
    await sql`
      insert into audit_seal (tenant_id, n, entry_at, entry_id, hash)
      select tenant, n, now() - months * interval '1 month', n, sha256(n::text::bytea)
      from (values (1, 1, 2), (1, 2, 1), (2, 5, 30), (2, 6, 1), (3, 1, 25), (4, 1, 3)) as s(tenant, n, months)`;
    await migrate(url);
    const heads = await sql`
      select tenant_id, n, hash = sha256(n::text::bytea) as has_hash, purged_n from audit_head order by tenant_id`;
    expect([...heads]).toEqual([
      { tenantId: "1", n: "2", hasHash: true, purgedN: "0" },
      { tenantId: "2", n: "6", hasHash: true, purgedN: "5" },
      { tenantId: "3", n: "1", hasHash: true, purgedN: "1" },
      { tenantId: "4", n: "1", hasHash: true, purgedN: "0" },
    ]);
  } finally {
    await sql.end();
  }
});
