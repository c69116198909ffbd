import { isUniqueViolation } from "./client.ts";
import type { TenantDb } from "./tenant.ts";
import { conflict } from "../kernel/errors.ts";

/** Tables in which a name stands once, whatever its case. */
export type UniqueNameTable =
  | "template"
  | "footer"
  | "unsubscribe_page"
  | "landing_page"
  | "survey"
  | "sms_template"
  | "list";

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

/** Somebody else may take a free name between its finding and its writing, but hardly as often as this. */
const maxAttempts = 50;

/**
 * For a transaction that finds a name for what it writes, unless one is wished: where another one took the name
 * meanwhile, it is made again with the next.
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

async function listTakenNames(db: TenantDb, table: UniqueNameTable, names: readonly string[]): Promise<Set<string>> {
  const isLive = table === "list" ? db.sql`deleted_at is null` : db.sql`true`;
  const rows = await db.sql<{ name: string }[]>`
    select lower(name) as name from ${db.sql(table)}
    where tenant_id = ${db.tenantId} and ${isLive}
      and lower(name) = any(${names.map((name) => name.toLowerCase())}::text[])`;
  return new Set(rows.map(({ name }) => name));
}

export const isNameTaken = async ({ db }: WithTenantDb, table: UniqueNameTable, name: string): Promise<boolean> =>
  (await listTakenNames(db, table, [name])).size > 0;

const maxCandidates = 1000;

/** "Name 2", "Name 3" …: the first that nothing in the table has. */
async function findFreeName({ db }: WithTenantDb, table: UniqueNameTable, name: string): Promise<string> {
  const stem = name.slice(0, 190);
  const candidates = Array.from({ length: maxCandidates }, (_, index) => `${stem} ${index + 2}`);
  const taken = await listTakenNames(db, table, candidates);
  const free = candidates.find((candidate) => !taken.has(candidate.toLowerCase()));
  if (free === undefined) throw conflict("name");
  return free;
}

/** The name itself where nothing in the table has it. */
export const availableName = async (ctx: WithTenantDb, table: UniqueNameTable, name: string): Promise<string> =>
  (await isNameTaken(ctx, table, name)) ? findFreeName(ctx, table, name) : name;

/** The name of a copy: the one that was asked for, or the first free one. */
export const copyName = async (
  ctx: WithTenantDb,
  table: UniqueNameTable,
  name: string,
  requestedName?: string,
): Promise<string> => (requestedName === undefined ? findFreeName(ctx, table, name) : requestedName.trim());
