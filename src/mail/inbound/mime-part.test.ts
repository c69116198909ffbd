import { assert, constantFrom, array, property, string, uint8Array } from "fast-check";
import { describe, expect, it } from "vitest";
import { classifyMail } from "./classify.ts";
import { messageReferencesIn } from "./complaint.ts";
import { decodeEncodedWords, firstHeader, parseMail, decodedText, walkParts } from "./mime-part.ts";
import { runs } from "../../../tests/harness/scope.ts";

const mail = (text: string) => parseMail(Buffer.from(text, "latin1"));

describe("readMail", () => {
  it("reads headers, parts and texts", () => {
    const read = mail(
      'Subject: a\r\n b\r\nContent-Type: multipart/mixed;\r\n boundary="x y"\r\n\r\npreamble\r\n--x y\r\n\r\nfirst\r\n--x y\r\n' +
        "Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n<p>=C5=BD=\r\n</p>\r\n--x y--\r\nrest",
    );
    expect(firstHeader(read.headers, "subject")).toBe("a b");
    expect(read.parts.map((part) => [part.type, decodedText(part)])).toEqual([
      ["text/plain", "first"],
      ["text/html", "<p>Ž</p>"],
    ]);
  });

  it.each([
    ["iso-8859-2", "quoted-printable", "=BEluva", "žluva"],
    ["utf-8", "quoted-printable", "a=20 \t=\r\nb =\n\t=\r\nc=3D=3d=zz=", "a bc===zz="],
    ["utf-8", "base64", Buffer.from("žluva").toString("base64"), "žluva"],
    ["nothing-known", "8bit", Buffer.from("žluva").toString("latin1"), "žluva"],
    ["utf-8", "8bit", "\u009Eluva", "žluva"],
  ])("decodes %s and %s", (charset, encoding, body, expected) => {
    const text = `Content-Type: text/plain; charset=${charset}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${body}`;
    expect(decodedText(mail(text))).toBe(expected);
  });

  it.each([
    ["plain", "plain"],
    ["=?UTF-8?Q?P=C5=99=C3=ADli=C5=A1_?= =?UTF-8?B?xb5sdcWlb3XEjWvDvQ==?=", "Příliš žluťoučký"],
    ["=?windows-1250?Q?doru=E8ena?=", "doručena"],
    ["=?broken?X?abc?=", "=?broken?X?abc?="],
  ])("decodes %s", (value, expected) => {
    expect(decodeEncodedWords(value)).toBe(expected);
  });

  it("never fails on any input", () => {
    assert(
      property(uint8Array({ maxLength: 400 }), (bytes) => {
        classifyMail(parseMail(Buffer.from(bytes)));
      }),
    );
    const pieces = constantFrom(
      "\r\n",
      "\n",
      "--b",
      "--b--",
      "Content-Type: multipart/report; boundary=b",
      "Content-Type: message/delivery-status",
      "Content-Type: message/feedback-report",
      "Content-Type: message/rfc822",
      "Action: failed",
      "Status: 5.1.1",
      "Subject: =?utf-8?B?",
      "Content-Transfer-Encoding: base64",
      "Content-Type: text/html",
      "<style",
      ":",
      ";",
    );
    assert(
      property(array(pieces, { maxLength: 60 }), string(), (texts, more) => {
        const read = mail(texts.join("") + more);
        classifyMail(read);
        messageReferencesIn(read);
      }),
      { numRuns: runs(500) },
    );
  });

  it.each([
    ["boundaries", "Content-Type: multipart/mixed; boundary=b\r\n\r\n" + "--b\r\n\r\n".repeat(200_000)],
    ["nesting", "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n".repeat(20_000)],
    ["openings", "From: <>\r\nSubject: failure notice\r\nContent-Type: text/html\r\n\r\n" + "<style ".repeat(300_000)],
    ["headers", "A: b\r\n".repeat(300_000)],
    ["folds", "A: b\r\n" + " \r\n".repeat(300_000)],
    ["blanks", `Subject: failure notice\r\nFrom: <>\r\n\r\n${"mailbox ".repeat(300_000)}`],
    ["words", `Subject: ${"=?utf-8?Q?a?= ".repeat(100_000)}\r\n\r\nx`],
    ["parameters", `Content-Type: multipart/report; ${"a=b; ".repeat(200_000)}\r\n\r\nx`],
    ["digits", `Subject: failure notice\r\nFrom: <>\r\n\r\n${"5.1.".repeat(400_000)}`],
  ])("parses many %s in linear time", (_, text) => {
    const from = process.cpuUsage();
    const read = mail(text);
    classifyMail(read);
    messageReferencesIn(read);
    const { user, system } = process.cpuUsage(from);
    expect((user + system) / 1000).toBeLessThan(1500);
    expect([...walkParts(read)].length).toBeLessThanOrEqual(60);
  });
});
