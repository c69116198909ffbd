import type { Context } from "../../context.ts";
import { takeFromLimits, returnToLimits } from "../sending/connections/allowance.ts";
import { pauseConnection } from "../sending/connections/health.ts";
import type { RouteConnection } from "../sending/connections/route.ts";
import { addMs } from "../../kernel/local-time.ts";
import type { PauseCause, ReplyReader } from "../../message-source.ts";
import * as batches from "./batches.queries.ts";
import { claimMessages, prepareClaim, type ClaimStatements } from "./claim-messages.queries.ts";
import { sendGroup, type ClaimedGroup, type GroupSenderDeps } from "./group-sender.ts";
import { GroupsInFlight, type StoppingOutcome } from "./groups-in-flight.ts";
import type { ComposedCounts } from "./send-messages.ts";
import type { SendWindow, WindowGrant } from "./send-window.ts";
import { holdThrottledProviders } from "./held-providers.ts";
import { reserveMessages } from "./reserved-messages.ts";
import { findSenderThrottle, takeProbeTurn } from "./throttling.queries.ts";

export type BatchSenderDeps = GroupSenderDeps & {
  readonly replyReaders: readonly ReplyReader[];
  readonly window: SendWindow;
  /** Nothing more of the batch is claimed; its last messages may still be in flight. */
  stoppedClaiming(): void;
  /** Aborted when the process stops. */
  readonly signal: AbortSignal;
};

/** A batch is released after this time, so that other companies get their turn. */
const timeSliceMs = 1000;
/** Messages of one probe, when the domain replies about mailboxes and not about the throttling. */
const maxProbes = 3;
const extendLeaseEveryMs = batches.leaseMs / 4;

/** How a batch ended for this worker. */
export type BatchOutcome =
  /** All messages are done. */
  | { readonly kind: "done" }
  /** Any worker may continue, `limitedUntil` because a limit of the connection is used up. */
  | { readonly kind: "released"; readonly limitedUntil?: Date | undefined }
  | { readonly kind: "paused"; readonly cause: PauseCause }
  | { readonly kind: "relay_unavailable"; readonly code: string; readonly isAway: boolean };

/** Why nothing more is claimed: there is nothing, not now (`dueAt`), or a group stopped the batch. */
type ClaimEnd =
  | { readonly kind: "exhausted" }
  | { readonly kind: "released"; readonly dueAt: Date | null; readonly waitsForConnection?: string | undefined }
  | { readonly kind: "stopped" };

type BatchSession = {
  readonly statements: ClaimStatements;
  readonly areRepliesRead: boolean;
  readonly endsAt: number;
  readonly groups: GroupsInFlight;
  /** The throttled domain or provider that the batch waits for and may probe now. */
  probe: { readonly domain: string; readonly nextAt: Date; left: number } | undefined;
  /** The connection was paused, and nothing of the batch has shown yet that it works again. */
  isConnectionProbe: boolean;
};

/**
 * Sends one batch. Groups are claimed as the relay takes messages, without waiting for the previous group; the batch is
 * released when all of them are written. Throws only when the database fails; claimed messages become `unknown` then.
 */
export async function sendBatch(
  deps: BatchSenderDeps,
  batch: batches.ClaimedBatch,
  firstGrant?: WindowGrant,
): Promise<BatchOutcome> {
  const { ctx, failures } = deps;
  const groups = new GroupsInFlight();
  const keepAlive = setInterval(() => {
    // When the lease cannot be extended, it expires and the messages become unknown, as they should.
    batches
      .extendLease(ctx.db, batch, ctx.clock.now())
      .catch((error: unknown) => failures.report(batch, "lease", error));
  }, extendLeaseEveryMs);
  let grant: WindowGrant | undefined = firstGrant;
  const nextGrant = async () => {
    const next = grant ?? (await deps.window.acquire(deps.signal));
    grant = undefined;
    return next;
  };
  try {
    const session = await openSession(deps, batch, groups);
    if ("waitsUntil" in session) return await releaseUntil(ctx, batch, session.waitsUntil);
    for (;;) {
      const end = await claimGroups(deps, batch, { session, nextGrant });
      deps.stoppedClaiming();
      await groups.settle();
      const outcome = await finishClaims(deps, batch, { end, stop: groups.stop });
      if (outcome !== "more") return outcome;
    }
  } finally {
    grant?.releaseAll();
    await groups.drain();
    clearInterval(keepAlive);
  }
}

async function openSession(
  { ctx, source, messages, replyReaders, connection }: BatchSenderDeps,
  batch: batches.ClaimedBatch,
  groups: GroupsInFlight,
): Promise<BatchSession | { readonly waitsUntil: Date }> {
  await batches.markUnknown(ctx.db, batch, ctx.clock.now());
  const now = ctx.clock.now();
  // Read once per time slice and after the relay throttled: other senders see it within their time slices.
  const throttledUntil = await findSenderThrottle(ctx.db, messages.sender.domain, now);
  if (throttledUntil !== undefined) return { waitsUntil: throttledUntil };
  const turn = batch.waitsFor === null ? undefined : await takeProbeTurn(ctx.db, batch.waitsFor, now);
  if (turn !== undefined && !turn.isOwn) return { waitsUntil: turn.nextAt };
  const skipReason = await messages.skipReason(ctx);
  const areRepliesRead = (await Promise.all(replyReaders.map((isRead) => isRead(ctx.db)))).includes(true);
  return {
    statements: prepareClaim(source, { skipReason, columns: messages.contactColumns }),
    areRepliesRead,
    endsAt: performance.now() + timeSliceMs,
    groups,
    probe:
      turn === undefined || batch.waitsFor === null
        ? undefined
        : { domain: batch.waitsFor, nextAt: turn.nextAt, left: maxProbes },
    isConnectionProbe: connection?.isProbe === true,
  };
}

type Claiming = { readonly session: BatchSession; readonly nextGrant: () => Promise<WindowGrant | undefined> };

async function claimGroups(
  deps: BatchSenderDeps,
  batch: batches.ClaimedBatch,
  { session, nextGrant }: Claiming,
): Promise<ClaimEnd> {
  for (;;) {
    const grant = await nextGrant();
    if (grant === undefined) return { kind: "released", dueAt: null };
    const endBefore = findEnd(deps, session);
    if (endBefore !== undefined) grant.releaseAll();
    const end = endBefore ?? (await claimGroup(deps, batch, { session, grant }));
    if (end !== undefined) return end;
  }
}

function findEnd({ signal }: BatchSenderDeps, { groups, endsAt }: BatchSession): ClaimEnd | undefined {
  if (groups.hasStopped) return { kind: "stopped" };
  return signal.aborted || performance.now() > endsAt ? { kind: "released", dueAt: null } : undefined;
}

type GrantedGroup = { readonly session: BatchSession; readonly grant: WindowGrant };

/** Claims the next group and begins to send it. The grant ends with the group. */
async function claimGroup(
  deps: BatchSenderDeps,
  batch: batches.ClaimedBatch,
  { session, grant }: GrantedGroup,
): Promise<ClaimEnd | undefined> {
  const { areRepliesRead, groups, probe } = session;
  let isSending = false;
  try {
    const claimed = await claimRecipients(deps, batch, { session, grant });
    if ("end" in claimed) return claimed.end;
    const { recipients, returnUnsent, isLast } = claimed;
    if (recipients.length === 0) return isLast ? { kind: "exhausted" } : undefined;
    grant.release(grant.size - recipients.length);
    isSending = true;
    const sending = startGroup(deps, batch, { recipients, grant, returnUnsent, areRepliesRead, probe: probe?.domain });
    groups.add(sending.outcome);
    // Groups are composed one after another, so that no claimed message waits for the previous group.
    if (await sending.areDeferred) await groups.settle();
    if (session.isConnectionProbe) {
      await groups.settle();
      session.isConnectionProbe = false;
    }
    if (probe !== undefined) return await endOfProbe(session, sending.outcome);
    return isLast ? { kind: "exhausted" } : undefined;
  } finally {
    if (!isSending) grant.releaseAll();
  }
}

type ClaimedRecipients = Pick<ClaimedGroup, "recipients" | "returnUnsent"> & { readonly isLast: boolean };

/**
 * As many as the relay takes, the warm-up and the learned limit of the provider allow; one for a probe. Messages of providers
 * that wait are not among them.
 */
async function claimRecipients(
  deps: BatchSenderDeps,
  batch: batches.ClaimedBatch,
  { session: { statements, probe, isConnectionProbe }, grant }: GrantedGroup,
): Promise<ClaimedRecipients | { readonly end: ClaimEnd }> {
  const { ctx, messages, groupSize, connection } = deps;
  const isProbe = probe !== undefined || isConnectionProbe;
  const wanted = isProbe ? 1 : Math.min(grant.size, groupSize.current);
  const pacedKey = probe === undefined ? batch.waitsFor : null;
  const reserved = await reserveMessages(ctx, messages, { pacedKey, wanted });
  const { returnUnsent } = reserved;
  if (reserved.allowed === 0) return { end: { kind: "released", dueAt: reserved.nextAt } };
  const taken =
    connection === undefined ? undefined : await takeFromLimits(ctx, connection, { wanted: reserved.allowed });
  const allowed = taken?.allowed ?? reserved.allowed;
  if (allowed < reserved.allowed) await returnUnsent(reserved.allowed - allowed);
  if (allowed === 0)
    return { end: { kind: "released", dueAt: taken?.nextAt ?? null, waitsForConnection: connection?.id } };
  // Messages of a batch that waits for a domain or provider are claimed when it is their turn.
  const claim = { statements, limit: allowed, now: ctx.clock.now(), probedDomain: batch.waitsFor };
  const claimed = await claimMessages(ctx.db, batch, claim);
  const recipients = await holdThrottledProviders(deps, batch, claimed);
  const unused = allowed - recipients.length;
  if (unused > 0) await returnUnsent(unused);
  if (connection !== undefined) await returnToLimits(ctx, connection, unused);
  if (claimed.length === 0) return { end: { kind: "exhausted" } };
  // The fast path filters nothing, so nothing is left behind an incomplete group.
  return { recipients, returnUnsent, isLast: statements.isFastPath && claimed.length < allowed };
}

/** `areDeferred` is known when the group is composed, and false when that failed. */
function startGroup(deps: BatchSenderDeps, batch: batches.ClaimedBatch, claimed: Omit<ClaimedGroup, "composed">) {
  let compose = (_areDeferred: boolean) => {};
  const areDeferred = new Promise<boolean>((resolve) => (compose = resolve));
  const composed = ({ deferred }: ComposedCounts) => compose(deferred > 0);
  const outcome = sendGroup(deps, batch, { ...claimed, composed }).finally(() => {
    compose(false);
    claimed.grant.releaseAll();
  });
  return { outcome, areDeferred };
}

/** One message at a time, until the domain accepts one. */
async function endOfProbe(session: BatchSession, sending: ReturnType<typeof sendGroup>): Promise<ClaimEnd | undefined> {
  await session.groups.settle();
  const outcome = await sending;
  const { probe } = session;
  if (probe === undefined) return undefined;
  probe.left -= 1;
  switch (outcome.kind) {
    case "sent":
      session.probe = undefined;
      return undefined;
    case "probe_failed":
      return outcome.isThrottled || probe.left === 0 ? { kind: "released", dueAt: probe.nextAt } : undefined;
    default:
      return { kind: "stopped" };
  }
}

type ClaimResult = { readonly end: ClaimEnd; readonly stop: StoppingOutcome | undefined };

/** All groups are written. `more`: messages are left that can be claimed at once. */
async function finishClaims(
  { ctx, source, messages, connection }: BatchSenderDeps,
  batch: batches.ClaimedBatch,
  { end, stop }: ClaimResult,
): Promise<BatchOutcome | "more"> {
  switch (stop?.kind) {
    case "stopped":
      await batches.releaseBatch(ctx.db, batch, null);
      return { kind: "paused", cause: stop.cause };
    case "relay_unavailable":
      // Paused before its batch is free, so that the next claim finds another connection.
      if (connection !== undefined && stop.isAway) await pauseConnection(ctx, connection.id, stop.failure);
      await batches.releaseBatch(ctx.db, batch, busyUntil(ctx, connection, stop.isAway));
      return stop;
    case "postponed":
      return releaseUntil(ctx, batch, stop.until);
    case "sender_throttled": {
      const until = await findSenderThrottle(ctx.db, messages.sender.domain, ctx.clock.now());
      return releaseUntil(ctx, batch, until ?? null);
    }
    case undefined:
      break;
  }
  if (end.kind === "released") return releaseUntil(ctx, batch, end.dueAt, end.waitsForConnection);
  const status = await batches.findBatchStatus(ctx.db, source, batch);
  if (status === "more") return "more";
  if (status === "stopped") return releaseUntil(ctx, batch, null);
  await batches.deleteBatch(ctx.db, batch);
  return { kind: "done" };
}

/** A connection that answers some messages and refuses other sessions is asked again soon. */
const busyMs = 500;
const busyUntil = ({ clock }: Context, connection: RouteConnection | undefined, isAway: boolean): Date | null =>
  connection === undefined || isAway ? null : addMs(clock.now(), busyMs);

async function releaseUntil(
  ctx: Context,
  batch: batches.ClaimedBatch,
  dueAt: Date | null,
  waitsForConnection?: string,
): Promise<BatchOutcome> {
  await batches.releaseBatch(ctx.db, batch, dueAt, waitsForConnection ?? null);
  return { kind: "released", limitedUntil: waitsForConnection === undefined ? undefined : (dueAt ?? undefined) };
}
