import { redactAddresses } from "../../mail/redact-response.ts";
import { returnToLimits } from "../sending/connections/allowance.ts";
import { liftPause } from "../sending/connections/health.ts";
import { isSessionFailure, type SessionFailure } from "../sending/connections/pause-reasons.ts";
import type { RouteConnection } from "../sending/connections/route.ts";
import type { MessageSource, PauseCause, RelayBounceHook, StopReason } from "../../message-source.ts";
import type { ArenaPool } from "./arena-pool.ts";
import type { ProviderLookup } from "../sending/providers/provider-lookup.ts";
import type { ClaimedBatch } from "./batches.queries.ts";
import type { ClaimedRecipient } from "./claim-messages.queries.ts";
import { throttleDomains, type DomainBackoff } from "./domain-backoff.ts";
import type { AdaptiveGroupSize } from "./group-size.ts";
import * as outcomes from "./outcomes.queries.ts";
import {
  isAnsweredByRelay,
  classifyRejection,
  toThrottleSignal,
  type DeliveryResult,
  type RelayRejection,
} from "./outcomes.ts";
import { findTakeBackStart, recordRefusals, type SenderRefusal } from "./refusal-streaks.ts";
import {
  deferredUntil,
  isStopping,
  sendMessages,
  type ComposedCounts,
  type DeferReason,
  type MessageSenderDeps,
  type SendAttempt,
} from "./send-messages.ts";
import type { WindowGrant } from "./send-window.ts";
import { liftThrottle } from "./throttling.queries.ts";
import { writeAllWithRetry, writeWithRetry } from "./write-with-retry.ts";

export type GroupSenderDeps = MessageSenderDeps & {
  readonly source: MessageSource;
  readonly relayBounceHooks: readonly RelayBounceHook[];
  readonly groupSize: AdaptiveGroupSize;
  readonly domainBackoff: DomainBackoff;
  readonly providers: ProviderLookup;
  readonly arenas: ArenaPool;
  /** The company's own connection that the messages are bound to; left out: they leave over the relay of the service. */
  readonly connection?: RouteConnection | undefined;
  /** The relay answered some message of a group. */
  relayAnswered(): Promise<void>;
};

export type ClaimedGroup = {
  readonly recipients: readonly ClaimedRecipient[];
  readonly grant: WindowGrant;
  /** Returns what was reserved for messages that were not sent, of the warm-up and of a learned limit. */
  readonly returnUnsent: (count: number) => Promise<void>;
  /** A webhook of the company needs the relay's replies. */
  readonly areRepliesRead: boolean;
  /** The throttled domain or provider that the group probes. */
  readonly probe: string | undefined;
  /** All messages are with the transport, except for those that cannot be composed. */
  readonly composed: (counts: ComposedCounts) => void;
};

/** How the batch goes on after a group. */
export type GroupOutcome =
  | { readonly kind: "sent" }
  /** The relay throttles the sender. */
  | { readonly kind: "sender_throttled" }
  /** The template cannot be rendered before. */
  | { readonly kind: "postponed"; readonly until: Date }
  /** The source is paused: rejected by the relay, or not sendable. */
  | { readonly kind: "stopped"; readonly cause: PauseCause }
  /** The relay did not take messages of a group; `isAway` when it answered none of them. */
  | {
      readonly kind: "relay_unavailable";
      readonly code: string;
      readonly isAway: boolean;
      readonly failure: SessionFailure;
    }
  /** The domain that a probe asked throttles on, or replied about a mailbox alone. */
  | { readonly kind: "probe_failed"; readonly isThrottled: boolean };

/** Sends a claimed group and writes what came of it. Throws only when the database fails; claimed messages become `unknown` then. */
export async function sendGroup(
  deps: GroupSenderDeps,
  batch: ClaimedBatch,
  group: ClaimedGroup,
): Promise<GroupOutcome> {
  const { ctx, groupSize, arenas } = deps;
  const arena = arenas.take();
  const sending = await sendMessages(deps, {
    ref: batch,
    recipients: group.recipients,
    arena,
    composed: (counts) => {
      if (counts.composed > 0) groupSize.record(counts.composed, counts.ms);
      group.composed(counts);
    },
    accepted: () => group.grant.accepted(),
  });
  const attempts: SendAttempt[] = [];
  let rejection: RelayRejection | undefined;
  let isSenderThrottled = false;
  for await (const finished of finishedParts(sending)) {
    const written = await writePart(deps, batch, { ...group, tries: finished });
    group.grant.release(finished.length);
    attempts.push(...finished);
    rejection ??= written.rejection;
    isSenderThrottled ||= written.isSenderThrottled;
  }
  arenas.giveBack(arena);
  if (rejection !== undefined) {
    const { stage, code } = rejection;
    return { kind: "stopped", cause: { reason: "relay", stage, code } };
  }
  const isAnswered = attempts.some(({ outcome }) => isAnsweredByRelay(outcome));
  if (isAnswered) await noteAnswered(deps);
  const findings = { isAnswered, isSenderThrottled, isProbe: group.probe !== undefined, now: ctx.clock.now() };
  return toGroupOutcome(attempts, findings);
}

/** A connection that answers a probe takes messages again. */
async function noteAnswered(deps: GroupSenderDeps): Promise<void> {
  const { ctx, connection } = deps;
  if (connection === undefined) await deps.relayAnswered();
  else if (connection.isProbe) await writeWithRetry(() => liftPause(ctx, connection.id));
}

/** A message that takes long does not hold back the outcomes of the others. */
const writeAfterMs = 500;

/** Attempts as they are done: usually all at once. */
async function* finishedParts(sending: readonly Promise<SendAttempt>[]): AsyncGenerator<readonly SendAttempt[]> {
  let done: SendAttempt[] = [];
  const all = Promise.all(sending.map((attempt) => attempt.then((finished) => done.push(finished))));
  for (let left = sending.length; left > 0;) {
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([all, new Promise((resolve) => (timer = setTimeout(resolve, writeAfterMs)))]);
    clearTimeout(timer);
    const finished = done;
    done = [];
    left -= finished.length;
    if (finished.length > 0) yield finished;
  }
}

type TriedPart = ClaimedGroup & { readonly tries: readonly SendAttempt[] };

/** Writes the outcomes of messages of a group, and what they say about the relay and the domains. */
async function writePart(
  deps: GroupSenderDeps,
  batch: ClaimedBatch,
  { tries, ...group }: TriedPart,
): Promise<{ readonly rejection: RelayRejection | undefined; readonly isSenderThrottled: boolean }> {
  const { ctx, source } = deps;
  const now = ctx.clock.now();
  const refusal = await writeWithRetry(() =>
    recordRefusals(ctx.db, { source, ref: batch }, { attempts: refusableTries(deps, tries), at: now }),
  );
  const attempts = refusal === undefined ? tries : tries.map((attempt) => putBackIfRefused(attempt, refusal, now));
  await recordAttempts(deps, batch, { ...group, attempts, refusal, now });
  const isSenderThrottled = await recordThrottling(deps, attempts, group.probe);
  const untried = attempts.filter(({ outcome }) => outcome === undefined || outcome.outcome === "late").length;
  if (untried > 0) await group.returnUnsent(untried);
  const { connection } = deps;
  if (connection !== undefined) {
    const unsent = attempts.filter(({ outcome }) => !isHandedOver(outcome)).length;
    await writeWithRetry(() => returnToLimits(ctx, connection, unsent));
  }
  return { rejection: refusal?.rejection, isSenderThrottled };
}

const isHandedOver = (outcome: SendAttempt["outcome"]): boolean =>
  outcome?.outcome === "sent" ||
  outcome?.outcome === "unknown" ||
  (outcome?.outcome === "refused" && outcome.stage !== "local" && !isSessionFailure(outcome));

/** A connection of a company that rejects the session is paused; the source is not at fault. */
const refusableTries = ({ connection }: GroupSenderDeps, tries: readonly SendAttempt[]): readonly SendAttempt[] =>
  connection === undefined
    ? tries
    : tries.filter(({ outcome }) => outcome?.outcome !== "refused" || !isSessionFailure(outcome));

type Findings = {
  readonly isAnswered: boolean;
  readonly isSenderThrottled: boolean;
  readonly isProbe: boolean;
  readonly now: Date;
};

function toGroupOutcome(
  attempts: readonly SendAttempt[],
  { isAnswered, isSenderThrottled, isProbe, now }: Findings,
): GroupOutcome {
  const deferReasons = attempts.flatMap(({ deferReason }) => deferReason ?? []);
  if (deferReasons.includes("internal")) return { kind: "stopped", cause: { reason: "internal" } };
  const [unavailable] = attempts.flatMap(({ result, outcome }) =>
    result.kind === "relay_unavailable" ? [{ code: result.reason, failure: toFailure(outcome) }] : [],
  );
  if (unavailable !== undefined) return { kind: "relay_unavailable", ...unavailable, isAway: !isAnswered };
  const stopping = deferReasons.find(isStopping);
  if (stopping !== undefined) return { kind: "stopped", cause: { reason: toPauseReason(stopping) } };
  const [postponing] = deferReasons;
  if (postponing !== undefined) return { kind: "postponed", until: deferredUntil(postponing, now) };
  if (isSenderThrottled) return { kind: "sender_throttled" };
  if (!isProbe || attempts.some(({ outcome }) => outcome?.outcome === "sent")) return { kind: "sent" };
  return { kind: "probe_failed", isThrottled: attempts.some(({ outcome }) => toThrottleSignal(outcome) !== undefined) };
}

const toFailure = (outcome: SendAttempt["outcome"]): SessionFailure =>
  outcome?.outcome === "refused" ? outcome : { stage: "connect", code: 0, enhanced: undefined, response: "" };

const toPauseReason = (reason: DeferReason): StopReason => (reason === "coupons" ? "coupons" : "template");

type RecordedGroup = ClaimedGroup & {
  readonly attempts: readonly SendAttempt[];
  readonly refusal: SenderRefusal | undefined;
  readonly now: Date;
};

async function recordAttempts(
  deps: GroupSenderDeps,
  batch: ClaimedBatch,
  { attempts, areRepliesRead, refusal, now }: RecordedGroup,
): Promise<void> {
  const { ctx, relayBounceHooks } = deps;
  const finalOutcomes = attempts.flatMap(({ contact, result, outcome }) => {
    const isReplyRead = areRepliesRead && outcome?.outcome === "sent";
    return toFinalOutcomes(
      contact.id,
      result,
      isReplyRead ? redactAddresses(outcome.response, contact.email) : undefined,
    );
  });
  const deferred = attempts.flatMap(({ contact, result }) => toDeferredMessages(contact.id, result, now));
  const refused = attempts.flatMap(({ contact, result }) =>
    result.kind === "refused" ? [{ contactId: contact.id, reply: result.reply }] : [],
  );
  await writeAllWithRetry([
    () => outcomes.recordOutcomes(ctx.db, batch, finalOutcomes, now),
    () => outcomes.rescheduleMessages(ctx.db, batch, deferred, { now }),
    ...refused.flatMap(({ contactId, reply }) =>
      relayBounceHooks.map(
        (hook) => () => hook.record(ctx, { sourceId: batch.sourceId, contactId }, { reply, at: now }),
      ),
    ),
    ...(refusal === undefined && refused.length === 0 ? [] : [() => takeBackRefusals(deps, batch, refusal?.since)]),
  ]);
}

/** Also when another worker found that the relay rejects the sender while this one was recording its refusals. */
async function takeBackRefusals(
  { ctx, source, relayBounceHooks }: GroupSenderDeps,
  batch: ClaimedBatch,
  found: Date | undefined,
): Promise<void> {
  const since = found ?? (await findTakeBackStart(ctx.db, source, batch));
  if (since === undefined) return;
  for (const hook of relayBounceHooks) await hook.takeBack(ctx, batch, since);
}

/** Returns whether the sender is throttled. A throttled domain that accepts a probe is throttled no more. */
async function recordThrottling(
  { ctx, messages, domainBackoff, providers }: GroupSenderDeps,
  attempts: readonly SendAttempt[],
  probe: string | undefined,
): Promise<boolean> {
  const now = ctx.clock.now();
  if (probe !== undefined && attempts.some(({ outcome }) => outcome?.outcome === "sent"))
    await liftThrottle(ctx.db, probe, now);
  const domains = attempts.map(({ contact }) => contact.domain);
  const known = await providers.findProviders(ctx.db, domains, now);
  return throttleDomains(ctx.db, domainBackoff, {
    attempts: attempts.map(({ contact: { id, domain }, outcome }) => ({
      contactId: id,
      domain,
      provider: known.get(domain),
      outcome,
    })),
    sender: messages.sender.domain,
    now,
  });
}

/** A refusal of the sender does not count for the recipient, whose message waits until the source is resumed. */
function putBackIfRefused(attempt: SendAttempt, { rejection, refusalClass }: SenderRefusal, now: Date): SendAttempt {
  const { kind } = attempt.result;
  const isRefused = kind === "refused" || kind === "failed" || kind === "later";
  if (!isRefused || classifyRejection(attempt.outcome) !== refusalClass) return attempt;
  return { ...attempt, result: { kind: "later", reason: rejection.code, dueAt: now, countsAsAttempt: false } };
}

function toFinalOutcomes(contactId: string, result: DeliveryResult, reply?: string): outcomes.MessageOutcome[] {
  if (result.kind === "later" || result.kind === "relay_unavailable" || result.kind === "refused") return [];
  return [{ contactId, state: result.kind, reason: "reason" in result ? result.reason : null, reply }];
}

function toDeferredMessages(contactId: string, result: DeliveryResult, now: Date): outcomes.DeferredMessage[] {
  if (result.kind === "later") return [{ contactId, ...result }];
  return result.kind === "relay_unavailable"
    ? [{ contactId, reason: result.reason, dueAt: now, countsAsAttempt: false }]
    : [];
}
