import { Type } from "typebox";
import type { SystemDb } from "../../../db/tenant.ts";
import { defineJob, type PayloadOf } from "../../../jobs/job.ts";
import { randomToken, sha256 } from "../../../kernel/crypto.ts";
import { addMs, days } from "../../../kernel/local-time.ts";
import { sendLetter, serviceLanguage, type LetterParts } from "../../../mail/letter.ts";
import { senderMail } from "../../../mail/templates.ts";
import * as queries from "./queries.ts";

export const senderMailJob = defineJob({
  name: "sender-mail",
  payload: Type.Object({ tenantId: Type.String(), senderId: Type.String() }),
  retryLimit: 10,
  retryDelayS: 60,
  expireMinutes: 5,
});

const validDays = 7;

export type SenderMailParts = LetterParts & { readonly db: SystemDb; readonly publicUrl: string };

/** The link is made here and only its hash is kept, so that no queue and no table ever holds it. */
export async function sendSenderMail(
  parts: SenderMailParts,
  { tenantId, senderId }: PayloadOf<typeof senderMailJob>,
): Promise<void> {
  const db = parts.db.forTenant(tenantId);
  const found = await queries.findLetter(db, senderId);
  if (found === undefined) return;
  const token = randomToken();
  const expiresAt = addMs(parts.clock.now(), days(validDays));
  await queries.insertToken(db, { senderId, email: found.email, tokenHash: sha256(token), expiresAt });
  const mail = senderMail({
    language: serviceLanguage(found.language),
    url: `${parts.publicUrl}/sender/${token}`,
    expiresAt,
    timeZone: found.timeZone,
    companyName: found.companyName,
    address: found.email,
  });
  await sendLetter(parts, `sender-${tenantId}-${senderId}`, { to: found.email, mail });
}
