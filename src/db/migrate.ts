import { readdirSync, readFileSync } from "node:fs";
import { packageFile } from "../package.ts";
import { connect, type Sql, type SqlTag } from "./client.ts";
import { changeShardsInSequence, isDistributed } from "./distribution/state.ts";

export type Migration = { number: number; name: string; sql: string };

const folder = packageFile("src/db/migrations/");
const lockKey = 7_067_001;

/** Numbers of the files by feature are below it. */
export const firstLaterNumber = 100;

/** Name of migration 1 of the first numbering, whose numbers the files by feature use again. */
const firstOfFirstNumbering = "companies_and_people";

/** An error that the operator can understand and solve; the message explains it. */
export class MigrationError extends Error {
  override readonly name = "MigrationError";
}

/** The renames that carry a database at the last migration of the first numbering over to the files by feature. */
export function readCarryOver(): { readonly last: number; readonly sql: string } {
  const file = readdirSync(folder).find((name) => /^from_\d{4}\.sql$/.test(name));
  if (file === undefined) throw new Error("there is no from_NNNN.sql among the migrations");
  return { last: Number(file.slice(5, 9)), sql: readFileSync(new URL(file, folder), "utf8") };
}

/** Numbered SQL files, forward only: those by feature, then later ones from 100. */
export function readMigrations(): Migration[] {
  return readdirSync(folder)
    .filter((file) => /^\d{4}_[a-z0-9_]+\.sql$/.test(file))
    .toSorted()
    .map((file) => ({
      number: Number(file.slice(0, 4)),
      name: file.slice(5, -4),
      sql: readFileSync(new URL(file, folder), "utf8"),
    }));
}

async function hasFirstNumbering(sql: SqlTag): Promise<boolean> {
  const rows = await sql`select from schema_migration where number = 1 and name = ${firstOfFirstNumbering}`;
  return rows.length > 0;
}

/** None while the database has the first numbering. */
export async function appliedMigrations(sql: SqlTag): Promise<number[]> {
  const [table] = await sql<{ exists: boolean }[]>`
    select to_regclass('schema_migration') is not null as exists`;
  if (table?.exists !== true || (await hasFirstNumbering(sql))) return [];
  const rows = await sql<{ number: number }[]>`select number from schema_migration order by number`;
  return rows.map((row) => row.number);
}

type MigrateOptions = {
  readonly upTo?: number;
  /** Further preparation of the database, under the same lock. */
  readonly afterMigrations?: () => Promise<void>;
};

/** Waits for other processes that change the schema; held until the connection ends. */
export async function lockMigrations(sql: SqlTag): Promise<void> {
  await sql`select pg_advisory_lock(${lockKey})`;
}

/**
 * The statements of a file, each ending with a semicolon at the end of a line. They are sent one by one: Citus repeats a change
 * of a table on the nodes by the text that was sent, of which a node accepts one statement only.
 */
export const splitStatements = (text: string): string[] =>
  [...text.matchAll(/(?:\$\$[^]*?\$\$|[^])*?;$/gm)].map(([statement]) => statement);

async function carryOver(pool: Sql): Promise<void> {
  if (!(await hasFirstNumbering(pool))) return;
  const { last, sql: renames } = readCarryOver();
  const [row] = await pool<{ newest: number }[]>`select max(number)::int as newest from schema_migration`;
  if (row?.newest !== last) {
    throw new MigrationError(
      `The database is at migration ${row?.newest} of the first numbering. ` +
        `Start the version of Postrider that goes to its migration ${last} first, then this one.`,
    );
  }
  await pool.begin(async (sql) => {
    for (const statement of splitStatements(renames)) await sql.unsafe(statement);
    await sql`delete from schema_migration`;
    for (const { number, name } of readMigrations().filter((migration) => migration.number < firstLaterNumber))
      await sql`insert into schema_migration (number, name) values (${number}, ${name})`;
  });
}

/** Safe for concurrent starts: the lock lets one process migrate, the others find nothing to do. */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<Migration[]> {
  const { upTo = Number.MAX_SAFE_INTEGER, afterMigrations } = options;
  const pool = connect(url, { max: 1, work: "migration" });
  try {
    await lockMigrations(pool);
    await pool`create table if not exists schema_migration (
      number int primary key, name text not null, applied_at timestamptz not null default now())`;
    if (await isDistributed(pool)) await changeShardsInSequence(pool);
    await carryOver(pool);
    const applied = new Set(await appliedMigrations(pool));
    const open = readMigrations().filter(({ number }) => number <= upTo && !applied.has(number));
    for (const migration of open) {
      await pool.begin(async (sql) => {
        for (const statement of splitStatements(migration.sql)) await sql.unsafe(statement);
        await sql`insert into schema_migration (number, name) values (${migration.number}, ${migration.name})`;
      });
    }
    await afterMigrations?.();
    return open;
  } finally {
    await pool.end({ timeout: 5 });
  }
}
