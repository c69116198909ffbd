import { describe, expect, it } from "vitest";
import { workerDatabase } from "../../tests/harness/servers/database.ts";

/** Rules that a distributed PostgreSQL (Citus) needs, read from the catalogue of the migrated database. */
const companyTables = async () => {
  const { db } = await workerDatabase();
  return db.sql<{ oid: number; name: string }[]>`
    select c.oid, c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname not like '%\_lookup' and c.relname <> 'company' order by c.relname`;
};

describe("every table of a company", () => {
  it("is found by this query", async () => {
    const names = (await companyTables()).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["contact", "consent", "journal", "membership", "suppression"]));
  });

  it("has the company as its first column, never null", async () => {
    const { db } = await workerDatabase();
    const oids = (await companyTables()).map(({ oid }) => oid);
    const wrong = await db.sql<{ name: string }[]>`
      select c.relname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
      where a.attrelid = any(${oids}::oid[]) and a.attname = 'tenant_id' and (a.attnum <> 1 or not a.attnotnull)`;
    expect(wrong).toEqual([]);
  });

  it("has the company first in its primary key and in every unique index", async () => {
    const { db } = await workerDatabase();
    const oids = (await companyTables()).map(({ oid }) => oid);
    const wrong = await db.sql<{ name: string }[]>`
      select i.indexrelid::regclass::text as name from pg_index i
      join pg_attribute a on a.attrelid = i.indrelid and a.attname = 'tenant_id'
      where i.indrelid = any(${oids}::oid[]) and (i.indisunique or i.indisprimary) and i.indkey[0] <> a.attnum`;
    const withoutKey = await db.sql<{ name: string }[]>`
      select c.relname as name from pg_class c where c.oid = any(${oids}::oid[])
        and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary)`;
    expect([...wrong, ...withoutKey]).toEqual([]);
  });

  it("has the company first in every foreign key, on both sides", async () => {
    const { db } = await workerDatabase();
    const oids = (await companyTables()).map(({ oid }) => oid);
    const wrong = await db.sql<{ name: string }[]>`
      select k.conname as name from pg_constraint k
      join pg_attribute own on own.attrelid = k.conrelid and own.attnum = k.conkey[1]
      join pg_attribute far on far.attrelid = k.confrelid and far.attnum = k.confkey[1]
      join pg_class target on target.oid = k.confrelid
      where k.contype = 'f' and k.conrelid = any(${oids}::oid[])
        and (own.attname <> 'tenant_id' or far.attname <> 'tenant_id') and target.relname <> 'person'`;
    expect(wrong).toEqual([]);
  });

  it("has no foreign key that sets a column to null", async () => {
    const { db } = await workerDatabase();
    const wrong =
      await db.sql`select conname as name from pg_constraint where contype = 'f' and confdeltype in ('n', 'd')`;
    expect(wrong).toEqual([]);
  });

  it("has no trigger", async () => {
    const { db } = await workerDatabase();
    const triggers = await db.sql`
      select t.tgname from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where not t.tgisinternal and c.relnamespace = 'public'::regnamespace`;
    expect(triggers).toEqual([]);
  });
});
