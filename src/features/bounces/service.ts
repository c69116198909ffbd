import { inTransaction, type Context } from "../../context.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { emailBounced, emailComplained, emailDelivered } from "../../journal/events.ts";
import * as journal from "../../journal/journal.ts";
import { addMs, days } from "../../kernel/local-time.ts";
import { classifyReply, type BounceClass, type ServerReply } from "../../mail/inbound/reply-class.ts";
import { lockAddress, lockContact, type ContactRecord } from "../contacts/queries.ts";
import { resetSoftBounces, updateSoftBounces } from "../contacts/soft-bounces.queries.ts";
import * as messages from "../delivery/reports.queries.ts";
import {
  recordConfirmationEmailBounce,
  recordConfirmationEmailDelivery,
  type ConfirmationEmailReport,
} from "../forms/confirmation-emails/bounces.ts";
import { maxSoftBounceStreak } from "./limits.ts";
import { suppressAddress } from "../contacts/suppressions/suppress-address.ts";
import * as queries from "./queries.ts";
import { redactAddresses } from "../../mail/redact-response.ts";

export type { MessageKey } from "../delivery/reports.queries.ts";

export type Bounce = BounceClass & {
  /** The server's reply; addresses are redacted before it is stored. */
  readonly response: string;
  /** `handover`: the relay refused the recipient; `later`: a bounce message arrived. */
  readonly at: "handover" | "later";
  /** When the relay refused; otherwise the bounce has the time of its recording. */
  readonly refusedAt?: Date | undefined;
};

/**
 * `already_recorded`: nothing changed. `not_found`: the message or contact does not exist any more. `not_sent_yet`: the
 * message is still queued; the sender of the report has to retry.
 */
export type RecordResult = "recorded" | "already_recorded" | "not_found" | "not_sent_yet";

/** How long after sending reports are expected. */
const reportWindowDays = 5;

export async function recordBounce(ctx: Context, key: messages.MessageKey, bounce: Bounce): Promise<RecordResult> {
  const result = await withLockedMessage(ctx, key, async (inner, contact, message) => {
    if (bounce.at === "later" && isUnsent(message)) return "not_sent_yet";
    const to = bounce.kind === "hard" ? "hardbounced" : "softbounced";
    if (message.state === "hardbounced" || message.state === to) return "already_recorded";
    // One time for everything that is written.
    const at = bounce.refusedAt ?? inner.clock.now();
    await messages.updateMessageState(inner.db, key, { from: message.state, to, reason: bounce.code, at });
    await journal.appendEntries(inner.db, [
      emailBounced.entry({
        contactId: contact.id,
        at,
        payload: {
          ...messagePayload(key, message),
          kind: bounce.kind,
          code: bounce.code,
          at: bounce.at,
          // A provider had reported the delivery before.
          afterDelivery: message.state === "delivered" || undefined,
          response: redactAddresses(bounce.response, contact.email),
        },
      }),
    ]);
    await applyToContact(inner, { contact, key, sentAt: message.sentAt ?? at, bounce, at });
    return "recorded";
  });
  if (result === "recorded") await autoPauseIfOverLimits(ctx.db, key.campaignId, ctx.clock.now());
  if (result === "not_found" && bounce.kind === "hard")
    return recordConfirmationEmailReport(ctx, key, { event: "bounce", detail: bounce.code, response: bounce.response });
  return result;
}

/** The ids of confirmation e-mails are those of no message. */
const recordConfirmationEmailReport = async (
  ctx: Context,
  { campaignId }: messages.MessageKey,
  report: ConfirmationEmailReport,
): Promise<RecordResult> => ((await recordConfirmationEmailBounce(ctx, campaignId, report)) ? "recorded" : "not_found");

type ContactBounce = { contact: ContactRecord; key: messages.MessageKey; sentAt: Date; bounce: Bounce; at: Date };

async function applyToContact({ db }: Context, { contact, key, sentAt, bounce, at }: ContactBounce): Promise<void> {
  // The reply rejects the sender: it does not count against the contact.
  if (bounce.kind === "soft" && bounce.code === "policy") return;
  if (bounce.kind === "soft") {
    const isInterrupted = await queries.isStreakInterrupted(db, key, sentAt);
    const softBounces = isInterrupted ? 1 : contact.softBounces + 1;
    await updateSoftBounces(db, contact.id, softBounces);
    if (softBounces < maxSoftBounceStreak) return;
  }
  const isNew = await suppressAddress({ db }, contact, { event: "bounce", detail: bounce.code, at });
  await messages.linkToSuppression(db, key, isNew ? "caused" : "confirmed");
}

/** A permanent refusal by the relay while sending. Must not run inside another transaction. */
export const recordRelayBounce = (
  ctx: Context,
  key: messages.MessageKey,
  { reply, at }: { readonly reply: ServerReply; readonly at: Date },
): Promise<RecordResult> =>
  recordBounce(ctx, key, { ...classifyReply(reply), response: reply.text, at: "handover", refusedAt: at });

export async function recordComplaint(ctx: Context, key: messages.MessageKey): Promise<RecordResult> {
  const result = await withLockedMessage(ctx, key, async (inner, contact, message) => {
    if (isUnsent(message)) return "not_sent_yet";
    if (message.complainedAt !== null) return "already_recorded";
    const at = inner.clock.now();
    await messages.updateComplained(inner.db, key, at);
    await journal.appendEntries(inner.db, [
      emailComplained.entry({ contactId: contact.id, at, payload: messagePayload(key, message) }),
    ]);
    await suppressAddress(inner, contact, { event: "complain", detail: null, at });
    return "recorded";
  });
  if (result === "recorded") await autoPauseIfOverLimits(ctx.db, key.campaignId, ctx.clock.now());
  if (result === "not_found") return recordConfirmationEmailReport(ctx, key, { event: "complain", detail: null });
  return result;
}

/** A provider reported the delivery, which ends a soft bounce streak. */
export async function recordDelivery(ctx: Context, key: messages.MessageKey): Promise<RecordResult> {
  const result = await recordMessageDelivery(ctx, key);
  if (result !== "not_found") return result;
  return (await recordConfirmationEmailDelivery(ctx, key.campaignId)) ? "recorded" : "not_found";
}

async function recordMessageDelivery(ctx: Context, key: messages.MessageKey): Promise<RecordResult> {
  const address = await queries.findAddress(ctx.db, key.contactId);
  if (address === undefined) return "not_found";
  return inTransaction(ctx, async ({ db, clock }) => {
    if (address.softBounces > 0) await lockContact(db, key.contactId);
    const message = await messages.lockMessage(db, key);
    if (message === undefined) return "not_found";
    if (isUnsent(message)) return "not_sent_yet";
    // A bounce may be reported before the delivery that it followed.
    if (message.state !== "sent" && message.state !== "unknown") return "already_recorded";
    const at = clock.now();
    await messages.updateMessageState(db, key, { from: message.state, to: "delivered", reason: null, at });
    await journal.appendEntries(db, [
      emailDelivered.entry({ contactId: key.contactId, at, payload: messagePayload(key, message) }),
    ]);
    if (address.softBounces > 0) await updateSoftBounces(db, key.contactId, 0);
    return "recorded";
  });
}

/** Pauses a campaign with too many hard bounces or complaints and notifies the company. */
export const autoPauseIfOverLimits = (db: TenantDb, campaignId: string, at: Date): Promise<boolean> =>
  queries.autoPauseCampaign(db, campaignId, at);

/** Nightly: a sent message without a bounce report resets the soft bounce streak. */
export const resetSoftBounceStreaks = (db: TenantDb, now: Date): Promise<number> =>
  resetSoftBounces(db, queries.isPastReportWindow(db.tenantId, addMs(now, -days(reportWindowDays))));

const isUnsent = ({ state }: messages.MessageRecord) => state === "queued";

const messagePayload = ({ campaignId }: messages.MessageKey, { variantId, domain }: messages.MessageRecord) => ({
  campaignId,
  variantId,
  domain,
});

/** Runs under the lock of the address, with the locked contact and message. */
async function withLockedMessage(
  ctx: Context,
  key: messages.MessageKey,
  run: (ctx: Context, contact: ContactRecord, message: messages.MessageRecord) => Promise<RecordResult>,
): Promise<RecordResult> {
  const address = await queries.findAddress(ctx.db, key.contactId);
  if (address === undefined) return "not_found";
  return inTransaction(ctx, async (inner) => {
    await lockAddress(inner.db, address.fingerprint);
    const contact = await lockContact(inner.db, key.contactId);
    const message = await messages.lockMessage(inner.db, key);
    return contact === undefined || message === undefined ? "not_found" : run(inner, contact, message);
  });
}
