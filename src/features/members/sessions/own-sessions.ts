import type { VisitorContext } from "../../../context.ts";
import { notFound, unauthorized } from "../../../kernel/errors.ts";
import { parseDevice } from "./device.ts";
import * as queries from "./queries.ts";
import { recordAccess } from "./sign-in-events.ts";
import { sessionHashOf } from "./signed-in-person.ts";

export async function listSessions(ctx: VisitorContext) {
  const current = sessionHashOf(ctx);
  const rows = await queries.listSessions(ctx.db, requirePersonId(ctx), ctx.clock.now());
  return {
    items: rows.map(({ id, tokenHash, createdAt, seenAt, userAgent, address }) => ({
      id,
      current: tokenHash.equals(current),
      createdAt: createdAt.toISOString(),
      lastUsedAt: seenAt.toISOString(),
      device: parseDevice(userAgent),
      address: address === "" ? null : address,
    })),
  };
}

/** Ending the current session is signing out. */
export async function endSession(ctx: VisitorContext, id: string): Promise<void> {
  const ended = await queries.deleteSessionById(ctx.db, requirePersonId(ctx), id);
  if (ended === undefined) throw notFound("session");
  recordAccess(ctx, "session_ended", ctx.personId);
  if (ended.equals(sessionHashOf(ctx))) ctx.endSession();
}

function requirePersonId({ personId }: VisitorContext): string {
  if (personId === undefined) throw unauthorized();
  return personId;
}
