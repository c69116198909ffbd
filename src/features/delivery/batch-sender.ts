import type { Context } from "../../context.ts";
import { isUnreachable } from "../../db/client.ts";
import { node, type SqlNode } from "../../db/sql-node.ts";
import { addDays, dayAt, startOfDay } from "../../kernel/local-time.ts";
import type { BufferArena } from "../../mail/buffer-arena.ts";
import type { SendOutcome } from "../../mail/outcome.ts";
import type { Transport } from "../../mail/transport.ts";
import type { DeferReason } from "../../mail/twig/protocol.ts";
import { dailyLimit } from "../sending/warm-up.ts";
import { skipReasonAtSend } from "../campaigns/audience/audience.sql.ts";
import type { RefusalStreaks } from "./refusal-streaks.ts";
import * as batches from "./batches.queries.ts";
import { prepareClaim, claimMessages, type ClaimedRecipient } from "./claim-messages.queries.ts";
import { CampaignNotSendable, type CompiledCampaign } from "../campaigns/compiled-campaign.ts";
import { throttleMs, deliveryResultOf, type RelayRejection, type RelayReply, type DeliveryResult } from "./outcomes.ts";
import type { DomainBackoff } from "./domain-backoff.ts";
import {
  findSenderThrottle,
  releaseWarmUpQuota,
  reserveWarmUpQuota,
  type WarmUpDay,
} from "../campaigns/sendable-content.queries.ts";
import { composeMessage, renderTwig, mergeValuesFor, type ComposeFailure } from "./compose.ts";
import * as results from "./outcomes.queries.ts";
import type { AdaptiveGroupSize } from "./group-size.ts";

/** What a refusal for good does to the message and its contact. */
export type RecordRefusal = (
  ctx: Context,
  message: { campaignId: string; contactId: string },
  reply: RelayReply,
) => Promise<unknown>;

export type BatchSenderDeps = {
  readonly recordRefusal: RecordRefusal;
  readonly ctx: Context;
  readonly campaign: CompiledCampaign;
  readonly transport: Transport;
  readonly groupSize: AdaptiveGroupSize;
  readonly domainBackoff: DomainBackoff;
  readonly refusalStreaks: RefusalStreaks;
  /** Where messages are written, of this batch alone. */
  readonly arena: BufferArena;
  /** The process is about to end. */
  readonly signal: AbortSignal;
};

/** After so long a batch is given back, so that another company has its turn. */
const timeSliceMs = 1000;

/** How a batch ended for this worker: through, given back, because the mail service is away, or does not let us send. */
export type BatchOutcome = "done" | "stopped" | "relay_unavailable" | RelayRejection;

/** Sends one batch, group by group. Throws only when the database is away; the lease says then what is uncertain. */
export async function sendBatch(deps: BatchSenderDeps, batch: batches.ClaimedBatch): Promise<BatchOutcome> {
  const { ctx, campaign, groupSize } = deps;
  await batches.markUnknown(ctx.db, batch, ctx.clock.now());
  const statements = prepareClaim(await skipReasonFor(ctx, campaign), campaign.contactColumns);
  const endsAt = performance.now() + timeSliceMs;
  const findThrottledUntil = () => findSenderThrottle(ctx.db, campaign.sender.domain, ctx.clock.now());
  // Asked once a turn, and again when the relay asks for patience: other lanes notice within their turns.
  let throttledUntil = await findThrottledUntil();
  for (;;) {
    if (deps.signal.aborted || performance.now() > endsAt) return releaseUntil(ctx, batch, null);
    if (throttledUntil !== undefined) return releaseUntil(ctx, batch, throttledUntil);
    const { allowed, nextAt, limited } = await reserveQuota(deps, groupSize.current);
    if (allowed === 0) return releaseUntil(ctx, batch, nextAt);
    const now = ctx.clock.now();
    const group = await claimMessages(ctx.db, batch, { statements, limit: allowed, now });
    if (limited !== undefined && group.length < allowed)
      await releaseWarmUpQuota(ctx.db, limited, allowed - group.length);
    if (group.length === 0) {
      const status = await batches.findBatchStatus(ctx.db, batch);
      if (status === "more") continue;
      if (status === "done") await batches.deleteBatch(ctx.db, batch);
      else await batches.releaseBatch(ctx.db, batch, null);
      return status;
    }
    const outcome = await sendGroup(deps, batch, group, limited);
    if (outcome === "relay_unavailable" || typeof outcome === "object") {
      await batches.releaseBatch(ctx.db, batch, null);
      return outcome;
    }
    if (outcome === "disabled") {
      await batches.releaseBatch(ctx.db, batch, null);
      throw new CampaignNotSendable("template");
    }
    if (outcome === "service" || outcome === "cooldown")
      return releaseUntil(ctx, batch, deferredUntil(outcome, ctx.clock.now()));
    if (outcome === "throttled") throttledUntil = await findThrottledUntil();
  }
}

/** What is asked of a message at the last moment. Whom the company itself left out was left out when rows were written. */
const skipReasonFor = (ctx: Context, { audience }: CompiledCampaign): Promise<SqlNode> =>
  skipReasonAtSend(ctx, { ...audience, excludeSegmentIds: [], excludeEmails: [] }, node`x.list_id`);

async function releaseUntil(ctx: Context, batch: batches.ClaimedBatch, dueAt: Date | null): Promise<BatchOutcome> {
  await batches.releaseBatch(ctx.db, batch, dueAt);
  return "stopped";
}

/** A domain that warms up has a number of messages a day; what is left over waits for the company's next morning. */
async function reserveQuota({ ctx, campaign: { sender } }: BatchSenderDeps, wanted: number) {
  if (sender.warmingSince === null) return unlimitedQuota(wanted);
  const now = ctx.clock.now();
  const limit = dailyLimit(sender.warmingSince, now);
  if (limit === null) return unlimitedQuota(wanted);
  const day = dayAt(now, ctx.company.timeZone);
  const nextAt = startOfDay(addDays(day, 1), ctx.company.timeZone);
  const limited = { domain: sender.domain, day };
  return { allowed: await reserveWarmUpQuota(ctx.db, limited, { limit, wanted }), nextAt, limited };
}

const unlimitedQuota = (wanted: number) => ({ allowed: wanted, nextAt: null, limited: undefined });

type SendAttempt = {
  readonly contact: ClaimedRecipient;
  readonly result: DeliveryResult;
  readonly outcome: SendOutcome | undefined;
  /** Its template was not tried. */
  readonly deferReason?: DeferReason | undefined;
};

/** A template rests for a minute; one that is disabled waits for a person, who resumes the campaign. */
const deferralMs = { service: 30_000, cooldown: 60_000, disabled: 0 } as const;
const deferredUntil = (deferReason: DeferReason, now: Date) => new Date(now.getTime() + deferralMs[deferReason]);

async function sendGroup(
  deps: BatchSenderDeps,
  batch: batches.ClaimedBatch,
  group: readonly ClaimedRecipient[],
  limited: WarmUpDay | undefined,
): Promise<"ok" | "throttled" | "relay_unavailable" | DeferReason | RelayRejection> {
  const { ctx } = deps;
  const begun = performance.now();
  const keepAlive = setInterval(() => {
    // A lease that could not be extended runs out: then the messages are uncertain, which is the truth.
    batches.extendLease(ctx.db, batch, ctx.clock.now()).catch(() => undefined);
  }, 5_000);
  try {
    const attempts = await Promise.all(await sendMessages(deps, group));
    deps.arena.reset();
    const now = ctx.clock.now();
    const finalOutcomes = attempts.flatMap(({ contact, result }) => finalOutcomeOf(contact.id, result));
    const deferred = attempts.flatMap(({ contact, result }) => deferredMessageOf(contact.id, result, now));
    const refused = attempts.flatMap(({ contact, result }) =>
      result.kind === "refused" ? [{ contactId: contact.id, reply: result.reply }] : [],
    );
    await writeAllWithRetry([
      () => results.recordOutcomes(ctx.db, batch, finalOutcomes, now),
      () => results.rescheduleMessages(ctx.db, batch, deferred, now),
      ...refused.map(({ contactId, reply }) => () => {
        const message = { campaignId: batch.campaignId, contactId };
        return deps.recordRefusal(ctx, message, reply);
      }),
    ]);
    const isThrottled = await throttleDomains(deps, attempts);
    const tried = attempts.filter(
      ({ outcome, deferReason }) => outcome?.outcome !== "late" && deferReason === undefined,
    );
    deps.groupSize.record(tried.length, performance.now() - begun);
    if (limited !== undefined) await releaseWarmUpQuota(ctx.db, limited, attempts.length - tried.length);
    const outcomes = attempts.map(({ outcome }) => outcome);
    const rejection = deps.refusalStreaks.record(batch, outcomes);
    if (rejection !== undefined) return rejection;
    if (attempts.some(({ result }) => result.kind === "relay_unavailable")) return "relay_unavailable";
    const deferReason = attempts.flatMap((each) => each.deferReason ?? []);
    if (deferReason.includes("disabled")) return "disabled";
    return deferReason[0] ?? (isThrottled ? "throttled" : "ok");
  } finally {
    clearInterval(keepAlive);
  }
}

/** About ten minutes of a database that is away; a statement that it refuses is tried a few times only. */
const unreachableRetries = 600;
const errorRetries = 5;

/** What was sent must be written, however long the database is away: nobody else knows it. */
async function writeWithRetry(write: () => Promise<unknown>): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await write();
      return;
    } catch (error) {
      if (attempt === (isUnreachable(error) ? unreachableRetries : errorRetries)) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.min(100 * 2 ** attempt, 1000)));
    }
  }
}

/** What the database refuses keeps nothing else from being written. */
async function writeAllWithRetry(writes: readonly (() => Promise<unknown>)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const write of writes) {
    await writeWithRetry(write).catch((error: unknown) => {
      if (isUnreachable(error)) throw error;
      errors.push(error);
    });
  }
  if (errors.length > 0) throw errors[0];
}

/** For so long what the gate said holds: whoever has not begun to leave by then is asked again, as is the campaign. */
const claimValidMs = 800;

/** One promise a message, none of which fails; rendering happens while earlier ones are already on their way. */
async function sendMessages(
  deps: BatchSenderDeps,
  group: readonly ClaimedRecipient[],
): Promise<Promise<SendAttempt>[]> {
  const { ctx, campaign, arena } = deps;
  const notAfter = performance.now() + claimValidMs;
  const date = ctx.clock.now();
  const today = dayAt(date, ctx.company.timeZone);
  const values = group.map((contact) => mergeValuesFor(campaign, contact, today));
  const unrolled = campaign.plan.hasTwig ? await renderTwig(ctx, campaign, values) : undefined;
  return group.map(async (contact, index): Promise<SendAttempt> => {
    const recipientValues = values[index];
    if (recipientValues === undefined) return unsentAttempt(contact, { reason: "content" }, date);
    const composed = await composeMessage(campaign, contact, {
      unrolled: unrolled?.[index],
      values: recipientValues,
      date,
      allocate: arena.allocate,
    });
    if ("reason" in composed) return unsentAttempt(contact, composed, ctx.clock.now());
    // The first one always goes: however slow the relay is, it goes on.
    const outgoing = index === 0 ? composed : { ...composed, notAfter };
    const outcome = await deps.transport.send(outgoing).catch(() => unknownOutcome);
    const tried = { attempts: contact.attempts, firstAt: contact.triedAt ?? date, now: ctx.clock.now() };
    return { contact, outcome, result: deliveryResultOf(outcome, tried, Math.random()) };
  });
}

const unknownOutcome: SendOutcome = { outcome: "unknown", response: "" };

function unsentAttempt(contact: ClaimedRecipient, { reason, deferReason }: ComposeFailure, now: Date): SendAttempt {
  const result: DeliveryResult =
    deferReason === undefined
      ? { kind: "failed", reason }
      : { kind: "later", reason, dueAt: deferredUntil(deferReason, now), countsAsAttempt: false };
  return { contact, outcome: undefined, result, deferReason };
}

function finalOutcomeOf(contactId: string, result: DeliveryResult): results.MessageOutcome[] {
  if (result.kind === "later" || result.kind === "relay_unavailable" || result.kind === "refused") return [];
  return [{ contactId, state: result.kind, reason: "reason" in result ? result.reason : null }];
}

function deferredMessageOf(contactId: string, result: DeliveryResult, now: Date): results.DeferredMessage[] {
  if (result.kind === "later") return [{ contactId, ...result }];
  return result.kind === "relay_unavailable"
    ? [{ contactId, reason: result.reason, dueAt: now, countsAsAttempt: false }]
    : [];
}

/** Answers whether anybody asked for patience. */
async function throttleDomains(
  { ctx, campaign, domainBackoff }: BatchSenderDeps,
  attempts: readonly SendAttempt[],
): Promise<boolean> {
  const now = ctx.clock.now();
  const tried = attempts.map(({ contact, outcome }) => ({ domain: contact.domain, outcome }));
  const throttled = domainBackoff.throttledDomains(tried, campaign.sender.domain, now);
  for (const domain of throttled) {
    const untilOf = (level: number) => new Date(now.getTime() + throttleMs(level));
    const hasAcceptedSince = (time: Date) => domainBackoff.hasAcceptedSince(domain, time);
    await results.throttleDomain(ctx.db, domain, { now, untilOf, hasAcceptedSince });
  }
  return throttled.length > 0;
}
