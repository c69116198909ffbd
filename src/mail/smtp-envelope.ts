import { isAscii } from "node:buffer";
import { domainToASCII } from "node:url";
import type { Envelope, RefusedOutcome } from "./outcome.ts";
import type { SmtpFeatures } from "./smtp-reply.ts";

export type EnvelopePlan = { readonly mail: string; readonly rcpt: string };

/** The envelope as commands, or the reason why this server cannot take the message. */
export function planEnvelope(
  envelope: Envelope,
  message: Buffer,
  features: SmtpFeatures,
): EnvelopePlan | RefusedOutcome {
  const from = envelope.from === "" ? "" : wireAddress(envelope.from);
  const to = wireAddress(envelope.to);
  if (from === undefined) return refusal("5.1.7", "not a sender address");
  if (to === undefined) return refusal("5.1.3", "not a recipient address");
  const parameters: string[] = [];
  if (!/^[\0-\x7f]*$/.test(from + to)) {
    if (!features.has("SMTPUTF8")) return refusal("5.6.7", "the server does not support international addresses");
    parameters.push("SMTPUTF8");
  }
  if (!isAscii(message)) {
    if (!features.has("8BITMIME")) return refusal("5.6.3", "the server does not support 8-bit messages");
    parameters.push("BODY=8BITMIME");
  }
  const size = features.get("SIZE");
  if (size !== undefined) {
    const limit = Number(size[0] ?? 0);
    if (limit > 0 && message.length > limit) return refusal("5.3.4", "the message exceeds the server's size limit");
    parameters.push(`SIZE=${message.length}`);
  }
  return { mail: [`MAIL FROM:<${from}>`, ...parameters].join(" "), rcpt: `RCPT TO:<${to}>` };
}

const refusal = (enhanced: string, response: string): RefusedOutcome => ({
  outcome: "refused",
  kind: "permanent",
  stage: "local",
  code: 0,
  enhanced,
  response,
});

/** Rejects everything that could end the command or its brackets, so that an address can never inject a command. */
function wireAddress(address: string): string | undefined {
  const at = address.lastIndexOf("@");
  // Fast path for nearly all addresses.
  if (at > 0 && address.length <= 320 && /^[!-;=?-~]+@[!-;=?A-~]+$/.test(address)) return address;
  if (at < 1 || address.length > 320 || /[\p{C}\p{Z}<>]/u.test(address)) return undefined;
  const domain = address.slice(at + 1);
  const asciiDomain = /^\p{ASCII}*$/u.test(domain) ? domain : domainToASCII(domain);
  return asciiDomain === "" ? undefined : `${address.slice(0, at)}@${asciiDomain}`;
}
