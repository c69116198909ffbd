import type { VisitorContext } from "../../../context.ts";
import { notFound, unauthorized } from "../../../kernel/errors.ts";
import { deviceOf } from "./device.ts";
import * as queries from "./queries.ts";
import { sessionHashOf } from "./signed-in-person.ts";

export async function listSessions(ctx: VisitorContext) {
  const current = sessionHashOf(ctx);
  const rows = await queries.listSessions(ctx.db, personIdOf(ctx), ctx.clock.now());
  return {
    items: rows.map(({ id, tokenHash, createdAt, seenAt, userAgent, address }) => ({
      id,
      current: tokenHash.equals(current),
      createdAt: createdAt.toISOString(),
      lastUsedAt: seenAt.toISOString(),
      device: deviceOf(userAgent),
      address: address === "" ? null : address,
    })),
  };
}

/** Ending the current session is signing out. */
export async function endSession(ctx: VisitorContext, id: string): Promise<void> {
  const ended = await queries.deleteSessionById(ctx.db, personIdOf(ctx), id);
  if (ended === undefined) throw notFound("session");
  if (ended.equals(sessionHashOf(ctx))) ctx.endSession();
}

function personIdOf({ personId }: VisitorContext): string {
  if (personId === undefined) throw unauthorized();
  return personId;
}
