import { Type } from "typebox";
import type { Twig } from "../../../context.ts";
import type { SystemDb, TenantDb } from "../../../db/tenant.ts";
import { defineJob, type PayloadOf } from "../../../jobs/job.ts";
import { addressFingerprint } from "../../../kernel/crypto.ts";
import type { DkimSigner } from "../../../mail/dkim.ts";
import { sendRaw, serviceMailbox, type ServiceMailDeps } from "../../../mail/service-mail.ts";
import {
  composeForRecipient,
  composeSigned,
  prepareMessage,
  replyMailbox,
  type SharedHeaders,
} from "../../../mail/render/message.ts";
import { testReturnPath } from "../../../mail/verp.ts";
import { findSuppression } from "../../contacts/suppressions/queries.ts";
import { composeTestEmail, type ComposedTestEmail } from "./compose-test-email.ts";
import { findTestEmail, type TestContent } from "./queries.ts";

export const testEmailJob = defineJob({
  name: "content-test-mail",
  payload: Type.Object({ tenantId: Type.String(), testId: Type.String() }),
  retryLimit: 5,
  retryDelayS: 30,
  expireMinutes: 5,
});

/** Whom a campaign is from, with what signs for them. */
export type TestSender = {
  readonly email: string;
  readonly name: string;
  readonly replyTo: string | null;
  readonly signer: DkimSigner | undefined;
  /** Of the company's own domain. */
  readonly returnPathHost: string | null;
};

export type TestEmailDeps = ServiceMailDeps & {
  readonly db: SystemDb;
  readonly publicUrl: string;
  readonly twig: Twig;
  readonly bounceHost: string;
  /** Undefined for a sender that is not verified, or gone. */
  findSender(db: TenantDb, senderId: string): Promise<TestSender | undefined>;
};

/** Asks again who may be e-mailed: a test address may be gone or suppressed by the time its turn comes. */
export async function sendTestEmail(
  parts: TestEmailDeps,
  { tenantId, testId }: PayloadOf<typeof testEmailJob>,
): Promise<void> {
  const db = parts.db.forTenant(tenantId);
  const found = await findTestEmail(db, testId);
  if (found === undefined) return;
  const { email, fingerprintKey, ...content } = found;
  if ((await findSuppression(db, addressFingerprint(fingerprintKey, email))) !== undefined) return;
  const request = { content, email, publicUrl: parts.publicUrl, now: parts.clock.now() };
  const made = await composeTestEmail({ db, twig: parts.twig }, request);
  // It could be made when it was asked for; trying again would not change what was changed since.
  if (!made.ok) return;
  const sender = content.senderId === null ? undefined : await parts.findSender(db, content.senderId);
  const frame = frameOf(parts, { content, composed: made.composed, sender });
  const prepared = prepareMessage(made.composed.plan, frame);
  const id = `test-${tenantId}-${testId}`;
  const date = parts.clock.now();
  // Another try is another message.
  const messageId = `${id}-${date.getTime()}@${frame.from.address.split("@")[1]}`;
  const recipient = { to: { address: email }, values: made.composed.values, messageId, date };
  const signer = sender?.signer;
  const raw =
    signer === undefined ? composeForRecipient(prepared, recipient) : await composeSigned(prepared, recipient, signer);
  // Where a campaign's comes back to, so that it is judged by receivers as one of these.
  const returnPath = sender && testReturnPath(sender.returnPathHost ?? parts.bounceHost);
  await sendRaw(parts, id, { to: email, raw, returnPath });
}

type FrameInput = {
  readonly content: TestContent;
  readonly composed: ComposedTestEmail;
  readonly sender: TestSender | undefined;
};

/** As everybody else gets it; in the name of the service where no verified sender is named. */
function frameOf(parts: ServiceMailDeps, { content, composed, sender }: FrameInput): SharedHeaders {
  const headers = [{ name: "X-Service-Test", value: "1" }, ...content.headers];
  if (sender !== undefined) {
    const from = { address: sender.email, name: content.fromName ?? sender.name };
    return { from, replyTo: replyMailbox(content.replyTo, sender), headers };
  }
  const from = { address: serviceMailbox(parts).address, name: composed.fromName };
  const automatic = { name: "Auto-Submitted", value: "auto-generated" };
  const replyTo = composed.replyTo === null ? null : { address: composed.replyTo };
  return { from, replyTo, headers: [automatic, ...headers] };
}
