import { Type } from "typebox";
import type { Clock } from "../../context.ts";
import type { SystemDb } from "../../db/tenant.ts";
import { defineJob, type PayloadOf } from "../../jobs/job.ts";
import { randomToken, sha256 } from "../../kernel/crypto.ts";
import { addMs, days } from "../../kernel/local-time.ts";
import { sendLetter, serviceLanguage, type LetterParts } from "../../mail/letter.ts";
import { invitationMail, passwordResetMail } from "../../mail/templates.ts";
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

export type MailParts = LetterParts & { readonly db: SystemDb; readonly publicUrl: string };

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
    language: serviceLanguage(found.language),
    url: `${parts.publicUrl}/invitation/${token}`,
    expiresAt: found.expiresAt,
    timeZone: found.timeZone,
    companyName: found.companyName,
    inviterName: found.inviterName === "" ? found.inviterEmail : found.inviterName,
  });
  await sendLetter(parts, `invitation-${tenantId}-${invitationId}`, { to: found.email, mail });
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
    language: serviceLanguage(found.language),
    url: `${parts.publicUrl}/password-reset/${token}`,
    expiresAt: found.expiresAt,
  });
  await sendLetter(parts, `password-reset-${resetId}`, { to: found.email, mail });
}

export async function cleanUp(db: SystemDb, clock: Clock): Promise<void> {
  const now = clock.now();
  await sessions.deleteEndedSessions(db, now);
  await sessions.deleteOldAttempts(db, addMs(now, -days(1)));
  await resets.deleteClosedResets(db, now);
  await invitations.deleteExpiredInvitations(db, now);
}
