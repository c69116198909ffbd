import { inTransaction, type Context } from "../../../context.ts";
import type { Worker } from "../../../feature.ts";
import type { PayloadOf } from "../../../jobs/job.ts";
import { limitAddress } from "../../../kernel/limit-address.ts";
import { addMs, days, minutes } from "../../../kernel/local-time.ts";
import { classifyReply } from "../../../mail/inbound/reply-class.ts";
import type { SendOutcome } from "../../../mail/outcome.ts";
import { permitClaimedMail } from "../../../mail/permit.ts";
import { findAddressStanding } from "../../contacts/double-opt-in/queries.ts";
import { findLetterObstacle } from "../../contacts/double-opt-in/request.ts";
import { countLetterToAddress, deleteCountedLetters } from "./address-limit.queries.ts";
import { recordLetterBounce } from "./bounces.ts";
import { composeLetter } from "./compose.ts";
import { notifyOfUnknownFormEmails } from "../unknown/service.ts";
import { enqueueLetter } from "./enqueue.ts";
import { letterJob } from "./job.ts";
import * as queries from "./queries.ts";

/** Letters to an address over all companies. Further ones are sent later; the response of the form is the same. */
const maxToAddress = 10;
const addressWindowMs = days(1);

/**
 * Sends a letter at most once: it is claimed before it is handed over, and only a letter that the relay certainly did not
 * take is queued again. A letter of a company that may not send waits for the sweep.
 */
export async function sendLetter(worker: Worker, { tenantId, letterId }: PayloadOf<typeof letterJob>): Promise<void> {
  const ctx = await worker.contextOf(tenantId);
  const { db, clock } = ctx;
  const letter = await queries.findQueuedLetter(db, letterId);
  if (letter === undefined || !letter.maySend) return;
  const obstacle = findLetterObstacle(await findAddressStanding(db, letter));
  if (obstacle !== undefined) return refuse(ctx, letter, obstacle);
  const expiresAt = addMs(letter.filledAt, ctx.confirmLinkS * 1000);
  if (expiresAt <= clock.now()) return queries.updateLetter(db, letterId, { state: "failed", reason: "expired" }, null);
  const { to, raw, returnPath } = await composeLetter(ctx, worker, letter);
  if (!(await claimLetter(ctx, letter))) return;
  const from = returnPath ?? worker.mailFrom;
  const permit = permitClaimedMail("form-letter");
  const outcome = await worker.transport.send({ id: `form-letter-${letterId}`, permit, envelope: { from, to }, raw });
  const isRetried = await recordOutcome(ctx, letter, outcome);
  if (isRetried) throw new Error("the relay did not accept the letter; it will be retried");
}

/** False if another worker was faster, or the address has had the most letters; the sweep tries that one again. */
const claimLetter = (ctx: Context, { id: letterId, email }: queries.LetterRecord): Promise<boolean> =>
  inTransaction(ctx, async ({ db, clock }) => {
    const at = clock.now();
    const window = { max: maxToAddress, since: addMs(at, -addressWindowMs), at };
    if (await countLetterToAddress(db, { letterId, email: limitAddress(email) }, window))
      return queries.claimLetter(db, letterId, at);
    await queries.postponeLetter(db, letterId, at);
    return false;
  });

const refuse = (ctx: Context, { id, signUpId }: queries.LetterRecord, reason: string): Promise<void> =>
  inTransaction(ctx, async ({ db }) => {
    await queries.refuseSignUp(db, signUpId, reason);
    await queries.updateLetter(db, id, { state: "failed", reason }, null);
  });

/** Whether the letter has to be tried again. */
async function recordOutcome(ctx: Context, letter: queries.LetterRecord, outcome: SendOutcome): Promise<boolean> {
  const { db, clock } = ctx;
  switch (outcome.outcome) {
    case "sent":
      await queries.updateLetter(db, letter.id, { state: "sent", reason: null }, clock.now());
      return false;
    case "unknown":
      await queries.updateLetter(db, letter.id, { state: "unknown", reason: null }, null);
      return false;
    case "held":
    case "late":
      await queries.updateLetter(db, letter.id, { state: "queued", reason: null }, null);
      return true;
    case "refused":
      break;
  }
  const { kind, code, enhanced: status, response: text } = outcome;
  if (kind === "temporary") {
    await queries.updateLetter(db, letter.id, { state: "queued", reason: String(code) }, null);
    return true;
  }
  const bounce = classifyReply({ code, status, text });
  if (bounce.kind === "hard") await recordLetterBounce(ctx, letter.id, { event: "bounce", detail: bounce.code });
  else await queries.updateLetter(db, letter.id, { state: "failed", reason: bounce.code }, null);
  return false;
}

const stalledAfterMs = minutes(15);

/** Jobs end after some attempts, a relay may be away for hours, and a company may be paused: their letters are queued again. */
export async function sweepLetters(worker: Worker, confirmLinkS: number): Promise<void> {
  const { db, jobs, clock } = worker;
  const now = clock.now();
  const before = addMs(now, -stalledAfterMs);
  await queries.markLettersUnknown(db, before);
  for (const { tenantId, letterId } of await queries.listStalledLetters(db, before))
    await jobs.send(db, letterJob, { tenantId, letterId });
  const validSince = addMs(now, -confirmLinkS * 1000);
  for (const { tenantId, signUpId } of await queries.listDueReminders(db, { now, validSince }))
    await db
      .forTenant(tenantId)
      .transaction((inner) => enqueueLetter({ db: inner, jobs, clock }, { signUpId, kind: "reminder" }));
  await queries.deleteExpiredCaptchas(db, now);
  await deleteCountedLetters(db, addMs(now, -addressWindowMs));
  await notifyOfUnknownFormEmails(worker, confirmLinkS);
}
