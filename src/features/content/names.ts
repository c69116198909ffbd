import type { Context } from "../../context.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { conflict } from "../../kernel/errors.ts";
import { listTakenNames, type NamedTable } from "./queries.ts";

const mostCopies = 1000;

/** "Name 2", "Name 3" …: the first that nothing in the table has. */
export async function freeName({ db }: { db: TenantDb }, table: NamedTable, name: string): Promise<string> {
  const stem = name.slice(0, 190);
  const candidates = Array.from({ length: mostCopies }, (_, index) => `${stem} ${index + 2}`);
  const lowered = candidates.map((candidate) => candidate.toLowerCase());
  const taken = new Set(await listTakenNames(db, table, lowered));
  const free = candidates.find((candidate) => !taken.has(candidate.toLowerCase()));
  if (free === undefined) throw conflict("name");
  return free;
}

/** The name of a copy: the one that was asked for, or the first free one. */
export const copyName = async (ctx: Context, table: NamedTable, name: string, wish?: string): Promise<string> =>
  wish === undefined ? freeName(ctx, table, name) : wish.trim();
