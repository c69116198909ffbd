import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inParts } from "../../src/db/in-parts.ts";
import { inlinedPart, lastPart, part, partIfRows } from "../../src/db/parts.ts";
import { openPool, type Database, type TenantDb } from "../../src/db/tenant.ts";
import { company } from "../harness/factories/company.ts";
import { workerDatabase } from "../harness/servers/database.ts";

let pool: Database;

beforeAll(async () => {
  pool = openPool((await workerDatabase()).ownerUrl, 2, { isDistributed: true });
  await pool.sql`create table parts_of_companies (tenant_id bigint, id bigint, note text, primary key (tenant_id, id))`;
  await pool.sql`select distribute_company_table('parts_of_companies')`;
});
afterAll(async () => {
  await pool.sql`drop table parts_of_companies`;
  await pool.close();
});

/** A company with a row, on the node of the company. */
async function aCompanyWithRow(): Promise<TenantDb> {
  const db = pool.forTenant((await company()).ctx.db.tenantId);
  await db.sql`insert into parts_of_companies (tenant_id, id, note) values (${db.tenantId}, 1, 'first')`;
  return db;
}

const listRows = ({ sql, tenantId }: TenantDb) =>
  sql`select id, note from parts_of_companies where tenant_id = ${tenantId} order by id`;

/** Moves the row of this id to 10, copies what was moved, and marks what was copied. */
function move(db: TenantDb, id: number) {
  const { sql, tenantId } = db;
  return inParts<{ moved: number; copied: number; marked: number; last: string | null }>(
    db,
    [
      part(
        "moved",
        [],
        sql`
          update parts_of_companies set note = 'moved' where tenant_id = ${tenantId} and id = ${id} returning id, note`,
      ),
      partIfRows(
        "copied",
        ["moved"],
        sql`
          insert into parts_of_companies (tenant_id, id, note) select ${tenantId}::bigint, id + 10, note from moved
          returning id, note`,
      ),
      inlinedPart("sources", ["moved", "copied"], sql`select id from moved union all select id from copied`),
      partIfRows(
        "marked",
        ["sources"],
        sql`
          insert into parts_of_companies (tenant_id, id, note) select ${tenantId}::bigint, id + 100, 'marked' from sources
          returning id, note`,
      ),
      // Nothing reads it: it is sent without waiting.
      partIfRows(
        "unread",
        ["moved", "copied"],
        sql`
          insert into parts_of_companies (tenant_id, id, note)
          select ${tenantId}::bigint, 1000 + (select count(*) from copied), note from moved`,
      ),
    ],
    lastPart(
      ["moved", "copied", "marked"],
      sql`
        select (select count(*)::int from moved) as moved, (select count(*)::int from copied) as copied,
          (select count(*)::int from marked) as marked, (select max(note) from marked) as last`,
    ),
  );
}

describe("a part that runs only when the parts that it reads have rows", () => {
  it("writes on the node of the company", async () => {
    const [db, other] = [await aCompanyWithRow(), await aCompanyWithRow()];
    expect([...(await move(db, 1))]).toEqual([{ moved: 1, copied: 1, marked: 2, last: "marked" }]);
    expect([...(await listRows(db))]).toEqual([
      { id: "1", note: "moved" },
      { id: "11", note: "moved" },
      { id: "101", note: "marked" },
      { id: "111", note: "marked" },
      { id: "1001", note: "moved" },
    ]);
    expect([...(await listRows(other))]).toEqual([{ id: "1", note: "first" }]);
  });

  it("has no rows and no effect when they have none, and those that read it run with its columns", async () => {
    const db = await aCompanyWithRow();
    expect([...(await move(db, 2))]).toEqual([{ moved: 0, copied: 0, marked: 0, last: null }]);
    expect([...(await listRows(db))]).toEqual([{ id: "1", note: "first" }]);
  });

  it("runs when only one of them has rows", async () => {
    const db = await aCompanyWithRow();
    const { sql, tenantId } = db;
    const gone = sql`delete from parts_of_companies where tenant_id = ${tenantId} and id = 2 returning id`;
    const kept = sql`select id from parts_of_companies where tenant_id = ${tenantId} and id = 1 for update`;
    const rows = await inParts<{ id: string }>(
      db,
      [
        part("gone", [], gone),
        part("kept", [], kept),
        partIfRows(
          "written",
          ["gone", "kept"],
          sql`
            insert into parts_of_companies (tenant_id, id, note)
            select ${tenantId}::bigint, id + 20, 'written' from (select id from gone union all select id from kept) r
            returning id`,
        ),
      ],
      lastPart(["written"], sql`select id from written`),
    );
    expect([...rows]).toEqual([{ id: "21" }]);
  });

  it("is undone with the parts before it when a later one fails", async () => {
    const db = await aCompanyWithRow();
    const { sql, tenantId } = db;
    await sql`insert into parts_of_companies (tenant_id, id, note) values (${tenantId}, 11, 'in the way')`;
    await expect(move(db, 1)).rejects.toThrow("duplicate key");
    expect([...(await listRows(db))]).toEqual([
      { id: "1", note: "first" },
      { id: "11", note: "in the way" },
    ]);
  });
});
