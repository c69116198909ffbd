import { Type, type Static } from "typebox";
import type { TenantDb } from "../../db/tenant.ts";
import { listBouncedSources, type BounceFilter } from "./undo.queries.ts";

const text = Type.Optional(Type.String());

/** Which bounces a company undoes; kept with a running action. */
export const StoredUndo = Type.Object({
  from: text,
  to: text,
  code: text,
  reply: text,
  campaignId: text,
  automationId: text,
});

export type StoredUndo = Static<typeof StoredUndo>;

export const toFilter = ({ from, to, code, reply }: StoredUndo): BounceFilter => ({
  from: parseDate(from),
  to: parseDate(to),
  code,
  reply,
});

const parseDate = (time: string | undefined): Date | undefined => (time === undefined ? undefined : new Date(time));

/** In the order of ids. Undoing does not change it. */
export async function listSourcesToUndo(db: TenantDb, undo: StoredUndo): Promise<readonly string[]> {
  if (undo.campaignId !== undefined) return [undo.campaignId];
  return listBouncedSources(db, { ...toFilter(undo), automationId: undo.automationId });
}
