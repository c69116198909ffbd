import { expect, it } from "vitest";
import { copyTemplate, databaseUrl } from "../../tests/harness/servers/database.ts";
import { returnToFirstNumbering } from "../../tests/harness/servers/first-numbering.ts";
import { connect, type Sql } from "./client.ts";
import { appliedMigrations, migrate, readCarryOver, readMigrations } from "./migrate.ts";

const anEmptyDatabase = async (): Promise<string> => databaseUrl(await copyTemplate("template0"));

async function withConnection<Result>(url: string, run: (sql: Sql) => Promise<Result>): Promise<Result> {
  const sql = connect(url, { max: 1 });
  try {
    return await run(sql);
  } finally {
    await sql.end();
  }
}

it("numbers the files by feature from 1 and later migrations from 100, both without a gap", () => {
  const numbers = readMigrations().map(({ number }) => number);
  const byFeature = numbers.filter((number) => number < 100);
  const later = numbers.filter((number) => number >= 100);
  expect(byFeature).toEqual(byFeature.map((_, index) => index + 1));
  expect(later).toEqual(later.map((_, index) => index + 100));
});

it("ends the last statement of every file as the others end", () => {
  const texts = [readCarryOver(), ...readMigrations()].map(({ sql }) => sql);
  expect(texts.filter((text) => !text.endsWith(";\n"))).toEqual([]);
});

it("allows ten processes to start concurrently on an empty database", async () => {
  const url = await anEmptyDatabase();
  const applied = await Promise.all(Array.from({ length: 10 }, () => migrate(url)));
  expect(applied.flat()).toHaveLength(readMigrations().length);
  expect(await withConnection(url, appliedMigrations)).toEqual(readMigrations().map(({ number }) => number));
});

it("stops at a given migration, for a backup of an older version", async () => {
  expect((await migrate(await anEmptyDatabase(), { upTo: 2 })).map(({ number }) => number)).toEqual([1, 2]);
});

/** A database as the given migration of the first numbering left it. */
async function aDatabaseAt(newest: number): Promise<string> {
  const url = await anEmptyDatabase();
  await migrate(url, { upTo: 99 });
  await withConnection(url, (sql) => returnToFirstNumbering(sql, newest));
  return url;
}

/** Names and definitions of whatever the migrations make. */
const readCatalogue = (url: string) =>
  withConnection(
    url,
    (sql) => sql<{ name: string }[]>`
      select c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) as name
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'i', 'S') and a.attnum > 0 and not a.attisdropped
      union all
      select conrelid::regclass::text || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace and contype <> 'n'
      order by 1`,
  );

it("carries over a database at the last migration of the first numbering", async () => {
  const [before, fresh] = [await aDatabaseAt(readCarryOver().last), await anEmptyDatabase()];
  expect(await withConnection(before, appliedMigrations)).toEqual([]);
  await Promise.all([migrate(before), migrate(before), migrate(fresh)]);
  expect(await withConnection(before, appliedMigrations)).toEqual(readMigrations().map(({ number }) => number));
  expect(await readCatalogue(before)).toEqual(await readCatalogue(fresh));
});

it("refuses a database at an earlier one, and says what to do", async () => {
  const { last } = readCarryOver();
  const url = await aDatabaseAt(last - 1);
  await expect(migrate(url)).rejects.toThrow(
    `The database is at migration ${last - 1} of the first numbering. Start the version of Postrider that goes to its migration ${last} first, then this one.`,
  );
  expect(await withConnection(url, (sql) => sql`select max(number)::int as newest from schema_migration`)).toEqual([
    { newest: last - 1 },
  ]);
});
