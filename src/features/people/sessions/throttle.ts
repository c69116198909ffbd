import { randomUUID } from "node:crypto";
import type { VisitorContext } from "../../../context.ts";
import { sha256 } from "../../../kernel/crypto.ts";
import { rateLimited } from "../../../kernel/errors.ts";
import { addMs, minutes } from "../../../kernel/local-time.ts";
import * as queries from "./queries.ts";

/** Somebody outside any company, known by their network address only. */
export type Visitor = Pick<VisitorContext, "db" | "clock" | "address">;

type Limit = { readonly subject: Buffer; readonly max: number };

export type Attempt = queries.Attempt & { readonly subjects: readonly Buffer[] };

const windowMs = minutes(15);

/**
 * At most 10 failures per account and 100 per address. An attempt counts as a failure from its start until it is
 * forgiven; accounts that do not exist are counted alike.
 */
export async function beginAttempt(ctx: Visitor, email: string): Promise<Attempt> {
  const claim = await claimAttempt(ctx, [
    { subject: sha256(`account ${email}`), max: 10 },
    { subject: sha256(`address ${ctx.address}`), max: 100 },
  ]);
  if ("retryAfter" in claim) throw rateLimited("sign-in", claim.retryAfter);
  return claim;
}

/** It was no failure. */
export async function forgiveAttempt(ctx: Visitor, attempt: Attempt): Promise<void> {
  for (const subject of attempt.subjects) await queries.deleteAttempt(ctx.db, subject, attempt);
}

/** Keeps one address from filling the queue with requests for new passwords. */
export async function mayRequestReset(ctx: Visitor): Promise<boolean> {
  const claim = await claimAttempt(ctx, [{ subject: sha256(`password reset ${ctx.address}`), max: 20 }]);
  return !("retryAfter" in claim);
}

/** For pages that anybody may open: refuses whoever does the same more than `max` times in 15 minutes. */
export async function claimVisit(ctx: Visitor, subject: string, max: number): Promise<void> {
  const claim = await claimAttempt(ctx, [{ subject: sha256(`visit ${subject}`), max }]);
  if ("retryAfter" in claim) throw rateLimited("visits", claim.retryAfter);
}

async function claimAttempt(ctx: Visitor, limits: readonly Limit[]): Promise<Attempt | { retryAfter: number }> {
  const at = ctx.clock.now();
  const attempt = { id: randomUUID(), at, subjects: limits.map(({ subject }) => subject) };
  return ctx.db.transaction(async (db) => {
    // In one order for everybody, or two attempts could wait for each other.
    for (const subject of attempt.subjects.toSorted((left, right) => left.compare(right)))
      await queries.lockSubject(db, subject);
    for (const { subject, max } of limits) {
      const full = await queries.findAttemptTime(db, subject, { since: addMs(at, -windowMs), nth: max });
      if (full !== undefined) return { retryAfter: secondsUntil(addMs(full, windowMs), at) };
    }
    for (const subject of attempt.subjects) await queries.insertAttempt(db, subject, attempt);
    return attempt;
  });
}

const secondsUntil = (then: Date, now: Date) => Math.max(1, Math.ceil((then.getTime() - now.getTime()) / 1000));
