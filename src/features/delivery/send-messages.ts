import type { Context } from "../../context.ts";
import { dayAt } from "../../kernel/local-time.ts";
import type { BufferArena } from "../../mail/buffer-arena.ts";
import type { SendOutcome } from "../../mail/outcome.ts";
import type { TwigExpansion } from "../../mail/render/twig.ts";
import type { MergeValues } from "../../mail/render/values.ts";
import type { Transport } from "../../mail/transport.ts";
import type { CompiledMessages, OwnValues, SourceRef } from "../../message-source.ts";
import type { ClaimedRecipient } from "./claim-messages.queries.ts";
import { composeMessage, internalFailure, renderTwig, type ComposeFailure } from "./compose.ts";
import type { FailureLog } from "./failure-log.ts";
import { toDeliveryResult, type DeliveryResult } from "./outcomes.ts";

export type MessageSenderDeps = {
  readonly ctx: Context;
  readonly messages: CompiledMessages;
  readonly transport: Transport;
  readonly failures: FailureLog;
};

/** Messages that have to wait, the others, and the time that composing took. */
export type ComposedCounts = { readonly deferred: number; readonly composed: number; readonly ms: number };

type Group = {
  readonly ref: SourceRef;
  readonly recipients: readonly ClaimedRecipient[];
  readonly arena: BufferArena;
  /** All messages are with the transport, except for those that cannot be composed. */
  readonly composed: (counts: ComposedCounts) => void;
  /** The relay accepted a message. */
  accepted(): void;
};

export type SendAttempt = {
  readonly contact: ClaimedRecipient;
  readonly result: DeliveryResult;
  /** Undefined when the message was not handed to the transport. */
  readonly outcome: SendOutcome | undefined;
  /** Why the message could not be composed yet; `internal` also when the transport itself failed. */
  readonly deferReason?: ComposeFailure["deferReason"];
};

/** A template cools down for a minute; the others wait until a person resumes the source. */
const deferralMs = { service: 30_000, cooldown: 60_000, disabled: 0, coupons: 0, internal: 0 } as const;
export type DeferReason = keyof typeof deferralMs;
export const isStopping = (reason: DeferReason): boolean => deferralMs[reason] === 0;
export const deferredUntil = (reason: DeferReason, now: Date) => new Date(now.getTime() + deferralMs[reason]);

/** A claim is valid for this time: a message whose sending has not begun by then is claimed again. */
const claimValidMs = 800;

/** Sends a group. Messages are composed while earlier ones are being sent. No promise rejects: nothing would know what has left. */
export async function sendMessages(deps: MessageSenderDeps, group: Group): Promise<Promise<SendAttempt>[]> {
  const begun = performance.now();
  const { date, prepared } = await prepareGroup(deps, group);
  let left = prepared.length;
  let deferred = 0;
  const noteComposed = (deferReason: ComposeFailure["deferReason"]) => {
    left -= 1;
    if (deferReason !== undefined) deferred += 1;
    if (left === 0) group.composed({ deferred, composed: prepared.length - deferred, ms: performance.now() - begun });
  };
  return prepared.map(async (recipient, index): Promise<SendAttempt> => {
    const { contact } = recipient;
    const composed = "values" in recipient ? await compose(deps, group, { ...recipient, date }) : recipient;
    noteComposed("reason" in composed ? composed.deferReason : undefined);
    if ("reason" in composed) return unsentAttempt(contact, composed, deps.ctx.clock.now());
    // The first message has no deadline, so that a slow relay still makes progress.
    const notAfter = index === 0 ? undefined : begun + claimValidMs;
    const { outcome, deferReason } = await hand(deps, group, { ...composed, notAfter });
    if (outcome.outcome === "sent") group.accepted();
    const tried = { attempts: contact.attempts, firstAt: contact.triedAt ?? date, now: deps.ctx.clock.now() };
    return { contact, outcome, result: toDeliveryResult(outcome, tried, deps.ctx.random()), deferReason };
  });
}

/** A transport that fails may have sent the message. */
async function hand(
  { transport, failures }: MessageSenderDeps,
  { ref }: Group,
  message: Parameters<Transport["send"]>[0],
) {
  try {
    return { outcome: await transport.send(message), deferReason: undefined };
  } catch (error) {
    failures.report(ref, "send", error);
    return { outcome: { outcome: "unknown", response: "" } as const, deferReason: "internal" as const };
  }
}

type ComposableRecipient = {
  readonly contact: ClaimedRecipient;
  readonly values: MergeValues;
  readonly expanded: TwigExpansion | undefined;
};
type Recipient = ComposableRecipient | ({ readonly contact: ClaimedRecipient } & ComposeFailure);

async function compose(
  { ctx, messages, failures }: MessageSenderDeps,
  { ref, arena }: Group,
  { contact, values, expanded, date }: ComposableRecipient & { readonly date: Date },
) {
  try {
    return await composeMessage({ ctx, messages, ref }, contact, { expanded, values, date, allocate: arena.allocate });
  } catch (error) {
    failures.report(ref, "compose", error);
    return internalFailure;
  }
}

/** Nothing has left yet: when it fails, all messages wait. */
async function prepareGroup(deps: MessageSenderDeps, { ref, recipients: group }: Group) {
  const { ctx, messages, failures } = deps;
  const date = ctx.clock.now();
  try {
    const own = await findOwnValues(deps, group);
    const today = dayAt(date, ctx.company.timeZone);
    const found = group.map((contact) => {
      const values = own(contact.id);
      return "reason" in values
        ? { contact, ...values }
        : { contact, values: messages.valuesFor(contact, today, values) };
    });
    const values = found.flatMap((recipient) => ("values" in recipient ? [recipient.values] : []));
    const expanded = messages.plan.hasTwig ? (await renderTwig(ctx, messages, values)).values() : undefined;
    const prepared = found.map((recipient): Recipient =>
      "values" in recipient ? { ...recipient, expanded: expanded?.next().value } : recipient,
    );
    return { date, prepared };
  } catch (error) {
    const isPassing = failures.report(ref, "prepare", error) === "passing";
    const failure: ComposeFailure = isPassing ? { reason: "content", deferReason: "service" } : internalFailure;
    return { date, prepared: group.map((contact): Recipient => ({ contact, ...failure })) };
  }
}

/** What differs by contact is looked up for the whole group; a contact without a code gets no message. */
async function findOwnValues(
  { ctx, messages: { assignCoupons, findBlocks, lacksItems } }: MessageSenderDeps,
  group: readonly ClaimedRecipient[],
): Promise<(contactId: string) => OwnValues | ComposeFailure> {
  if (assignCoupons === undefined && findBlocks === undefined && lacksItems === undefined)
    return () => withoutOwnValues;
  const contactIds = group.map(({ id }) => id);
  const blocks = await findBlocks?.(ctx, contactIds);
  const without = new Set(contactIds.filter((id) => lacksItems?.(blocks?.get(id)) === true));
  const mailed = contactIds.filter((id) => !without.has(id));
  const assigned = await assignCoupons?.(ctx, mailed);
  return (contactId) => {
    if (without.has(contactId)) return withoutItems;
    const coupons = assignCoupons === undefined ? {} : assigned?.get(contactId);
    return coupons === undefined ? withoutCode : { coupons, blocks: blocks?.get(contactId) };
  };
}

const withoutOwnValues: OwnValues = { coupons: {} };
const withoutItems: ComposeFailure = { reason: "no_items" };
const withoutCode: ComposeFailure = { reason: "coupons", deferReason: "coupons" };

function unsentAttempt(contact: ClaimedRecipient, { reason, deferReason }: ComposeFailure, now: Date): SendAttempt {
  if (reason === "no_items") return { contact, outcome: undefined, result: { kind: "skipped", reason } };
  const result: DeliveryResult =
    deferReason === undefined
      ? { kind: "failed", reason }
      : { kind: "later", reason, dueAt: deferredUntil(deferReason, now), countsAsAttempt: false };
  return { contact, outcome: undefined, result, deferReason };
}
