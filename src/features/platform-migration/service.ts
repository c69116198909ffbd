import type { Context } from "../../context.ts";
import { notFound } from "../../kernel/errors.ts";
import * as queries from "./queries.ts";

const maxShownMigrations = 100;

const present = ({ id, platform, state, counts, startedAt, finishedAt }: queries.MigrationSummary) => ({
  id,
  platform,
  state,
  startedAt: startedAt.toISOString(),
  finishedAt: finishedAt?.toISOString() ?? null,
  counts,
});

export async function getLegacy({ db }: Context) {
  const migrations = await queries.listMigrations(db, maxShownMigrations);
  return { state: migrations[0]?.state ?? ("none" as const), migrations: migrations.map(present) };
}

export async function getLegacyMigration({ db }: Context, id: string) {
  const migration = await queries.findMigration(db, id);
  if (migration === undefined) throw notFound("migration");
  return { ...present(migration), problems: migration.problems };
}
