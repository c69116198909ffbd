import { isUniqueViolation } from "./client.ts";
import { node, toFragment, type SqlNode } from "./sql-node.ts";
import type { TenantDb } from "./tenant.ts";
import { conflict } from "../kernel/errors.ts";

/** The rows of a table whose column `name` is unique, ignoring case; the owner of the table describes them. */
export type UniqueNames = {
  readonly table: string;
  /** A condition: the row still occupies its name. Without it every row does. */
  readonly where?: SqlNode;
};

interface WithTenantDb {
  db: TenantDb;
}

/** For a write to a table whose only unique column is the name. */
export async function conflictOnTakenName<Result>(write: Promise<Result>, message = "name"): Promise<Result> {
  try {
    return await write;
  } catch (error) {
    if (isUniqueViolation(error)) throw conflict(message);
    throw error;
  }
}

/** Another transaction may take the free name before it is written; this many attempts are enough. */
const maxAttempts = 50;

/**
 * For a transaction that chooses a free name, unless one is requested: retried with the next name when another
 * transaction took it meanwhile.
 */
export async function retryWithFreeName<Result>(
  requestedName: string | undefined,
  write: () => Promise<Result>,
): Promise<Result> {
  const triesLeft = requestedName === undefined ? maxAttempts - 1 : 0;
  for (let tries = 0; tries < triesLeft; tries += 1) {
    try {
      return await write();
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
    }
  }
  return conflictOnTakenName(write());
}

async function listTakenNames(
  db: TenantDb,
  { table, where = node`true` }: UniqueNames,
  names: readonly string[],
): Promise<Set<string>> {
  const rows = await db.sql<{ name: string }[]>`
    select lower(name) as name from ${db.sql(table)}
    where tenant_id = ${db.tenantId} and ${toFragment(db.sql, where)}
      and lower(name) = any(${names.map((name) => name.toLowerCase())}::text[])`;
  return new Set(rows.map(({ name }) => name));
}

export const isNameTaken = async ({ db }: WithTenantDb, unique: UniqueNames, name: string): Promise<boolean> =>
  (await listTakenNames(db, unique, [name])).size > 0;

const maxCandidates = 1000;

/** "Name 2", "Name 3" …: the first free one. */
async function findFreeName({ db }: WithTenantDb, unique: UniqueNames, name: string): Promise<string> {
  const stem = name.slice(0, 190);
  const candidates = Array.from({ length: maxCandidates }, (_, index) => `${stem} ${index + 2}`);
  const taken = await listTakenNames(db, unique, candidates);
  const free = candidates.find((candidate) => !taken.has(candidate.toLowerCase()));
  if (free === undefined) throw conflict("name");
  return free;
}

/** The name itself when it is free. */
export const availableName = async (ctx: WithTenantDb, unique: UniqueNames, name: string): Promise<string> =>
  (await isNameTaken(ctx, unique, name)) ? findFreeName(ctx, unique, name) : name;

/** The name of a copy: the requested one, or the first free one. */
export const copyName = async (
  ctx: WithTenantDb,
  unique: UniqueNames,
  name: string,
  requestedName?: string,
): Promise<string> => (requestedName === undefined ? findFreeName(ctx, unique, name) : requestedName.trim());
