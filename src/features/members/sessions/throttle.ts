import { randomUUID } from "node:crypto";
import type { VisitorContext } from "../../../context.ts";
import { sha256 } from "../../../kernel/crypto.ts";
import { rateLimited } from "../../../kernel/errors.ts";
import { addMs, minutes, secondsUntil } from "../../../kernel/local-time.ts";
import { toNetwork } from "./network.ts";
import * as queries from "./queries.ts";

/** A visitor who is not signed in, identified by network address. */
export type AnonymousContext = Pick<VisitorContext, "db" | "clock" | "address">;

type Limit = { readonly subject: Buffer; readonly max: number };

export type ThrottledAttempt = queries.AttemptRecord & { readonly subjects: readonly Buffer[] };

const defaultWindowMs = minutes(15);

/**
 * The limits are 10 failures per account and network and 100 per network, so an attacker cannot lock out a person from
 * another network. From networks without a session of the person, 100 failures per account are allowed together: guessing
 * from many networks is slow, and the person still gets in where they are signed in. An attempt counts as a failure
 * from its start until it succeeds; unknown accounts are counted the same way.
 */
export async function beginAttempt(ctx: AnonymousContext, email: string): Promise<ThrottledAttempt> {
  const network = toNetwork(ctx.address);
  const addresses = await queries.listSessionAddresses(ctx.db, email, ctx.clock.now());
  const isKnown = addresses.some((address) => toNetwork(address) === network);
  return beginLimited(ctx, [
    { subject: sha256(`account ${email} at ${network}`), max: 10 },
    { subject: sha256(`address ${network}`), max: 100 },
    ...(isKnown ? [] : [{ subject: sha256(`account ${email}`), max: 100 }]),
  ]);
}

/**
 * Allows 10 wrong second factors per account from all networks together. Only who knows the password gets here, so a
 * stranger can neither lock out the person nor try codes from many addresses.
 */
export const beginCodeAttempt = (ctx: AnonymousContext, personId: string): Promise<ThrottledAttempt> =>
  beginLimited(ctx, [{ subject: sha256(`code ${personId}`), max: 10 }]);

async function beginLimited(ctx: AnonymousContext, limits: readonly Limit[]): Promise<ThrottledAttempt> {
  const attempt = await countAttempt(ctx, limits);
  if ("retryAfter" in attempt) throw rateLimited("sign-in", attempt.retryAfter);
  return attempt;
}

/** Removes an attempt that did not fail. */
export async function clearAttempt(ctx: AnonymousContext, attempt: ThrottledAttempt): Promise<void> {
  for (const subject of attempt.subjects) await queries.deleteAttempt(ctx.db, subject, attempt);
}

/** Limits password reset requests per network address. */
export async function canRequestReset(ctx: AnonymousContext): Promise<boolean> {
  const attempt = await countAttempt(ctx, [{ subject: sha256(`password reset ${toNetwork(ctx.address)}`), max: 20 }]);
  return !("retryAfter" in attempt);
}

/** For public pages: allows `max` requests of a kind in 15 minutes per network address. */
export async function limitVisits(ctx: AnonymousContext, subject: string, max: number): Promise<void> {
  const attempt = await countAttempt(ctx, [{ subject: sha256(`visit ${subject}`), max }]);
  if ("retryAfter" in attempt) throw rateLimited("visits", attempt.retryAfter);
}

/** Allows `max` requests of a kind in an hour per network address. */
export async function limitPerHour(ctx: AnonymousContext, kind: string, max: number): Promise<void> {
  const subject = sha256(`${kind} ${toNetwork(ctx.address)}`);
  const attempt = await countAttempt(ctx, [{ subject, max }], minutes(60));
  if ("retryAfter" in attempt) throw rateLimited(kind, attempt.retryAfter);
}

async function countAttempt(
  ctx: AnonymousContext,
  limits: readonly Limit[],
  windowMs = defaultWindowMs,
): Promise<ThrottledAttempt | { retryAfter: number }> {
  const at = ctx.clock.now();
  const attempt = { id: randomUUID(), at, subjects: limits.map(({ subject }) => subject) };
  return ctx.db.transaction(async (db) => {
    await queries.lockAttempts(db, attempt.subjects);
    for (const { subject, max } of limits) {
      const oldestCounted = await queries.findAttemptTime(db, subject, { since: addMs(at, -windowMs), nth: max });
      if (oldestCounted !== undefined) return { retryAfter: secondsUntil(addMs(oldestCounted, windowMs), at) };
    }
    for (const subject of attempt.subjects) await queries.insertAttempt(db, subject, attempt);
    return attempt;
  });
}
