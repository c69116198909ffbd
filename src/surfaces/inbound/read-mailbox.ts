import type { SystemDb } from "../../db/tenant.ts";
import type { ProcessedMail, ReadingPosition, RunResult } from "../../features/sending/mailboxes/claims.queries.ts";
import { backoffMs, backoffs, withJitter } from "../../kernel/backoff.ts";
import { addMs, days } from "../../kernel/local-time.ts";
import type { ImapSession } from "../../mail/imap/imap-session.ts";
import { MailboxError, needsPerson, type MailboxFailure } from "../../mail/imap/mailbox-failure.ts";
import { findMailboxRecipients } from "./mailbox-mail.ts";
import { receiveMail, RetryLater, type InboundDeps, type MailOutcome } from "./receive.ts";

/** A claimed mailbox, of a company or of the installation. Writes return false when the claim is not valid any more. */
export type MailboxSource = {
  readonly position: ReadingPosition & { readonly createdAt: Date; readonly failures: number };
  open(): Promise<ImapSession>;
  /** Notes a mail; within the transaction of `db`, its effects belong to it. */
  record(db: SystemDb, mail: ProcessedMail): Promise<boolean>;
  restart(uidValidity: string): Promise<boolean>;
  release(result: RunResult): Promise<void>;
};

/** Longer than reading one mail may take: every mail extends the lease. */
export const leaseMs = 180_000;
const pollIntervalMs = 60_000;
const maxRunMs = 60_000;
const maxMailsPerRun = 500;
const maxDeferred = 200;
/** Reports of messages that are still in flight wait no longer. */
const maxDeferralMs = days(3);
/** Older mails of a mailbox that is added are left alone. */
const readBackMs = days(30);

/**
 * One run over the new mails of a mailbox. The effects of a mail and the note that it is processed are one transaction, so that it
 * counts once whatever happens; the mark in the mailbox follows.
 */
export async function readMailbox(deps: InboundDeps, source: MailboxSource, signal: AbortSignal): Promise<void> {
  const outcome = await runMailbox(deps, source, signal);
  const at = deps.services.clock.now();
  if (typeof outcome !== "string") return release(deps, source, outcome);
  if (outcome === "lost") return;
  const dueAt =
    outcome === "more"
      ? at
      : addMs(
          at,
          withJitter(pollIntervalMs, () => deps.services.random()),
        );
  await source.release({ state: "ok", reason: null, failures: 0, at, dueAt });
}

async function release({ services, log }: InboundDeps, source: MailboxSource, error: MailboxError): Promise<void> {
  const { reason } = error;
  const failures = source.position.failures + 1;
  const at = services.clock.now();
  const dueAt = addMs(
    at,
    withJitter(backoffMs(backoffs.mailbox, failures), () => services.random()),
  );
  log.debug({ err: error, reason, failures }, "a mailbox could not be read");
  await source.release({ state: stateAfter(reason), reason, failures, at, dueAt });
}

const stateAfter = (reason: MailboxFailure) => (needsPerson(reason) ? "paused" : "failing");

type RunOutcome = "done" | "more" | "lost" | MailboxError;

async function runMailbox(deps: InboundDeps, source: MailboxSource, signal: AbortSignal): Promise<RunOutcome> {
  let session: ImapSession | undefined;
  try {
    session = await source.open();
    return await readNewMails(deps, { source, session, signal });
  } catch (error) {
    if (error instanceof MailboxError) return error;
    throw error;
  } finally {
    await session?.close();
  }
}

type Run = { readonly source: MailboxSource; readonly session: ImapSession; readonly signal: AbortSignal };

async function readNewMails(deps: InboundDeps, { source, session, signal }: Run): Promise<RunOutcome> {
  const { uidValidity, lastUid, deferredUids, createdAt } = source.position;
  const isRenumbered = uidValidity !== session.uidValidity;
  if (isRenumbered && !(await source.restart(session.uidValidity))) return "lost";
  const afterUid = isRenumbered ? 0 : Number(lastUid);
  const deferred = isRenumbered ? [] : deferredUids.map(Number);
  const found = await session.listUnprocessed({ afterUid, since: addMs(createdAt, -readBackMs) });
  const begunMs = performance.now();
  let deferredCount = deferred.length;
  for (const [index, uid] of [...deferred, ...found].entries()) {
    const isOver = index >= maxMailsPerRun + deferred.length || performance.now() - begunMs > maxRunMs;
    if (signal.aborted || isOver) return "more";
    if (deferredCount > maxDeferred) return "done";
    const outcome = await processMail(deps, { source, session, signal }, uid);
    if (outcome === "lost") return "lost";
    if (outcome === "deferred" && index >= deferred.length) deferredCount += 1;
  }
  return "done";
}

async function processMail(
  deps: InboundDeps,
  { source, session }: Run,
  uid: number,
): Promise<ProcessedMail["outcome"] | "lost"> {
  const fetched = await session.fetch(uid);
  if (fetched === undefined) return (await source.record(deps.db, { uid, outcome: "gone" })) ? "gone" : "lost";
  const isLate = isTooOld(deps, fetched.receivedAt);
  const outcome = await book(deps, source, { uid, raw: fetched.raw, isLate });
  if (outcome !== "lost" && outcome !== "deferred") await session.markProcessed(uid, outcome !== "others");
  return outcome;
}

const isTooOld = ({ services }: InboundDeps, receivedAt: Date): boolean =>
  services.clock.now().getTime() - receivedAt.getTime() > maxDeferralMs;

type Mail = { readonly uid: number; readonly raw: Buffer | undefined; readonly isLate: boolean };

/** Reports about domains are stored before, once each, because they are unpacked outside of any transaction. */
async function book(
  deps: InboundDeps,
  source: MailboxSource,
  { uid, raw, isLate }: Mail,
): Promise<MailOutcome | "deferred" | "lost"> {
  try {
    const recipients = raw === undefined ? [] : await findMailboxRecipients(deps, raw);
    const reports = recipients.filter(({ kind }) => kind === "dmarc");
    if (raw !== undefined) await receiveMail(deps, reports, raw);
    const others = recipients.filter(({ kind }) => kind !== "dmarc");
    return await deps.db.transaction(async (db) => {
      const outcome = raw === undefined ? "others" : await receiveMail({ ...deps, db }, others, raw);
      if (!(await source.record(db, { uid, outcome }))) throw new LostClaim("the claim of the mailbox was lost");
      return outcome;
    });
  } catch (error) {
    if (error instanceof LostClaim) return "lost";
    if (!(error instanceof RetryLater)) deps.log.error({ err: error, uid }, "processing a mail of a mailbox failed");
    const outcome = isLate ? "others" : "deferred";
    return (await source.record(deps.db, { uid, outcome })) ? outcome : "lost";
  }
}

class LostClaim extends Error {
  override readonly name = "LostClaim";
}
