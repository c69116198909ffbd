import type { VisitorContext } from "../../../context.ts";
import type { SystemDb } from "../../../db/tenant.ts";
import type { PayloadOf } from "../../../jobs/job.ts";
import { insertCountedEntry, originOf } from "../../../journal/audit.ts";
import { ApiError } from "../../../kernel/errors.ts";
import { HourlyCounter } from "../../../kernel/hourly-counter.ts";
import type { SecurityEvent } from "../../../log/security-log.ts";
import { accessJob } from "../jobs.ts";
import { listOwnMemberships } from "../security-notices/queries.ts";
import type { AnonymousContext } from "./throttle.ts";

export type ObservedContext = AnonymousContext & Pick<VisitorContext, "userAgent" | "security" | "jobs">;

type Access = PayloadOf<typeof accessJob>;

/**
 * A job writes the entries and the e-mail: the response time does not reveal whether the person exists, and sign-in works
 * while a node of a cluster is down.
 */
export const sendAccess = (ctx: ObservedContext, event: Access["event"], personId: string | undefined): Promise<void> =>
  ctx.jobs.send(ctx.db, accessJob, {
    event,
    personId: personId ?? "0",
    at: ctx.clock.now().toISOString(),
    ...originOf(ctx),
  });

/** Writes to the security log at once, and to the audit logs of the person's companies by a job. The job of an unknown one does nothing. */
export async function recordFailedAccess(
  ctx: ObservedContext,
  event: Access["event"],
  personId: string | undefined,
): Promise<void> {
  recordAccess(ctx, event, personId);
  await sendAccess(ctx, event, personId);
}

export const recordAccess = (ctx: ObservedContext, event: SecurityEvent["event"], account?: string): void =>
  ctx.security.record({ event, account, ...originOf(ctx) });

type Account = { readonly name: string; readonly findPersonId: () => Promise<string | undefined> };

const lockOuts = new HourlyCounter();

/**
 * A refusal by a limit is a lock-out. Every one is a line of the security log; only the first of an account in an hour starts
 * the job that writes to the audit logs.
 */
export async function observingLockOut<Result>(
  ctx: ObservedContext,
  { name, findPersonId }: Account,
  attempt: () => Promise<Result>,
): Promise<Result> {
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof ApiError && error.code === "rate_limited") {
      const personId = await findPersonId();
      if (lockOuts.add(name, ctx.clock.now()) === 1) await recordFailedAccess(ctx, "locked_out", personId);
      else recordAccess(ctx, "locked_out", personId);
    }
    throw error;
  }
}

const entriesByEvent = {
  sign_in: { operation: "signIn", maxPerHour: 100 },
  sign_in_failed: { operation: "signIn", outcome: "refused", maxPerHour: 10 },
  second_factor_failed: { operation: "checkSecondFactor", outcome: "refused", maxPerHour: 10 },
  locked_out: { operation: "lockOut", maxPerHour: 10 },
  password_reset_requested: { operation: "requestPasswordReset", maxPerHour: 10 },
} as const satisfies Readonly<Record<Access["event"], object>>;

/** Anybody who knows an address can cause failures: the entries of each member are limited. */
export async function insertAccessEntries(
  { db }: { readonly db: SystemDb },
  { event, personId, at, address, agent }: Access,
): Promise<void> {
  const { maxPerHour: max, ...facts } = entriesByEvent[event];
  for (const { tenantId, memberId } of await listOwnMemberships(db, personId)) {
    const actor = event === "sign_in" ? ({ kind: "member", memberId } as const) : ({ kind: "visitor" } as const);
    const entry = { ...facts, at: new Date(at), actor, object: { kind: "members", id: memberId } };
    const limit = { subject: `${event} ${memberId}`, max };
    await insertCountedEntry(db.forTenant(tenantId), { ...entry, origin: { address, agent } }, limit);
  }
}
