import { parseMail } from "../../mail/inbound/mime-part.ts";
import { findRecipient, type InboundDeps, type InboundRecipient } from "./receive.ts";

/** Headers in which servers note the recipient of the envelope; then those of the sender. */
const recipientHeaders = [
  "delivered-to",
  "x-original-to",
  "envelope-to",
  "x-envelope-to",
  "x-forwarded-to",
  "to",
  "cc",
];
const maxAddresses = 20;

/**
 * For whom a mail in a mailbox was: the messages that its recipients name, and addresses for reports. Without any, the mail itself
 * has to name its message.
 */
export async function findMailboxRecipients(deps: InboundDeps, raw: Buffer): Promise<readonly InboundRecipient[]> {
  const { headers } = parseMail(raw.subarray(0, maxHeadBytes));
  const values = headers.filter(({ name }) => recipientHeaders.includes(name)).map(({ value }) => value.slice(0, 4000));
  const addresses = new Set(values.flatMap((value) => value.match(/[^\s<>,;:"]+@[\w.-]+/g) ?? []));
  const recipients: InboundRecipient[] = [];
  for (const address of [...addresses].slice(0, maxAddresses)) {
    const found = await findRecipient(deps, address);
    if (found !== undefined && found.kind !== "tests") recipients.push(found);
  }
  const isNamed = recipients.some(({ kind }) => kind !== "complaints");
  return isNamed ? uniqueMessages(recipients) : [...recipients.slice(0, 1), { kind: "mailbox" }];
}

const maxHeadBytes = 262_144;

/** Several headers name the same message. */
function uniqueMessages(recipients: readonly InboundRecipient[]): readonly InboundRecipient[] {
  const seen = new Set<string>();
  return recipients.filter((recipient) => {
    const id = recipient.kind === "message" ? `${recipient.key.campaignId}/${recipient.key.contactId}` : recipient.kind;
    return !seen.has(id) && seen.add(id).size > 0;
  });
}
