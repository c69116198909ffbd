import { Type } from "typebox";
import type { SystemDb, TenantDb } from "../../../db/tenant.ts";
import { defineJob, type PayloadOf } from "../../../jobs/job.ts";
import { addressFingerprint } from "../../../kernel/crypto.ts";
import { sendLetter, type LetterParts } from "../../../mail/letter.ts";
import { compilePlan, renderPlan } from "../../../mail/render/plan.ts";
import { oneLine } from "../../../mail/templates.ts";
import { findSuppression } from "../../contacts/suppressions/queries.ts";
import { findFooterHtml } from "../footers/queries.ts";
import { sampleValues } from "../samples/samples.ts";
import { findTemplateLetter } from "./queries.ts";

export const testMailJob = defineJob({
  name: "content-test-mail",
  payload: Type.Object({ tenantId: Type.String(), testId: Type.String() }),
  retryLimit: 5,
  retryDelayS: 30,
  expireMinutes: 5,
});

export type TestMailParts = LetterParts & { readonly db: SystemDb; readonly publicUrl: string };

/** Asks again who may be e-mailed: a test address may be gone or suppressed by the time its turn comes. */
export async function sendTestMail(
  parts: TestMailParts,
  { tenantId, testId }: PayloadOf<typeof testMailJob>,
): Promise<void> {
  const db = parts.db.forTenant(tenantId);
  const found = await findTemplateLetter(db, testId);
  if (found === undefined) return;
  const { email, fingerprintKey, ...letter } = found;
  if ((await findSuppression(db, addressFingerprint(fingerprintKey, email))) !== undefined) return;
  const { mail, shop, company } = await render(db, {
    ...letter,
    email,
    now: parts.clock.now(),
    publicUrl: parts.publicUrl,
  });
  await sendLetter(parts, `test-${tenantId}-${testId}`, {
    to: email,
    mail,
    fromName: oneLine(shop?.senderName ?? shop?.name ?? company.name),
    headers: { "X-Service-Test": "1", ...(shop?.replyTo ? { "Reply-To": shop.replyTo } : {}) },
  });
}

type Email = {
  email: string;
  name: string;
  subject: string;
  preheader: string;
  html: string;
  text: string | null;
  shopId: string | null;
  footerId: string | null;
  publicUrl: string;
  now: Date;
};

async function render(db: TenantDb, { email, name, subject, preheader, html, text, ...rest }: Email) {
  const footerHtml = (await findFooterHtml(db, rest)) ?? null;
  const values = await sampleValues(db, { ...rest, email, html });
  const plan = compilePlan({ subject: subject === "" ? name : subject, preheader, html, text, footerHtml });
  const rendered = renderPlan(plan, values);
  const mail = { subject: `[Test] ${rendered.subject}`, html: rendered.html, text: rendered.text };
  return { mail, shop: values.shop, company: values.company };
}
