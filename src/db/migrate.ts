import { readdirSync, readFileSync } from "node:fs";
import { packageFile } from "../package.ts";
import { connect, type SqlTag } from "./client.ts";
import { changeShardsInSequence, isDistributed } from "./distribution/state.ts";

export type Migration = { number: number; name: string; sql: string };

const folder = packageFile("src/db/migrations/");
const lockKey = 7_067_001;

/** Numbered SQL files, forward only. */
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

export async function appliedMigrations(sql: SqlTag): Promise<number[]> {
  const [table] = await sql<{ exists: boolean }[]>`
    select to_regclass('schema_migration') is not null as exists`;
  if (table?.exists !== true) return [];
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

/** Safe for concurrent starts: the lock lets one process migrate, the others find nothing to do. */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<Migration[]> {
  const { upTo = Number.MAX_SAFE_INTEGER, afterMigrations } = options;
  const pool = connect(url, { max: 1, work: "migration" });
  try {
    await lockMigrations(pool);
    await pool`create table if not exists schema_migration (
      number int primary key, name text not null, applied_at timestamptz not null default now())`;
    if (await isDistributed(pool)) await changeShardsInSequence(pool);
    const applied = new Set(await appliedMigrations(pool));
    const open = readMigrations().filter(({ number }) => number <= upTo && !applied.has(number));
    for (const migration of open) {
      await pool.begin(async (sql) => {
        await sql.unsafe(migration.sql);
        await sql`insert into schema_migration (number, name) values (${migration.number}, ${migration.name})`;
      });
    }
    await afterMigrations?.();
    return open;
  } finally {
    await pool.end({ timeout: 5 });
  }
}
