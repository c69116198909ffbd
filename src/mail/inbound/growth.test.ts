import { expect, it } from "vitest";
import { filled, growthOf, tooMuchGrowth } from "../../../tests/harness/growth.ts";
import { classifyMail } from "./classify.ts";
import { namesIn } from "./complaint.ts";
import { attachmentsOf, readMail, textOf, walk } from "./part.ts";

/** Everything that is done with a stranger's mail. */
function receive(text: string): void {
  const mail = readMail(Buffer.from(text, "latin1"));
  classifyMail(mail);
  namesIn(mail);
  attachmentsOf(mail);
  for (const part of walk(mail)) textOf(part);
}

const file = "Content-Type: application/gzip; name=a.gz\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n";
const bounce = "From: <>\r\nSubject: failure notice\r\n";
const html = `${bounce}Content-Type: text/html\r\n\r\n`;
const report = "Content-Type: message/delivery-status\r\n\r\n";
const complaint = "Content-Type: message/feedback-report\r\n\r\n";
const multipart = (boundary: string) => `Content-Type: multipart/mixed; boundary="${boundary}"\r\n\r\n`;

/** Three levels of fifty parts each, so that all of the text is boundaries. */
function manyParts(length: number): string {
  const leaves = multipart("c") + filled("--c\r\n\r\n", 350);
  const branch = multipart("b") + filled(`--b\r\n${leaves}`, 20_000);
  return multipart("a") + filled(`--a\r\n${branch}`, length);
}

it.each<[string, (length: number) => string]>([
  ["blanks in quoted-printable", (length) => file + filled(" ", length)],
  ["tabs in quoted-printable", (length) => file + filled(" \t", length)],
  ["blanks before soft ends of lines", (length) => file + filled(`${" ".repeat(5000)}=\r\n`, length)],
  ["signs of equality", (length) => file + filled("=", length)],
  ["bytes in quoted-printable", (length) => file + filled("=41", length)],
  ["blanks in a header with a stray end of line", (length) => `A:${filled(" ", length)}\rx\r\n\r\n`],
  ["blanks in a header", (length) => `Subject: a${filled(" ", length)}b\r\n\r\n`],
  ["folds", (length) => `Subject: a${filled("\r\n ", length)}b\r\n\r\n`],
  ["stray ends of lines", (length) => filled("\r", length)],
  ["ends of lines", (length) => `${bounce}${filled("\n\r", length)}`],
  ["colons", (length) => filled(":", length)],
  ["addresses", (length) => `From: ${filled("a <a@example.com>, ", length)}\r\n\r\n`],
  ["encoded words", (length) => `Subject: ${filled("=?utf-8?Q?=41?= ", length)}\r\n\r\n`],
  ["parameters", (length) => `Content-Type: text/plain; ${filled('a="', length)}\r\n\r\n`],
  ["blanks in parameters", (length) => `Content-Type: text/plain;a${filled(" ", length)}\r\n\r\n`],
  ["file names", (length) => `Content-Disposition: a${filled("; filename", length)}\r\n\r\n`],
  ["boundaries", (length) => multipart("b") + filled("--b\r\n\r\n", length)],
  ["parts of parts", manyParts],
  ["nested parts", (length) => filled(`${multipart("b")}--b\r\n`, length)],
  ["a long boundary", (length) => multipart("a".repeat(3000)) + filled("a", length)],
  ["a boundary of dashes", (length) => multipart("-".repeat(150)) + filled("-", length)],
  ["opening brackets", (length) => html + filled("<", length)],
  ["hidden openings", (length) => html + filled("<style ", length)],
  ["hidden endings", (length) => html + filled("<style></head>", length)],
  ["groups of a report", (length) => report + filled("Action: failed\r\n \r\n", length)],
  ["blanks in a report", (length) => `${report}Action: failed\r\n${filled(" ", length)}x`],
  ["words of a report", (length) => `${report}Action: failed\r\nDiagnostic-Code: ${filled("mailbox user ", length)}`],
  ["digits of a report", (length) => `${report}Action: failed\r\nDiagnostic-Code: ${filled("5.1.", length)}`],
  ["dashes of a report", (length) => `${report}Action: failed\r\nDiagnostic-Code: ${filled("-", length)}`],
  ["names of a complaint", (length) => complaint + filled("Original-Mail-From: <a>\r\n", length)],
  ["words", (length) => `${bounce}\r\n${filled("your account relay user ", length)}`],
  ["dashes", (length) => `${bounce}\r\n${filled("-", length)}`],
  ["quotes", (length) => `${bounce}\r\n${filled(">", length)}`],
])("many %s take no longer than their number", async (_, input) => {
  expect(await growthOf(input, receive)).toBeLessThan(tooMuchGrowth);
});

it("reads no more than some hundred parts", () => {
  const parts = [...walk(readMail(Buffer.from(manyParts(1_000_000))))];
  expect(parts.length).toBeGreaterThan(100);
  expect(parts.length).toBeLessThanOrEqual(201);
});
