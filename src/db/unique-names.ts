import { isUniqueViolation } from "./client.ts";
import type { TenantDb } from "./tenant.ts";
import { conflict } from "../kernel/errors.ts";

/** Tables with a case-insensitive unique name. */
export type UniqueNameTable =
  | "template"
  | "footer"
  | "unsubscribe_page"
  | "landing_page"
  | "survey"
  | "sms_template"
  | "list"
  | "campaign";

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

/** "Name 2", "Name 3" …: the first free one. */
async function findFreeName({ db }: WithTenantDb, table: UniqueNameTable, name: string): Promise<string> {
  const stem = name.slice(0, 190);
  const candidates = Array.from({ length: maxCandidates }, (_, index) => `${stem} ${index + 2}`);
  const taken = await listTakenNames(db, table, candidates);
  const free = candidates.find((candidate) => !taken.has(candidate.toLowerCase()));
  if (free === undefined) throw conflict("name");
  return free;
}

/** The name itself when it is free. */
export const availableName = async (ctx: WithTenantDb, table: UniqueNameTable, name: string): Promise<string> =>
  (await isNameTaken(ctx, table, name)) ? findFreeName(ctx, table, name) : name;

/** The name of a copy: the requested one, or the first free one. */
export const copyName = async (
  ctx: WithTenantDb,
  table: UniqueNameTable,
  name: string,
  requestedName?: string,
): Promise<string> => (requestedName === undefined ? findFreeName(ctx, table, name) : requestedName.trim());
