import { domainToUnicode } from "node:url";
import { node, type SqlNode } from "../../db/sql-node.ts";

/** Replaces an erased address in texts; no mail can be sent to it. */
export const redactedEmail = "erased@invalid";

export const redacted = (text: SqlNode, email: string): SqlNode =>
  node`regexp_replace(${text}, ${emailPattern(email)}, ${redactedEmail}, 'gi')`;

export const mentions = (text: SqlNode, email: string): SqlNode => node`${text} ~* ${emailPattern(email)}`;

/** Matches the address itself and not the end of a longer one, such as `novak@…` in `jan.novak@…`. */
export const emailPattern = (email: string): string =>
  `(?<![a-z0-9._+-])(?:${spellings(email).map(escapeRegex).join("|")})(?![a-z0-9-]|\\.[a-z0-9])`;

/** The same for bytes in PostgreSQL's escape form. A byte beyond ASCII ends in a digit there but is no part of an address. */
export const emailBytesPattern = (email: string): string =>
  `(^|[^a-z0-9._+-]|\\\\[0-9]{3})(?:${spellings(email).map(escapeBytes).join("|")})(?![a-z0-9-]|\\.[a-z0-9])`;

/** The domain in ASCII, as it is stored, and in Unicode, as people write it. */
function spellings(email: string): string[] {
  const [local = "", domain = ""] = email.split("@");
  return [...new Set([email, `${local}@${domainToUnicode(domain)}`])];
}

export const escapeRegex = (text: string): string => text.replace(/[!-/:-@[-`{-~]/g, (letter) => `\\${letter}`);

const escapeBytes = (text: string): string =>
  [...Buffer.from(text)]
    .map((byte) => (byte < 128 ? escapeRegex(String.fromCodePoint(byte)) : `\\\\${byte.toString(8)}`))
    .join("");
