import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import type { SystemDb } from "../../../db/tenant.ts";
import { defineJob, type PayloadOf } from "../../../jobs/job.ts";
import type { NewJournalEntry } from "../../../journal/entry.ts";
import { testEmailBounced, testEmailSent } from "../../../journal/events.ts";
import { appendEntries } from "../../../journal/journal.ts";
import { addressFingerprint } from "../../../kernel/crypto.ts";
import type { DataKey } from "../../../kernel/encryption.ts";
import { openFingerprintKey } from "../../../kernel/fingerprint-key.ts";
import { classifyReply } from "../../../mail/inbound/reply-class.ts";
import type { SendOutcome } from "../../../mail/outcome.ts";
import type { RelayPools } from "../../../mail/relay-pools.ts";
import { redactAddresses } from "../../../mail/redact-response.ts";
import { sendRaw, serviceMailbox, type ServiceMailDeps } from "../../../mail/service-mail.ts";
import {
  composeForRecipient,
  composeSigned,
  prepareMessage,
  replyMailbox,
  type SharedHeaders,
} from "../../../mail/render/message.ts";
import type { Sandbox } from "../../../sandbox/sandbox.ts";
import { testReturnPath } from "../../../mail/verp.ts";
import { findSuppression } from "../../contacts/suppressions/queries.ts";
import { findMailPermit } from "../../members/company-mail.ts";
import { senderTransport } from "../../sending/connections/sender-transport.ts";
import {
  createSenderSigner,
  findOutgoingSender,
  findReturnPath,
  type OutgoingSender,
} from "../../sending/outgoing-sender.ts";
import { composeTestEmail, type ComposedTestEmail } from "./compose-test-email.ts";
import { findTestEmail, type TestContent } from "./queries.ts";

export const testEmailJob = defineJob({
  name: "content-test-mail",
  payload: Type.Object({ tenantId: Type.String(), testId: Type.String() }),
  retryLimit: 5,
  retryDelayS: 30,
  expireMinutes: 5,
});

export type TestEmailDeps = ServiceMailDeps & {
  readonly relayPools: RelayPools;
  contextOf(tenantId: string): Promise<Context>;
  readonly db: SystemDb;
  readonly publicUrl: string;
  readonly sandbox: Sandbox;
  readonly bounceHost: string;
  /** Decrypts the DKIM key of the sender's domain and the company's fingerprint key. */
  readonly dataKey: DataKey | undefined;
};

/** Checks company and address again: sending may have been blocked, the address removed or suppressed since the request. */
export async function sendTestEmail(
  parts: TestEmailDeps,
  { tenantId, testId }: PayloadOf<typeof testEmailJob>,
): Promise<void> {
  const db = parts.db.forTenant(tenantId);
  const found = await findTestEmail(db, testId);
  const permit = await findMailPermit(db, "test-email");
  if (found === undefined || permit === undefined) return;
  const { email, guid, fingerprintKey: stored, ...content } = found;
  const fingerprintKey = openFingerprintKey(parts.dataKey, guid, stored);
  if ((await findSuppression(db, addressFingerprint(fingerprintKey, email))) !== undefined) return;
  const request = { content, email, publicUrl: parts.publicUrl, now: parts.clock.now() };
  const made = await composeTestEmail({ db, sandbox: parts.sandbox }, request);
  // The request was accepted because it composed; a change since then is permanent, so a retry would fail again.
  if (!made.ok) return;
  // Undefined as well if the sender was deleted or is no longer verified.
  const sender = content.senderId === null ? undefined : await findOutgoingSender(db, content.senderId);
  const frame = toHeaders(parts, { content, composed: made.composed, sender });
  const prepared = prepareMessage(made.composed.plan, frame);
  const id = `test-${tenantId}-${testId}`;
  const date = parts.clock.now();
  // Each attempt is a message of its own.
  const messageId = `${id}-${date.getTime()}@${frame.from.address.split("@")[1]}`;
  const recipient = { to: { address: email }, values: made.composed.values, messageId, date };
  const signer = sender && createSenderSigner(tenantId, sender, parts.dataKey);
  const raw =
    signer === undefined ? composeForRecipient(prepared, recipient) : await composeSigned(prepared, recipient, signer);
  // The return path of a campaign, so that receivers apply the same SPF and DMARC results to the test.
  const returnPath = sender && testReturnPath(findReturnPath(sender, parts.bounceHost));
  const transport = senderTransport(await parts.contextOf(tenantId), parts, sender);
  const outcome = await sendRaw({ ...parts, transport }, id, { permit, to: email, raw, returnPath });
  const entry = toEntry(testId, email, { outcome, at: parts.clock.now() });
  if (entry !== undefined) await appendEntries(db, [entry]);
}

type Handover = { readonly outcome: SendOutcome; readonly at: Date };

/** Undefined for an outcome that says nothing about the test. */
function toEntry(testId: string, email: string, { outcome, at }: Handover): NewJournalEntry | undefined {
  if (outcome.outcome !== "sent" && outcome.outcome !== "refused") return undefined;
  const response = redactAddresses(outcome.response, email);
  if (outcome.outcome === "sent") return testEmailSent.entry({ contactId: null, at, payload: { testId, response } });
  const { kind } = classifyReply({ code: outcome.code, status: outcome.enhanced, text: outcome.response });
  return testEmailBounced.entry({ contactId: null, at, payload: { testId, response, kind } });
}

type FrameInput = {
  readonly content: TestContent;
  readonly composed: ComposedTestEmail;
  readonly sender: OutgoingSender | undefined;
};

/** The headers of a campaign message; the service is the sender if no verified sender is set. */
function toHeaders(parts: ServiceMailDeps, { content, composed, sender }: FrameInput): SharedHeaders {
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
