import { describe, expect, it } from "vitest";
import { encodeBody } from "./mime-body.ts";
import { InvalidHeader, mailboxHeader, structuredHeader, textHeader } from "./mime-header.ts";
import { composeMessage, type ComposeInput } from "./mime.ts";

const base: ComposeInput = {
  from: { name: "Postrider", address: "postrider@example.com" },
  to: { address: "jana@example.com" },
  subject: "Hello",
  text: "Hi,\nbye\n",
  messageId: "m1@example.com",
  date: new Date("2026-03-01T09:05:07Z"),
};

const lines = (...parts: string[]) => parts.join("\r\n");

/** An independent decoder of RFC 2047: unfold, drop white space between words, decode. */
function decodeHeader(header: string): string {
  const unfolded = header.replace(/\r\n(?=[ \t])/g, "").replace(/(=\?[^?]+\?[BQ]\?[^?]*\?=)\s+(?==\?)/g, "$1");
  return unfolded.replace(/=\?UTF-8\?([BQ])\?([^?]*)\?=/g, (_, encoding: string, text: string) =>
    encoding === "B" ? Buffer.from(text, "base64").toString() : decodeQuoted(text.replace(/_/g, " ")),
  );
}

function decodeQuoted(text: string): string {
  const bytes = text
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString();
}

describe("composeMessage", () => {
  it("writes a plain text message", () => {
    expect(composeMessage({ ...base, headers: { "Auto-Submitted": "auto-generated" } }).toString()).toBe(
      lines(
        "Date: Sun, 01 Mar 2026 09:05:07 +0000",
        "From: Postrider <postrider@example.com>",
        "To: jana@example.com",
        "Subject: Hello",
        "Message-ID: <m1@example.com>",
        "Auto-Submitted: auto-generated",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=utf-8",
        "Content-Transfer-Encoding: 7bit",
        "",
        "Hi,",
        "bye",
        "",
      ),
    );
  });

  it("writes text and HTML as alternatives, the richer one last", () => {
    const raw = composeMessage({ ...base, text: "Čau", html: "<p>Čau, a hezký den s dlouhou zprávou</p>" }).toString();
    expect(raw.slice(raw.indexOf("MIME-Version"))).toBe(
      lines(
        "MIME-Version: 1.0",
        "Content-Type: multipart/alternative;",
        ' boundary="=_15518b10f6c5d78571e376bba50af9a8"',
        "",
        "--=_15518b10f6c5d78571e376bba50af9a8",
        "Content-Type: text/plain; charset=utf-8",
        "Content-Transfer-Encoding: base64",
        "",
        "xIxhdQ==",
        "--=_15518b10f6c5d78571e376bba50af9a8",
        "Content-Type: text/html; charset=utf-8",
        "Content-Transfer-Encoding: quoted-printable",
        "",
        "<p>=C4=8Cau, a hezk=C3=BD den s dlouhou zpr=C3=A1vou</p>",
        "--=_15518b10f6c5d78571e376bba50af9a8--",
        "",
      ),
    );
  });

  it("keeps ASCII and short lines whatever the content", () => {
    const subject = "Žluťoučký kůň 🐎 ".repeat(20);
    const raw = composeMessage({
      ...base,
      to: { name: "Příliš žluťoučký kůň úpěl ďábelské ódy nad krajinou", address: "jana@háčky.cz" },
      subject,
      text: "ž".repeat(5000),
      html: `<p>${"a".repeat(5000)}</p>`,
    }).toString();
    expect(raw).toMatch(/^[\r\n\x20-\x7e]*$/);
    expect(raw.split("\r\n").every((line) => line.length <= 76)).toBe(true);
    expect(raw.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
    expect(decodeHeader(/^Subject: .*?(?=\r\n[^ ])/ms.exec(raw)?.[0] ?? "")).toBe(`Subject: ${subject.trim()}`);
    expect(decodeHeader(/^To: .*?(?=\r\n[^ ])/ms.exec(raw)?.[0] ?? "")).toBe(
      "To: Příliš žluťoučký kůň úpěl ďábelské ódy nad krajinou <jana@xn--hky-ela4t.cz>",
    );
  });

  it.each([
    ["Subject", { subject: "x\r\nBcc: y@example.com" }],
    ["Subject", { subject: "x\ny" }],
    ["Subject", { subject: "x\0y" }],
    ["From", { from: { name: "x\r\ny", address: "a@example.com" } }],
    ["To", { to: { address: "a@example.com\r\nBcc: b@example.com" } }],
    ["To", { to: { address: "a@example.com, b@example.com" } }],
    ["To", { to: { address: "not an address" } }],
    ["Message-ID", { messageId: "x\r\ny@example.com" }],
    ["Message-ID", { messageId: "x" }],
    ["Date", { date: new Date(Number.NaN) }],
    ["X-Note", { headers: { "X-Note": "a\r\nb" } }],
    ["X-Note", { headers: { "X-Note": "ž" } }],
    ["X-Note", { headers: { "X-Note": "x".repeat(1000) } }],
    ["X Note", { headers: { "X Note": "a" } }],
    ["X:Note", { headers: { "X:Note": "a" } }],
    ["subject", { headers: { subject: "a" } }],
    ["Content-Type", { headers: { "Content-Type": "text/html" } }],
  ])("rejects an injected %s header", (header, change) => {
    expect(() => composeMessage({ ...base, ...change })).toThrow(new InvalidHeader(header));
  });
});

describe("headers", () => {
  it.each([
    ["", "Subject:"],
    ["Hello", "Subject: Hello"],
    ["  two  spaces ", "Subject: two  spaces"],
    ["Sleva na květiny!", "Subject: =?UTF-8?Q?Sleva_na_kv=C4=9Btiny!?="],
    ["Žluť", "Subject: =?UTF-8?B?xb1sdcWl?="],
    ["Sleva na květiny a další zboží", "Subject: =?UTF-8?B?U2xldmEgbmEga3bEm3RpbnkgYSBkYWzFocOtIHpib8W+w60=?="],
    ["an encoded =? in plain text_", "Subject: =?UTF-8?Q?an_encoded_=3D=3F_in_plain_text=5F?="],
    ["not =?UTF-8?Q?a_word?=", "Subject: =?UTF-8?B?bm90ID0/VVRGLTg/UT9hX3dvcmQ/PQ==?="],
    ["word ".repeat(20).trim(), `Subject: ${"word ".repeat(13).trim()}\r\n ${"word ".repeat(7).trim()}`],
    ["x".repeat(100), `Subject: =?UTF-8?Q?${"x".repeat(55)}?=\r\n =?UTF-8?Q?${"x".repeat(45)}?=`],
  ])("writes the subject %j", (subject, expected) => {
    expect(textHeader("Subject", subject)).toBe(expected);
  });

  it.each(["ž".repeat(300), "🐎".repeat(100), "a ž ".repeat(80), "日本語の件名".repeat(20), "a? b_c=d ž"])(
    "decodes the subject %j",
    (subject) => {
      const header = textHeader("Subject", subject);
      expect(header.split("\r\n").every((line) => line.length <= 76)).toBe(true);
      expect(decodeHeader(header)).toBe(`Subject: ${subject.trim()}`);
    },
  );

  it.each([
    [{ address: "a@b.cz" }, "To: a@b.cz"],
    [{ address: "a@b.cz", name: "" }, "To: a@b.cz"],
    [{ address: "a@b.cz", name: "Jan Novak" }, "To: Jan Novak <a@b.cz>"],
    [{ address: "a@b.cz", name: "Novak, Jan" }, 'To: "Novak, Jan" <a@b.cz>'],
    [{ address: "a@b.cz", name: 'Jan "J" <x@y.cz>' }, String.raw`To: "Jan \"J\" <x@y.cz>" <a@b.cz>`],
    [{ address: "a@b.cz", name: "Nová, Jana" }, "To: =?UTF-8?B?Tm92w6EsIEphbmE=?= <a@b.cz>"],
    [{ address: "žofie@háčky.cz" }, "To: žofie@xn--hky-ela4t.cz"],
  ])("writes the mailbox %j", (mailbox, expected) => {
    expect(mailboxHeader("To", mailbox)).toBe(expected);
  });

  it("folds a structured header at its white space only", () => {
    const url = `<https://example.com/${"x".repeat(80)}>`;
    expect(structuredHeader("List-Unsubscribe", `<mailto:a@b.cz>, ${url}`)).toBe(
      `List-Unsubscribe: <mailto:a@b.cz>,\r\n ${url}`,
    );
    expect(structuredHeader("X-Url", url)).toBe(`X-Url: ${url}`);
  });
});

describe("encodeBody", () => {
  it.each([
    ["", "7bit", ""],
    ["a\nb\rc\r\nd", "7bit", "a\r\nb\r\nc\r\nd"],
    [".\n..", "7bit", ".\r\n.."],
    ["x".repeat(76), "7bit", "x".repeat(76)],
    ["x".repeat(77), "quoted-printable", `${"x".repeat(75)}=\r\nxx`],
    ["trailing space \nx", "quoted-printable", "trailing space=20\r\nx"],
    ["a looks like --=_boundary", "quoted-printable", "a looks like --=3D_boundary"],
    ["a NUL \0 in it", "quoted-printable", "a NUL =00 in it"],
    ["Czech with a few háčky", "quoted-printable", "Czech with a few h=C3=A1=C4=8Dky"],
    ["žžž", "base64", "xb7FvsW+"],
    [`${"x".repeat(73)}é and more text`, "quoted-printable", `${"x".repeat(73)}=\r\n=C3=A9 and more text`],
    [`${"x".repeat(72)}é and more text`, "quoted-printable", `${"x".repeat(72)}=C3=\r\n=A9 and more text`],
  ])("encodes %j as %s", (text, encoding, content) => {
    expect(encodeBody(text)).toEqual({ encoding, content });
  });

  it.each([
    "Příliš žluťoučký kůň úpěl ďábelské ódy. ".repeat(50),
    `${"long ".repeat(400)}ž\n\t tabs \t\n=3D\n.\n`,
    "日本語\n".repeat(100),
    `${" ".repeat(200)}\n`,
  ])("decodes to the original", (text) => {
    const { encoding, content } = encodeBody(text);
    expect(content.split("\r\n").every((line) => line.length <= 76 && !/[ \t]$/.test(line))).toBe(true);
    const decoded = encoding === "base64" ? Buffer.from(content, "base64").toString() : decodeQuoted(content);
    expect(decoded).toBe(text.replaceAll("\n", "\r\n"));
  });
});
