import * as fc from "fast-check";
import { expect, it } from "vitest";
import { InvalidHeader } from "../mime-header.ts";
import { isWireReady } from "../smtp-data.ts";
import { composeForRecipient, isCustomHeader, prepareMessage, type SharedHeaders } from "./message.ts";
import { renderPlan } from "./plan.ts";
import { mergeValues } from "./values.ts";
import { aPlan } from "../../../tests/harness/factories/compiled-plans.ts";

const values = mergeValues({
  contact: { email: "jana@example.com", firstName: "Žofie", customFields: { 1: "A\r\nBcc: evil@example.com" } },
  company: { name: "Firma" },
  links: { unsubscribe: "https://m.example/u/T?a=1" },
  token: "TOKEN",
});
const email = {
  subject: "Dobrý den, {{df_name}}",
  preheader: "",
  html: `<html><body>\n<p title="příliš">.tečka {{df_name}}  x</p>\n.\n<a href="https://x.cz/?a=b">x</a> ${"dlouhý řádek ".repeat(30)}</body></html>`,
  text: null,
};
const plan = aPlan(email, { tracking: { base: "https://m.example", clicks: true, opens: true } });
const date = new Date("2026-11-15T10:00:00.000Z");
const frame: SharedHeaders = { from: { address: "shop@example.com", name: "Obchod u Žofie" } };

const compose = (
  part: Partial<SharedHeaders> = {},
  rest: { messageId?: string; to?: string; unsubscribe?: string } = {},
) =>
  composeForRecipient(prepareMessage(plan, { ...frame, ...part }), {
    to: { address: rest.to ?? "jana@example.com" },
    values: { ...values, links: { ...values.links, unsubscribe: rest.unsubscribe ?? values.links.unsubscribe } },
    messageId: rest.messageId ?? "m.1.2@example.com",
    date,
  });

/** An independent parser written from the RFCs: unfolds headers, decodes parts. */
function read(raw: Buffer) {
  const message = raw.toString("latin1");
  const split = message.indexOf("\r\n\r\n");
  const headers = message
    .slice(0, split)
    .replace(/\r\n(?=[ \t])/g, "")
    .split("\r\n");
  const [, boundary = ""] = /boundary="([^"]+)"/.exec(message) ?? [];
  const parts = message
    .slice(split + 4)
    .split(new RegExp(`(?:^|\r\n)--${boundary}(?:--)?\r\n`))
    .filter((part) => part !== "")
    .map((part) => {
      const at = part.indexOf("\r\n\r\n");
      const bytes = part
        .slice(at + 4)
        .replace(/=\r\n/g, "")
        .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(String(hex), 16)));
      return { headers: part.slice(0, at).split("\r\n"), content: Buffer.from(bytes, "latin1").toString("utf8") };
    });
  return { headers, parts };
}

it("names the link and the address to unsubscribe, when mail is received", () => {
  const message = composeForRecipient(prepareMessage(plan, frame), {
    to: { address: "jana@example.com" },
    values,
    messageId: "m.1.2@example.com",
    date,
    unsubscribeAddress: "u123@bounce.example.com",
  });
  expect(message.toString("latin1")).toContain(
    [
      "List-Unsubscribe: <https://m.example/u/T?a=1>,",
      " <mailto:u123@bounce.example.com?subject=unsubscribe>",
      "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
      "",
    ].join("\r\n"),
  );
});

it("composes headers and both parts, as the plan renders them", () => {
  const { headers, parts } = read(
    compose({ replyTo: { address: "reply@example.com" }, feedbackId: "c1:t1:bulk:postrider" }),
  );
  expect(headers).toEqual([
    "Date: Sun, 15 Nov 2026 10:00:00 +0000",
    "To: jana@example.com",
    "Subject: =?UTF-8?B?RG9icsO9IGRlbiwgxb1vZmll?=",
    "Message-ID: <m.1.2@example.com>",
    "List-Unsubscribe: <https://m.example/u/T?a=1>",
    "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
    "From: =?UTF-8?Q?Obchod_u_=C5=BDofie?= <shop@example.com>",
    "Reply-To: reply@example.com",
    "Feedback-ID: c1:t1:bulk:postrider",
    "MIME-Version: 1.0",
    `Content-Type: multipart/alternative; boundary="${plan.boundary}"`,
  ]);
  const rendered = renderPlan(plan, values);
  const type = (subtype: string) => [
    `Content-Type: text/${subtype}; charset=utf-8`,
    "Content-Transfer-Encoding: quoted-printable",
  ];
  expect(parts).toEqual([
    { headers: type("plain"), content: rendered.text.replace(/\n/g, "\r\n") },
    { headers: type("html"), content: rendered.html.replace(/\n/g, "\r\n") },
  ]);
  expect(rendered.html).toContain("https://m.example/t/c/TOKEN.1");
});

it("carries its id in Postmark's header when configured", () => {
  const recipient = { to: { address: "jana@example.com" }, values, messageId: "m.1.2@example.com", date };
  const raw = composeForRecipient(prepareMessage(plan, frame), { ...recipient, postmarkName: "b1x" });
  expect(read(raw).headers).toContain("X-PM-Metadata-postrider: b1x");
  expect(compose().toString("latin1")).not.toContain("X-PM-Metadata");
});

it("keeps every line short, ASCII and safe for SMTP", () => {
  for (const line of compose().toString("latin1").split("\r\n")) {
    expect(line.length).toBeLessThanOrEqual(78);
    expect(line).toMatch(/^(?!\.)[\t -~]*$/);
  }
});

it("needs no encoding for SMTP, whatever the values are", () => {
  const prepared = prepareMessage(plan, frame);
  const hostile = fc.string({ unit: fc.constantFrom(".", "\r", "\n", "a", "ž", " ", "="), maxLength: 30 });
  fc.assert(
    fc.property(hostile, hostile, (firstName, token) => {
      const own = { ...values, contact: { ...values.contact, firstName, vocativeFirstName: firstName }, token };
      const raw = composeForRecipient(prepared, {
        to: { address: "jana@example.com" },
        values: own,
        messageId: "m.1.2@example.com",
        date,
      });
      expect(isWireReady(raw)).toBe(true);
    }),
  );
});

it("is the same for the same input", () => {
  expect(compose().equals(compose())).toBe(true);
});

it("carries custom headers, filled and on one line", () => {
  const { headers } = read(
    compose({
      headers: [
        { name: "X-Name", value: "Pro {{df_name}}" },
        { name: "X-Field", value: "{{df_custom_1}}" },
        { name: "Precedence", value: "bulk" },
      ],
    }),
  );
  expect(headers).toContain("X-Name: =?UTF-8?Q?Pro_=C5=BDofie?=");
  expect(headers).toContain("X-Field: A Bcc: evil@example.com");
  expect(headers).toContain("Precedence: bulk");
  expect(headers.filter((line) => line.startsWith("Bcc"))).toEqual([]);
});

it("has no unsubscribe header without an address", () => {
  expect(read(compose({}, { unsubscribe: "" })).headers.filter((line) => line.startsWith("List-"))).toEqual([]);
});

it.each([
  ["X-Any", true],
  ["x-mailer-1", true],
  ["Precedence", true],
  ["List-Id", true],
  ["X-Priority", true],
  ["X-Tagline", true],
  ["X-Sibling", true],
  ["X-PM-Metadata-postrider", false],
  ["x-pm-metadata-POSTRIDER", false],
  ["X-PM-Metadata-order", false],
  ["X-PM-Message-Stream", false],
  ["X-SMTPAPI", false],
  ["x-smtpapi", false],
  ["X-SES-CONFIGURATION-SET", false],
  ["X-SES-MESSAGE-TAGS", false],
  ["X-MC-Subaccount", false],
  ["X-Mandrill-Variables", false],
  ["X-Mailgun-Variables", false],
  ["X-MSYS-API", false],
  ["X-Postmark-Server", false],
  ["X-SparkPost-Options", false],
  ["X-MJ-CustomID", false],
  ["X-Mailjet-Campaign", false],
  ["X-Sib-Sandbox", false],
  ["X-Mailin-Tag", false],
  ["X-Mailin-Custom", false],
  ["X-ElasticEmail-Settings", false],
  ["X-Tag", false],
  ["X-Tags", false],
  ["X-Virtual-MTA", false],
  ["From", false],
  ["Bcc", false],
  ["Sender", false],
  ["Return-Path", false],
  ["DKIM-Signature", false],
  ["List-Unsubscribe", false],
  ["Content-Type", false],
  ["X-", false],
  ["X-A: b", false],
  ["X-A\r\nBcc", false],
  ["", false],
])("%j may be set: %s", (name, isAllowed) => {
  expect(isCustomHeader(name)).toBe(isAllowed);
});

it.each([
  ["news.example.org", "news.example.org"],
  ["<news.example.org>", "<news.example.org>"],
  ["Our friends <news.example.org>", "Our friends <news.example.org>"],
  ["Přátelé <news.example.org>", "=?UTF-8?B?UMWZw6F0ZWzDqQ==?= <news.example.org>"],
  ['"Přátelé" <news.example.org>', "=?UTF-8?B?UMWZw6F0ZWzDqQ==?= <news.example.org>"],
  ["{{df_name}} <news.example.org>", "=?UTF-8?B?xb1vZmll?= <news.example.org>"],
])("encodes only the phrase of List-ID %s", (value, expected) => {
  expect(read(compose({ headers: [{ name: "List-ID", value }] })).headers).toContain(`List-ID: ${expected}`);
});

it.each<[string, () => Buffer]>([
  ["a list's name", () => compose({ headers: [{ name: "List-ID", value: "Friends <přátelé.example.org>" }] })],
  ["a custom value", () => compose({ headers: [{ name: "X-A", value: "a\r\nBcc: x@y.cz" }] })],
  ["a custom name", () => compose({ headers: [{ name: "Bcc", value: "x@y.cz" }] })],
  ["the sender's name", () => compose({ from: { address: "a@b.cz", name: "a\r\nBcc: x@y.cz" } })],
  ["the sender's address", () => compose({ from: { address: "a@b.cz\r\nBcc: x@y.cz" } })],
  ["the reply address", () => compose({ replyTo: { address: "a@b.cz>\r\nBcc: x@y.cz" } })],
  ["the feedback id", () => compose({ feedbackId: "a\r\nBcc: x@y.cz" })],
  ["the recipient", () => compose({}, { to: "a@b.cz\r\nBcc: x@y.cz" })],
  ["the message id", () => compose({}, { messageId: "a@b>\r\nBcc: x@y.cz" })],
  ["the unsubscribe address", () => compose({}, { unsubscribe: "https://x.cz/>\r\nBcc: x@y.cz" })],
])("rejects a header injected by %s", (_, run) => {
  expect(run).toThrow(InvalidHeader);
});
