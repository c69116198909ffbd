import { Type } from "typebox";
import type { SystemDb } from "../../../db/tenant.ts";
import { defineJob, type PayloadOf } from "../../../jobs/job.ts";
import { randomToken, sha256 } from "../../../kernel/crypto.ts";
import { addMs, days } from "../../../kernel/local-time.ts";
import { sendServiceMail, serviceLanguage, type ServiceMailDeps } from "../../../mail/service-mail.ts";
import { findMailPermit } from "../../members/company-mail.ts";
import { senderVerificationMail } from "./verification-mail.ts";
import * as queries from "./queries.ts";

export const senderVerificationMailJob = defineJob({
  name: "sender-mail",
  payload: Type.Object({ tenantId: Type.String(), senderId: Type.String() }),
  retryLimit: 10,
  retryDelayS: 60,
  expireMinutes: 5,
});

const validDays = 7;

export type SenderMailDeps = ServiceMailDeps & { readonly db: SystemDb; readonly publicUrl: string };

/** Creates the token here and stores only its hash, so that neither the queue nor a table contains the link. */
export async function sendSenderVerificationMail(
  parts: SenderMailDeps,
  { tenantId, senderId }: PayloadOf<typeof senderVerificationMailJob>,
): Promise<void> {
  const db = parts.db.forTenant(tenantId);
  const details = await queries.findSenderMailDetails(db, senderId);
  const permit = await findMailPermit(db, "sender-verification");
  if (details === undefined || permit === undefined) return;
  const token = randomToken();
  const expiresAt = addMs(parts.clock.now(), days(validDays));
  await queries.insertSenderToken(db, { senderId, email: details.email, tokenHash: sha256(token), expiresAt });
  const mail = senderVerificationMail({
    language: serviceLanguage(details.language),
    url: `${parts.publicUrl}/sender/${token}`,
    expiresAt,
    timeZone: details.timeZone,
    companyName: details.companyName,
    address: details.email,
  });
  await sendServiceMail(parts, `sender-${tenantId}-${senderId}`, { permit, to: details.email, mail });
}
