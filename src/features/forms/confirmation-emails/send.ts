import { inTransaction, type Context } from "../../../context.ts";
import type { Worker } from "../../../feature.ts";
import type { PayloadOf } from "../../../jobs/job.ts";
import { confirmationEmailBounced, confirmationEmailSent } from "../../../journal/events.ts";
import { appendEntries } from "../../../journal/journal.ts";
import { limitAddress } from "../../../kernel/limit-address.ts";
import { addMs, days, minutes } from "../../../kernel/local-time.ts";
import { classifyReply } from "../../../mail/inbound/reply-class.ts";
import type { SendOutcome } from "../../../mail/outcome.ts";
import { permitClaimedMail } from "../../../mail/permit.ts";
import { redactAddresses } from "../../../mail/redact-response.ts";
import { findAddressStatus } from "../../contacts/double-opt-in/queries.ts";
import { findConfirmationEmailObstacle } from "../../contacts/double-opt-in/request.ts";
import { ConnectionNotReady, senderTransport } from "../../sending/connections/sender-transport.ts";
import { countConfirmationEmailToAddress, deleteCountedConfirmationEmails } from "./address-limit.queries.ts";
import { recordConfirmationEmailBounce } from "./bounces.ts";
import { composeConfirmationEmail } from "./compose.ts";
import { notifyOfUnknownFormEmails } from "../unknown/service.ts";
import { enqueueConfirmationEmail } from "./enqueue.ts";
import { confirmationEmailJob } from "./job.ts";
import * as queries from "./queries.ts";
import { readFormSettings } from "../settings.ts";

/** Confirmation e-mails to an address over all companies. Further ones are sent later; the response of the form is the same. */
const maxToAddress = 10;
const addressWindowMs = days(1);

/**
 * Sends a confirmation e-mail at most once: it is claimed before it is handed over, and only a confirmation e-mail that the relay certainly did not
 * take is queued again. A confirmation e-mail of a company that may not send waits for the sweep.
 */
export async function sendConfirmationEmail(
  worker: Worker,
  { tenantId, letterId: confirmationEmailId }: PayloadOf<typeof confirmationEmailJob>,
): Promise<void> {
  const ctx = await worker.contextOf(tenantId);
  const { db, clock } = ctx;
  const confirmationEmail = await queries.findQueuedConfirmationEmail(db, confirmationEmailId);
  if (confirmationEmail === undefined || !confirmationEmail.maySend) return;
  const obstacle = findConfirmationEmailObstacle(await findAddressStatus(db, confirmationEmail));
  if (obstacle !== undefined) return refuse(ctx, confirmationEmail, obstacle);
  const expiresAt = addMs(confirmationEmail.filledAt, readFormSettings(ctx).confirmLinkS * 1000);
  if (expiresAt <= clock.now())
    return queries.updateConfirmationEmail(db, confirmationEmailId, { state: "failed", reason: "expired" }, null);
  const { to, raw, returnPath, sender } = await composeConfirmationEmail(ctx, worker, confirmationEmail);
  if (!(await claimConfirmationEmail(ctx, confirmationEmail))) return;
  const from = returnPath ?? worker.mailFrom;
  const permit = permitClaimedMail("form-letter");
  const message = { id: `form-letter-${confirmationEmailId}`, permit, envelope: { from, to }, raw };
  const outcome = await senderTransport(ctx, worker, sender)
    .send(message)
    .catch((error: unknown): SendOutcome => {
      // Nothing was handed over.
      if (error instanceof ConnectionNotReady) return { outcome: "held" };
      throw error;
    });
  const isRetried = await recordOutcome(ctx, confirmationEmail, outcome);
  if (isRetried) throw new Error("the relay did not accept the confirmation e-mail; it will be retried");
}

/** False if another worker was faster, or the address has had the most confirmation e-mails; the sweep tries that one again. */
const claimConfirmationEmail = (
  ctx: Context,
  { id: confirmationEmailId, email }: queries.ConfirmationEmailRecord,
): Promise<boolean> =>
  inTransaction(ctx, async ({ db, clock }) => {
    const at = clock.now();
    const window = { max: maxToAddress, since: addMs(at, -addressWindowMs), at };
    if (await countConfirmationEmailToAddress(db, { confirmationEmailId, email: limitAddress(email) }, window))
      return queries.claimConfirmationEmail(db, confirmationEmailId, at);
    await queries.postponeConfirmationEmail(db, confirmationEmailId, at);
    return false;
  });

const refuse = (ctx: Context, { id, signUpId }: queries.ConfirmationEmailRecord, reason: string): Promise<void> =>
  inTransaction(ctx, async ({ db }) => {
    await queries.refuseSignUp(db, signUpId, reason);
    await queries.updateConfirmationEmail(db, id, { state: "failed", reason }, null);
  });

/** Whether the confirmation e-mail has to be tried again. */
async function recordOutcome(
  ctx: Context,
  confirmationEmail: queries.ConfirmationEmailRecord,
  outcome: SendOutcome,
): Promise<boolean> {
  const { db } = ctx;
  switch (outcome.outcome) {
    case "sent":
      await recordSent(ctx, confirmationEmail, outcome.response);
      return false;
    case "unknown":
      await queries.updateConfirmationEmail(db, confirmationEmail.id, { state: "unknown", reason: null }, null);
      return false;
    case "held":
    case "late":
      await queries.updateConfirmationEmail(db, confirmationEmail.id, { state: "queued", reason: null }, null);
      return true;
    case "refused":
      break;
  }
  const { kind, code, enhanced: status, response: text } = outcome;
  if (kind === "temporary") {
    await queries.updateConfirmationEmail(db, confirmationEmail.id, { state: "queued", reason: String(code) }, null);
    return true;
  }
  const bounce = classifyReply({ code, status, text });
  if (bounce.kind === "hard")
    await recordConfirmationEmailBounce(ctx, confirmationEmail.id, {
      event: "bounce",
      detail: bounce.code,
      response: text,
    });
  else await recordSoftRefusal(ctx, confirmationEmail, { reason: bounce.code, response: text });
  return false;
}

const recordSent = (
  ctx: Context,
  { id, formId, email }: queries.ConfirmationEmailRecord,
  response: string,
): Promise<void> =>
  inTransaction(ctx, async ({ db, clock }) => {
    const at = clock.now();
    const payload = { letterId: id, formId, response: redactAddresses(response, email) };
    await queries.updateConfirmationEmail(db, id, { state: "sent", reason: null }, at);
    await appendEntries(db, [confirmationEmailSent.entry({ contactId: null, at, payload })]);
  });

const recordSoftRefusal = (
  ctx: Context,
  { id, formId, email }: queries.ConfirmationEmailRecord,
  { reason, response }: { readonly reason: string; readonly response: string },
): Promise<void> =>
  inTransaction(ctx, async ({ db, clock }) => {
    const payload = { letterId: id, formId, kind: "soft", response: redactAddresses(response, email) };
    await queries.updateConfirmationEmail(db, id, { state: "failed", reason }, null);
    await appendEntries(db, [confirmationEmailBounced.entry({ contactId: null, at: clock.now(), payload })]);
  });

const stalledAfterMs = minutes(15);

/** Jobs end after some attempts, a relay may be away for hours, and a company may be paused: their confirmation e-mails are queued again. */
export async function sweepConfirmationEmails(worker: Worker): Promise<void> {
  const { db, jobs, clock } = worker;
  const now = clock.now();
  const before = addMs(now, -stalledAfterMs);
  await queries.markConfirmationEmailsUnknown(db, before);
  for (const { tenantId, confirmationEmailId } of await queries.listStalledConfirmationEmails(db, before))
    await jobs.send(db, confirmationEmailJob, { tenantId, letterId: confirmationEmailId });
  const validSince = addMs(now, -readFormSettings(worker).confirmLinkS * 1000);
  for (const { tenantId, signUpId } of await queries.listDueReminders(db, { now, validSince }))
    await db
      .forTenant(tenantId)
      .transaction((inner) => enqueueConfirmationEmail({ db: inner, jobs, clock }, { signUpId, kind: "reminder" }));
  await queries.deleteExpiredCaptchas(db, now);
  await deleteCountedConfirmationEmails(db, addMs(now, -addressWindowMs));
  await notifyOfUnknownFormEmails(worker);
}
