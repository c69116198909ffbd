import { Type } from "typebox";
import type { Clock } from "../../context.ts";
import type { SystemDb } from "../../db/tenant.ts";
import { defineJob, type PayloadOf } from "../../jobs/job.ts";
import { randomToken, sha256 } from "../../kernel/crypto.ts";
import { addMs, days } from "../../kernel/local-time.ts";
import { parseMailbox, type Mailbox } from "../../mail/address.ts";
import { composeMessage } from "../../mail/mime.ts";
import type { SendOutcome } from "../../mail/outcome.ts";
import { invitationMail, passwordResetMail, type MailLanguage, type ServiceMail } from "../../mail/templates.ts";
import type { Transport } from "../../mail/transport.ts";
import * as invitations from "./invitations/queries.ts";
import * as resets from "./resets/queries.ts";
import * as sessions from "./sessions/queries.ts";

const letter = { retryLimit: 10, retryDelayS: 60, expireMinutes: 5 } as const;

export const invitationMailJob = defineJob({
  name: "invitation-mail",
  payload: Type.Object({ tenantId: Type.String(), invitationId: Type.String() }),
  ...letter,
});

export const passwordResetMailJob = defineJob({
  name: "password-reset-mail",
  payload: Type.Object({ resetId: Type.String() }),
  ...letter,
});

export const cleanupJob = defineJob({
  name: "people-cleanup",
  payload: Type.Object({}),
  retryLimit: 3,
  retryDelayS: 600,
  expireMinutes: 30,
  schedule: "17 3 * * *",
});

export type MailParts = {
  readonly db: SystemDb;
  readonly clock: Clock;
  readonly transport: Transport;
  readonly mailFrom: string;
  readonly publicUrl: string;
};

/** The link is made here and only its hash is kept, so that no queue and no table ever holds it. */
export async function sendInvitationMail(
  parts: MailParts,
  { tenantId, invitationId }: PayloadOf<typeof invitationMailJob>,
): Promise<void> {
  const db = parts.db.forTenant(tenantId);
  const found = await invitations.findInvitationLetter(db, invitationId, parts.clock.now());
  if (found === undefined) return;
  const token = randomToken();
  await invitations.insertToken(db, invitationId, sha256(token));
  const mail = invitationMail({
    language: mailLanguage(found.language),
    url: `${parts.publicUrl}/invitation/${token}`,
    expiresAt: found.expiresAt,
    timeZone: found.timeZone,
    companyName: found.companyName,
    inviterName: found.inviterName === "" ? found.inviterEmail : found.inviterName,
  });
  await send(parts, `invitation-${tenantId}-${invitationId}`, { to: found.email, mail });
}

export async function sendPasswordResetMail(
  parts: MailParts,
  { resetId }: PayloadOf<typeof passwordResetMailJob>,
): Promise<void> {
  const found = await resets.findResetLetter(parts.db, resetId, parts.clock.now());
  if (found === undefined) return;
  const token = randomToken();
  await resets.insertToken(parts.db, resetId, sha256(token));
  const mail = passwordResetMail({
    language: mailLanguage(found.language),
    url: `${parts.publicUrl}/password-reset/${token}`,
    expiresAt: found.expiresAt,
  });
  await send(parts, `password-reset-${resetId}`, { to: found.email, mail });
}

export async function cleanUp(db: SystemDb, clock: Clock): Promise<void> {
  const now = clock.now();
  await sessions.deleteEndedSessions(db, now);
  await sessions.deleteOldAttempts(db, addMs(now, -days(1)));
  await resets.deleteClosedResets(db, now);
  await invitations.deleteExpiredInvitations(db, now);
}

async function send(parts: MailParts, id: string, letter: { to: string; mail: ServiceMail }): Promise<void> {
  const from = senderOf(parts.mailFrom);
  const date = parts.clock.now();
  const raw = composeMessage({
    from,
    to: { address: letter.to },
    ...letter.mail,
    headers: { "Auto-Submitted": "auto-generated" },
    // Another try carries another link, so it is another message.
    messageId: `${id}-${date.getTime()}@${from.address.split("@")[1]}`,
    date,
  });
  const outcome = await parts.transport.send({ id, envelope: { from: from.address, to: letter.to }, raw });
  if (isToBeRepeated(outcome)) throw new Error("the mail was not taken and is to be tried again");
}

/** What may have been delivered is not sent again by itself, and a refusal for good would not change. */
const isToBeRepeated = (outcome: SendOutcome): boolean =>
  outcome.outcome === "held" || (outcome.outcome === "refused" && outcome.kind === "temporary");

function senderOf(mailFrom: string): Mailbox {
  const mailbox = parseMailbox(mailFrom);
  if (mailbox === undefined) throw new Error("MAIL_FROM is not a mailbox");
  return mailbox;
}

const mailLanguage = (language: string): MailLanguage => (language === "cs" || language === "sk" ? language : "en");
