import type { Context } from "../../context.ts";
import { dayAt } from "../../kernel/local-time.ts";
import type { BufferArena } from "../../mail/buffer-arena.ts";
import type { SendOutcome } from "../../mail/outcome.ts";
import { redactAddresses } from "../../mail/redact-response.ts";
import type { MergeValues } from "../../mail/render/values.ts";
import type { Transport } from "../../mail/transport.ts";
import {
  NotSendable,
  type CompiledMessages,
  type MessageSource,
  type OwnValues,
  type RelayRefusalHook,
  type ReplyReader,
} from "../../message-source.ts";
import * as batches from "./batches.queries.ts";
import { claimMessages, prepareClaim, type ClaimedRecipient } from "./claim-messages.queries.ts";
import { composeMessage, renderTwig, type ComposeFailure } from "./compose.ts";
import { throttleDomains, type DomainBackoff } from "./domain-backoff.ts";
import type { AdaptiveGroupSize } from "./group-size.ts";
import * as outcomes from "./outcomes.queries.ts";
import {
  deliveryResultOf,
  isAnsweredByRelay,
  refusalClassOf,
  type DeliveryResult,
  type RelayRejection,
} from "./outcomes.ts";
import { findTakeBackStart, recordRefusals, type SenderRefusal } from "./refusal-streaks.ts";
import { findSenderThrottle, releaseWarmUpQuota, type WarmUpDay } from "./throttling.queries.ts";
import { reserveQuota } from "./warm-up-quota.ts";
import { writeAllWithRetry, writeWithRetry } from "./write-with-retry.ts";

export type BatchSenderDeps = {
  readonly ctx: Context;
  readonly source: MessageSource;
  readonly messages: CompiledMessages;
  readonly relayRefusalHooks: readonly RelayRefusalHook[];
  readonly replyReaders: readonly ReplyReader[];
  readonly transport: Transport;
  readonly groupSize: AdaptiveGroupSize;
  readonly domainBackoff: DomainBackoff;
  /** Buffers of the messages of this batch. */
  readonly arena: BufferArena;
  /** The relay answered some message of a group. */
  relayAnswered(): Promise<void>;
  /** Aborted when the process stops. */
  readonly signal: AbortSignal;
};

/** A batch is released after this time, so that other companies get their turn. */
const timeSliceMs = 1000;

/** How a batch ended for this worker: all messages done, released, relay unavailable, or rejected by the relay. */
export type BatchOutcome = "done" | "stopped" | RelayUnavailable | RelayRejection;

/** The relay did not take messages of a group; `isAway` when it answered none of them. */
export type RelayUnavailable = { readonly unavailable: string; readonly isAway: boolean };

/** Sends one batch, group by group. Throws only when the database fails; claimed messages become `unknown` then. */
export async function sendBatch(deps: BatchSenderDeps, batch: batches.ClaimedBatch): Promise<BatchOutcome> {
  const { ctx, source, messages, groupSize } = deps;
  await batches.markUnknown(ctx.db, batch, ctx.clock.now());
  const skipReason = await messages.skipReason(ctx);
  const statements = prepareClaim(source, { skipReason, columns: messages.contactColumns });
  const endsAt = performance.now() + timeSliceMs;
  const findThrottledUntil = () => findSenderThrottle(ctx.db, messages.sender.domain, ctx.clock.now());
  // Read once per time slice and after the relay throttled: other senders see it within their time slices.
  let throttledUntil = await findThrottledUntil();
  const areRepliesRead = (await Promise.all(deps.replyReaders.map((isRead) => isRead(ctx.db)))).includes(true);
  for (;;) {
    if (deps.signal.aborted || performance.now() > endsAt) return releaseUntil(ctx, batch, null);
    if (throttledUntil !== undefined) return releaseUntil(ctx, batch, throttledUntil);
    const { allowed, nextAt, limited } = await reserveQuota(ctx, messages, groupSize.current);
    if (allowed === 0) return releaseUntil(ctx, batch, nextAt);
    const now = ctx.clock.now();
    const group = await claimMessages(ctx.db, batch, { statements, limit: allowed, now });
    if (limited !== undefined && group.length < allowed)
      await releaseWarmUpQuota(ctx.db, limited, allowed - group.length);
    if (group.length === 0) {
      const status = await batches.findBatchStatus(ctx.db, source, batch);
      if (status === "more") continue;
      if (status === "done") await batches.deleteBatch(ctx.db, batch);
      else await batches.releaseBatch(ctx.db, batch, null);
      return status;
    }
    const outcome = await sendGroup({ ...deps, areRepliesRead }, batch, group, limited);
    if (typeof outcome === "object") {
      await batches.releaseBatch(ctx.db, batch, null);
      return outcome;
    }
    if (outcome === "disabled" || outcome === "coupons") {
      await batches.releaseBatch(ctx.db, batch, null);
      throw new NotSendable(outcome === "coupons" ? "coupons" : "template");
    }
    if (outcome === "service" || outcome === "cooldown")
      return releaseUntil(ctx, batch, deferredUntil(outcome, ctx.clock.now()));
    if (outcome === "throttled") throttledUntil = await findThrottledUntil();
  }
}

async function releaseUntil(ctx: Context, batch: batches.ClaimedBatch, dueAt: Date | null): Promise<BatchOutcome> {
  await batches.releaseBatch(ctx.db, batch, dueAt);
  return "stopped";
}

type SendAttempt = {
  readonly contact: ClaimedRecipient;
  readonly result: DeliveryResult;
  readonly outcome: SendOutcome | undefined;
  /** Set when the message could not be composed yet. */
  readonly deferReason?: ComposeFailure["deferReason"];
};

/** A template cools down for a minute; a disabled one and missing coupons wait until a person resumes the source. */
const deferralMs = { service: 30_000, cooldown: 60_000, disabled: 0, coupons: 0 } as const;
const deferredUntil = (deferReason: keyof typeof deferralMs, now: Date) =>
  new Date(now.getTime() + deferralMs[deferReason]);

async function sendGroup(
  deps: BatchSenderDeps & { readonly areRepliesRead: boolean },
  batch: batches.ClaimedBatch,
  group: readonly ClaimedRecipient[],
  limited: WarmUpDay | undefined,
): Promise<"ok" | "throttled" | keyof typeof deferralMs | RelayUnavailable | RelayRejection> {
  const { ctx, messages } = deps;
  const begun = performance.now();
  const keepAlive = setInterval(() => {
    // When the lease cannot be extended, it expires and the messages become unknown, as they should.
    batches.extendLease(ctx.db, batch, ctx.clock.now()).catch(() => undefined);
  }, 5_000);
  try {
    const tries = await Promise.all(await sendMessages(deps, batch, group));
    deps.arena.reset();
    const now = ctx.clock.now();
    const refusal = await writeWithRetry(() =>
      recordRefusals(ctx.db, { source: deps.source, ref: batch }, { attempts: tries, at: now }),
    );
    const attempts = refusal === undefined ? tries : tries.map((attempt) => putBackIfRefused(attempt, refusal, now));
    const finalOutcomes = attempts.flatMap(({ contact, result, outcome }) => {
      const isReplyRead = deps.areRepliesRead && outcome?.outcome === "sent";
      return finalOutcomeOf(
        contact.id,
        result,
        isReplyRead ? redactAddresses(outcome.response, contact.email) : undefined,
      );
    });
    const deferred = attempts.flatMap(({ contact, result }) => deferredMessageOf(contact.id, result, now));
    const refused = attempts.flatMap(({ contact, result }) =>
      result.kind === "refused" ? [{ contactId: contact.id, reply: result.reply }] : [],
    );
    await writeAllWithRetry([
      () => outcomes.recordOutcomes(ctx.db, batch, finalOutcomes, now),
      () => outcomes.rescheduleMessages(ctx.db, batch, deferred, now),
      ...refused.flatMap(({ contactId, reply }) =>
        deps.relayRefusalHooks.map(
          (hook) => () => hook.record(ctx, { sourceId: batch.sourceId, contactId }, { reply, at: now }),
        ),
      ),
      ...(refusal === undefined && refused.length === 0 ? [] : [() => takeBackRefusals(deps, batch, refusal?.since)]),
    ]);
    const isThrottled = await throttleDomains(ctx.db, deps.domainBackoff, {
      attempts: attempts.map(({ contact, outcome }) => ({ domain: contact.domain, outcome })),
      sender: messages.sender.domain,
      now: ctx.clock.now(),
    });
    const tried = attempts.filter(
      ({ outcome, deferReason }) => outcome?.outcome !== "late" && deferReason === undefined,
    );
    deps.groupSize.record(tried.length, performance.now() - begun);
    if (limited !== undefined) await releaseWarmUpQuota(ctx.db, limited, attempts.length - tried.length);
    if (refusal !== undefined) return refusal.rejection;
    const isAnswered = attempts.some(({ outcome }) => isAnsweredByRelay(outcome));
    if (isAnswered) await deps.relayAnswered();
    const [unavailable] = attempts.flatMap(({ result }) =>
      result.kind === "relay_unavailable" ? [result.reason] : [],
    );
    if (unavailable !== undefined) return { unavailable, isAway: !isAnswered };
    const deferReason = attempts.flatMap((each) => each.deferReason ?? []);
    const stopping = deferReason.find((reason) => deferralMs[reason] === 0);
    if (stopping !== undefined) return stopping;
    return deferReason[0] ?? (isThrottled ? "throttled" : "ok");
  } finally {
    clearInterval(keepAlive);
  }
}

/** Also when another worker found that the relay rejects the sender while this one was recording its refusals. */
async function takeBackRefusals(
  { ctx, source, relayRefusalHooks }: BatchSenderDeps,
  batch: batches.ClaimedBatch,
  found: Date | undefined,
): Promise<void> {
  const since = found ?? (await findTakeBackStart(ctx.db, source, batch));
  if (since === undefined) return;
  for (const hook of relayRefusalHooks) await hook.takeBack(ctx, batch, since);
}

/** A refusal of the sender does not count for the recipient, whose message waits until the source is resumed. */
function putBackIfRefused(attempt: SendAttempt, { rejection, refusalClass }: SenderRefusal, now: Date): SendAttempt {
  const { kind } = attempt.result;
  const isRefused = kind === "refused" || kind === "failed" || kind === "later";
  if (!isRefused || refusalClassOf(attempt.outcome) !== refusalClass) return attempt;
  return { ...attempt, result: { kind: "later", reason: rejection.code, dueAt: now, countsAsAttempt: false } };
}

/** A claim is valid for this time: a message whose sending has not begun by then is claimed again. */
const claimValidMs = 800;

/** One promise per message, none of which rejects. Messages are rendered while earlier ones are being sent. */
async function sendMessages(
  deps: BatchSenderDeps,
  ref: batches.ClaimedBatch,
  group: readonly ClaimedRecipient[],
): Promise<Promise<SendAttempt>[]> {
  const { ctx, messages, arena } = deps;
  const notAfter = performance.now() + claimValidMs;
  const date = ctx.clock.now();
  const today = dayAt(date, ctx.company.timeZone);
  const recipients = await recipientsOf(deps, group, today);
  const values = recipients.flatMap((recipient) => ("values" in recipient ? [recipient.values] : []));
  const expanded = messages.plan.hasTwig ? (await renderTwig(ctx, messages, values)).values() : undefined;
  return recipients.map(async (recipient, index): Promise<SendAttempt> => {
    const { contact } = recipient;
    if (!("values" in recipient)) return unsentAttempt(contact, recipient, date);
    const composed = await composeMessage({ messages, ref }, contact, {
      expanded: expanded?.next().value,
      values: recipient.values,
      date,
      allocate: arena.allocate,
    });
    if ("reason" in composed) return unsentAttempt(contact, composed, ctx.clock.now());
    // The first message has no deadline, so that a slow relay still makes progress.
    const outgoing = index === 0 ? composed : { ...composed, notAfter };
    const outcome = await deps.transport.send(outgoing).catch(() => unknownOutcome);
    const tried = { attempts: contact.attempts, firstAt: contact.triedAt ?? date, now: ctx.clock.now() };
    return { contact, outcome, result: deliveryResultOf(outcome, tried, ctx.random()) };
  });
}

type Recipient = { readonly contact: ClaimedRecipient } & ({ readonly values: MergeValues } | ComposeFailure);

/** The values of each message. What differs by contact is looked up for the whole group; a contact without a code has none. */
async function recipientsOf(
  { ctx, messages }: BatchSenderDeps,
  group: readonly ClaimedRecipient[],
  today: string,
): Promise<Recipient[]> {
  const { assignCoupons, findBlocks } = messages;
  if (assignCoupons === undefined && findBlocks === undefined)
    return group.map((contact) => ({ contact, values: messages.valuesFor(contact, today, withoutOwnValues) }));
  const contactIds = group.map(({ id }) => id);
  // Nothing has left yet: when a lookup fails, the messages are tried again later.
  const blocks = await findBlocks?.(ctx, contactIds).catch(() => null);
  if (blocks === null) return group.map((contact) => ({ contact, reason: "content", deferReason: "service" }));
  const assigned = await assignCoupons?.(ctx, contactIds).catch(() => null);
  return group.map((contact): Recipient => {
    const coupons = assignCoupons === undefined ? {} : assigned?.get(contact.id);
    if (coupons === undefined)
      return { contact, reason: "coupons", deferReason: assigned === null ? "service" : "coupons" };
    return { contact, values: messages.valuesFor(contact, today, { coupons, blocks: blocks?.get(contact.id) }) };
  });
}

const withoutOwnValues: OwnValues = { coupons: {} };

const unknownOutcome: SendOutcome = { outcome: "unknown", response: "" };

function unsentAttempt(contact: ClaimedRecipient, { reason, deferReason }: ComposeFailure, now: Date): SendAttempt {
  const result: DeliveryResult =
    deferReason === undefined
      ? { kind: "failed", reason }
      : { kind: "later", reason, dueAt: deferredUntil(deferReason, now), countsAsAttempt: false };
  return { contact, outcome: undefined, result, deferReason };
}

function finalOutcomeOf(contactId: string, result: DeliveryResult, reply?: string): outcomes.MessageOutcome[] {
  if (result.kind === "later" || result.kind === "relay_unavailable" || result.kind === "refused") return [];
  return [{ contactId, state: result.kind, reason: "reason" in result ? result.reason : null, reply }];
}

function deferredMessageOf(contactId: string, result: DeliveryResult, now: Date): outcomes.DeferredMessage[] {
  if (result.kind === "later") return [{ contactId, ...result }];
  return result.kind === "relay_unavailable"
    ? [{ contactId, reason: result.reason, dueAt: now, countsAsAttempt: false }]
    : [];
}
