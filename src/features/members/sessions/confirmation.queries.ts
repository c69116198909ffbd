import type { SqlHandle } from "../../../db/tenant.ts";
import { idleSince } from "./lifetime.ts";

/**
 * Undefined for a session that is over. Otherwise it cannot be ended before the transaction: whatever ends the access of
 * a person deletes the sessions first, and then also finds what this transaction created.
 */
export async function lockOpenSession(
  { sql }: SqlHandle,
  tokenHash: Buffer,
  now: Date,
): Promise<{ confirmedAt: Date } | undefined> {
  const [row] = await sql<{ confirmedAt: Date }[]>`
    select confirmed_at from person_session
    where token_hash = ${tokenHash} and expires_at > ${now} and seen_at > ${idleSince(now)} for share`;
  return row;
}

export async function updateSessionConfirmed({ sql }: SqlHandle, tokenHash: Buffer, at: Date): Promise<void> {
  await sql`update person_session set confirmed_at = ${at} where token_hash = ${tokenHash}`;
}
