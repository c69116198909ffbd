import { Type } from "typebox";
import type { Clock } from "../../kernel/clock.ts";
import type { SystemDb } from "../../db/tenant.ts";
import { defineJob, type PayloadOf } from "../../jobs/job.ts";
import { randomToken, sha256 } from "../../kernel/crypto.ts";
import { addMs, days } from "../../kernel/local-time.ts";
import { OneOf } from "../../kernel/schema.ts";
import { permitServiceMail } from "../../mail/permit.ts";
import { sendServiceMail, serviceLanguage, type ServiceMailDeps } from "../../mail/service-mail.ts";
import { findMailPermit } from "./company-mail.ts";
import { invitationMail } from "./invitations/invitation-mail.ts";
import { passwordResetMail } from "./password-resets/password-reset-mail.ts";
import * as invitations from "./invitations/queries.ts";
import { deletePeopleWithoutCompany } from "./queries.ts";
import * as resets from "./password-resets/queries.ts";
import { securityNoticeKinds } from "./security-notices/kinds.ts";
import { securityNoticeMail } from "./security-notices/notice-mail.ts";
import * as notices from "./security-notices/queries.ts";
import * as sessions from "./sessions/queries.ts";

const mailRetries = { retryLimit: 10, retryDelayS: 60, expireMinutes: 5 } as const;

export const invitationMailJob = defineJob({
  name: "invitation-mail",
  payload: Type.Object({ tenantId: Type.String(), invitationId: Type.String() }),
  ...mailRetries,
});

export const passwordResetMailJob = defineJob({
  name: "password-reset-mail",
  payload: Type.Object({ resetId: Type.String() }),
  ...mailRetries,
});

export const securityNoticeMailJob = defineJob({
  name: "security-notice-mail",
  payload: Type.Object({
    personId: Type.String(),
    kind: OneOf(securityNoticeKinds),
    /** Empty for an act outside of any company. */
    tenantId: Type.String(),
    /** What the person or the app called the key or itself; no secret. */
    name: Type.String(),
    at: Type.String(),
  }),
  ...mailRetries,
});

/** Somebody signed in, failed to, or asked for a new password: for the audit logs of the companies of the person. */
export const accessJob = defineJob({
  name: "access",
  payload: Type.Object({
    event: OneOf(["sign_in", "sign_in_failed", "second_factor_failed", "locked_out", "password_reset_requested"]),
    /** "0" for an unknown one. */
    personId: Type.String(),
    at: Type.String(),
    address: Type.String(),
    agent: Type.String(),
  }),
  retryLimit: 3,
  retryDelayS: 60,
  expireMinutes: 5,
});

export const accessCleanupJob = defineJob({
  name: "people-cleanup",
  payload: Type.Object({}),
  retryLimit: 3,
  retryDelayS: 600,
  expireMinutes: 30,
  schedule: "17 3 * * *",
});

export type MemberMailDeps = ServiceMailDeps & { readonly db: SystemDb; readonly publicUrl: string };

/** Creates the token here and stores only its hash, so that neither the queue nor a table contains the link. */
export async function sendInvitationMail(
  parts: MemberMailDeps,
  { tenantId, invitationId }: PayloadOf<typeof invitationMailJob>,
): Promise<void> {
  const db = parts.db.forTenant(tenantId);
  const details = await invitations.findInvitationMailDetails(db, invitationId, parts.clock.now());
  const permit = await findMailPermit(db, "invitation");
  if (details === undefined || permit === undefined) return;
  const token = randomToken();
  await invitations.insertInvitationToken(db, invitationId, sha256(token));
  const mail = invitationMail({
    language: serviceLanguage(details.language),
    url: `${parts.publicUrl}/app/invitation/${token}`,
    expiresAt: details.expiresAt,
    timeZone: details.timeZone,
    companyName: details.companyName,
    inviterName: details.inviterName === "" ? details.inviterEmail : details.inviterName,
  });
  await sendServiceMail(parts, `invitation-${tenantId}-${invitationId}`, { permit, to: details.email, mail });
}

export async function sendPasswordResetMail(
  parts: MemberMailDeps,
  { resetId }: PayloadOf<typeof passwordResetMailJob>,
): Promise<void> {
  const details = await resets.findResetMailDetails(parts.db, resetId, parts.clock.now());
  if (details === undefined) return;
  const token = randomToken();
  await resets.insertResetToken(parts.db, resetId, sha256(token));
  const mail = passwordResetMail({
    language: serviceLanguage(details.language),
    url: `${parts.publicUrl}/app/password-reset/${token}`,
    expiresAt: details.expiresAt,
  });
  const permit = permitServiceMail("password-reset");
  await sendServiceMail(parts, `password-reset-${resetId}`, { permit, to: details.email, mail });
}

/** A company that is deleted meanwhile is not named; a deleted person gets nothing. */
export async function sendSecurityNoticeMail(
  parts: MemberMailDeps,
  { personId, kind, tenantId, name, at }: PayloadOf<typeof securityNoticeMailJob>,
): Promise<void> {
  const recipient = await notices.findNoticeRecipient(parts.db, personId);
  if (recipient === undefined) return;
  const company = tenantId === "" ? undefined : await notices.findNoticeCompany(parts.db.forTenant(tenantId));
  const mail = securityNoticeMail({
    kind,
    language: serviceLanguage(recipient.language),
    url: `${parts.publicUrl}/app/`,
    at: new Date(at),
    timeZone: company?.timeZone,
    companyName: company?.name ?? "",
    name,
  });
  const permit = permitServiceMail("security-notice");
  await sendServiceMail(parts, `security-notice-${personId}-${kind}`, { permit, to: recipient.email, mail });
}

export async function deleteExpiredAccess(db: SystemDb, clock: Clock): Promise<void> {
  const now = clock.now();
  await sessions.deleteExpiredSessions(db, now);
  await sessions.deleteOldAttempts(db, addMs(now, -days(1)));
  await resets.deleteExpiredResets(db, now);
  await invitations.deleteExpiredInvitations(db, now);
  await deletePeopleWithoutCompany(db);
}
