import { expect, it } from "vitest";
import { repeatToLength, measureGrowth, quadraticThreshold } from "../../../tests/harness/oracles/growth.ts";
import { classifyMail } from "./classify.ts";
import { messageReferencesIn } from "./complaint.ts";
import { attachmentsOf, parseMail, decodedText, walkParts } from "./mime-part.ts";

/** Every parser that reads untrusted mail. */
function receive(text: string): void {
  const mail = parseMail(Buffer.from(text, "latin1"));
  classifyMail(mail);
  messageReferencesIn(mail);
  attachmentsOf(mail);
  for (const part of walkParts(mail)) decodedText(part);
}

const file = "Content-Type: application/gzip; name=a.gz\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n";
const bounce = "From: <>\r\nSubject: failure notice\r\n";
const html = `${bounce}Content-Type: text/html\r\n\r\n`;
const report = "Content-Type: message/delivery-status\r\n\r\n";
const complaint = "Content-Type: message/feedback-report\r\n\r\n";
const multipart = (boundary: string) => `Content-Type: multipart/mixed; boundary="${boundary}"\r\n\r\n`;

/** Three levels of fifty parts each, so that all of the text is boundaries. */
function manyParts(length: number): string {
  const leaves = multipart("c") + repeatToLength("--c\r\n\r\n", 350);
  const branch = multipart("b") + repeatToLength(`--b\r\n${leaves}`, 20_000);
  return multipart("a") + repeatToLength(`--a\r\n${branch}`, length);
}

it.each<[string, (length: number) => string]>([
  ["blanks in quoted-printable", (length) => file + repeatToLength(" ", length)],
  ["tabs in quoted-printable", (length) => file + repeatToLength(" \t", length)],
  ["blanks before soft ends of lines", (length) => file + repeatToLength(`${" ".repeat(5000)}=\r\n`, length)],
  ["signs of equality", (length) => file + repeatToLength("=", length)],
  ["bytes in quoted-printable", (length) => file + repeatToLength("=41", length)],
  ["blanks in a header with a stray end of line", (length) => `A:${repeatToLength(" ", length)}\rx\r\n\r\n`],
  ["blanks in a header", (length) => `Subject: a${repeatToLength(" ", length)}b\r\n\r\n`],
  ["folds", (length) => `Subject: a${repeatToLength("\r\n ", length)}b\r\n\r\n`],
  ["stray ends of lines", (length) => repeatToLength("\r", length)],
  ["ends of lines", (length) => `${bounce}${repeatToLength("\n\r", length)}`],
  ["colons", (length) => repeatToLength(":", length)],
  ["addresses", (length) => `From: ${repeatToLength("a <a@example.com>, ", length)}\r\n\r\n`],
  ["encoded words", (length) => `Subject: ${repeatToLength("=?utf-8?Q?=41?= ", length)}\r\n\r\n`],
  ["parameters", (length) => `Content-Type: text/plain; ${repeatToLength('a="', length)}\r\n\r\n`],
  ["blanks in parameters", (length) => `Content-Type: text/plain;a${repeatToLength(" ", length)}\r\n\r\n`],
  ["file names", (length) => `Content-Disposition: a${repeatToLength("; filename", length)}\r\n\r\n`],
  ["boundaries", (length) => multipart("b") + repeatToLength("--b\r\n\r\n", length)],
  ["parts of parts", manyParts],
  ["nested parts", (length) => repeatToLength(`${multipart("b")}--b\r\n`, length)],
  ["a long boundary", (length) => multipart("a".repeat(3000)) + repeatToLength("a", length)],
  ["a boundary of dashes", (length) => multipart("-".repeat(150)) + repeatToLength("-", length)],
  ["opening brackets", (length) => html + repeatToLength("<", length)],
  ["hidden openings", (length) => html + repeatToLength("<style ", length)],
  ["hidden endings", (length) => html + repeatToLength("<style></head>", length)],
  ["groups of a report", (length) => report + repeatToLength("Action: failed\r\n \r\n", length)],
  ["blanks in a report", (length) => `${report}Action: failed\r\n${repeatToLength(" ", length)}x`],
  [
    "words of a report",
    (length) => `${report}Action: failed\r\nDiagnostic-Code: ${repeatToLength("mailbox user ", length)}`,
  ],
  ["digits of a report", (length) => `${report}Action: failed\r\nDiagnostic-Code: ${repeatToLength("5.1.", length)}`],
  ["dashes of a report", (length) => `${report}Action: failed\r\nDiagnostic-Code: ${repeatToLength("-", length)}`],
  ["names of a complaint", (length) => complaint + repeatToLength("Original-Mail-From: <a>\r\n", length)],
  ["words", (length) => `${bounce}\r\n${repeatToLength("your account relay user ", length)}`],
  ["dashes", (length) => `${bounce}\r\n${repeatToLength("-", length)}`],
  ["quotes", (length) => `${bounce}\r\n${repeatToLength(">", length)}`],
])("many %s are parsed in linear time", async (_, input) => {
  expect(await measureGrowth(input, receive)).toBeLessThan(quadraticThreshold);
});

it("parses at most some hundred parts", () => {
  const parts = [...walkParts(parseMail(Buffer.from(manyParts(1_000_000))))];
  expect(parts.length).toBeGreaterThan(100);
  expect(parts.length).toBeLessThanOrEqual(201);
});
