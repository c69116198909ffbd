import { decodedText, parseMail, walkParts } from "../../src/mail/inbound/mime-part.ts";

/** The decoded parts of a message that the product composed: text first, then HTML. */
export function decodeParts(raw: Buffer): { text: string; html: string } {
  const [text, html] = [...walkParts(parseMail(raw))]
    .filter((part) => part.parts.length === 0)
    .map((part) => decodedText(part));
  return { text: text ?? "", html: html ?? "" };
}
