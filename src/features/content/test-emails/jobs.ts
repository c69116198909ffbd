import { Type } from "typebox";
import type { Twig } from "../../../context.ts";
import type { SystemDb } from "../../../db/tenant.ts";
import { defineJob, type PayloadOf } from "../../../jobs/job.ts";
import { addressFingerprint } from "../../../kernel/crypto.ts";
import { sendLetter, type LetterParts } from "../../../mail/letter.ts";
import { findSuppression } from "../../contacts/suppressions/queries.ts";
import { makeLetter } from "./letter.ts";
import { findTest } from "./queries.ts";

export const testMailJob = defineJob({
  name: "content-test-mail",
  payload: Type.Object({ tenantId: Type.String(), testId: Type.String() }),
  retryLimit: 5,
  retryDelayS: 30,
  expireMinutes: 5,
});

export type TestMailParts = LetterParts & {
  readonly db: SystemDb;
  readonly publicUrl: string;
  readonly twig: Twig;
};

/** Asks again who may be e-mailed: a test address may be gone or suppressed by the time its turn comes. */
export async function sendTestMail(
  parts: TestMailParts,
  { tenantId, testId }: PayloadOf<typeof testMailJob>,
): Promise<void> {
  const db = parts.db.forTenant(tenantId);
  const found = await findTest(db, testId);
  if (found === undefined) return;
  const { email, fingerprintKey, ...content } = found;
  if ((await findSuppression(db, addressFingerprint(fingerprintKey, email))) !== undefined) return;
  const request = { content, email, publicUrl: parts.publicUrl, now: parts.clock.now() };
  const made = await makeLetter({ db, twig: parts.twig }, request);
  // It could be made when it was asked for; trying again would not change what was changed since.
  if (!made.ok) return;
  const { mail, fromName, replyTo } = made.letter;
  await sendLetter(parts, `test-${tenantId}-${testId}`, {
    to: email,
    mail,
    fromName,
    headers: { "X-Service-Test": "1", ...(replyTo === null ? {} : { "Reply-To": replyTo }) },
  });
}
