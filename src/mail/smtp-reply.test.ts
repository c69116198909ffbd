import { describe, expect, it } from "vitest";
import { createReplyParser, MalformedReply, parseFeatures, responseText } from "./smtp-reply.ts";

const parse = (text: string) => createReplyParser().push(Buffer.from(text));

describe("createReplyParser", () => {
  it.each([
    ["250 ok\r\n", [{ code: 250, enhanced: undefined, lines: ["ok"] }]],
    ["250\r\n", [{ code: 250, enhanced: undefined, lines: [""] }]],
    ["250 2.1.0 ok\n", [{ code: 250, enhanced: "2.1.0", lines: ["2.1.0 ok"] }]],
    ["550-5.1.1 no\r\n550 5.1.1 such\r\n", [{ code: 550, enhanced: "5.1.1", lines: ["5.1.1 no", "5.1.1 such"] }]],
    ["550 4.1.1 class mismatch\r\n", [{ code: 550, enhanced: undefined, lines: ["4.1.1 class mismatch"] }]],
    ["550 5.1.1.1 not a code\r\n", [{ code: 550, enhanced: undefined, lines: ["5.1.1.1 not a code"] }]],
    [
      "250 a\r\n354 b\r\n",
      [
        { code: 250, enhanced: undefined, lines: ["a"] },
        { code: 354, enhanced: undefined, lines: ["b"] },
      ],
    ],
  ])("parses %j", (text, expected) => {
    expect(parse(text)).toEqual(expected);
  });

  it("parses the same replies however the bytes are split", () => {
    const bytes = Buffer.from("250-první\r\n250 poslední žluťoučký\r\n");
    const parser = createReplyParser();
    const replies = [...bytes].flatMap((byte) => parser.push(Buffer.from([byte])));
    expect(replies).toEqual([{ code: 250, enhanced: undefined, lines: ["první", "poslední žluťoučký"] }]);
    expect(parser.isMidReply()).toBe(false);
  });

  it.each(["HTTP/1.1 400 Bad Request\r\n", "25 x\r\n", "150 x\r\n", "250x\r\n"])("rejects %j as SMTP", (text) => {
    expect(() => parse(text)).toThrow(MalformedReply);
  });
});

it("stops reading when the server sends too much", () => {
  expect(() => parse("x".repeat(10_000))).toThrow(MalformedReply);
  expect(() => parse("250-a\r\n".repeat(300))).toThrow(MalformedReply);
});

it("joins a reply into one line with its enhanced code once", () => {
  const [reply] = parse("550-5.7.1 Blocked by\r\n550-5.7.1 policy\r\n550 5.7.1\r\n");
  expect(reply && responseText(reply)).toBe("550 5.7.1 Blocked by policy");
});

it("parses the extensions of an EHLO reply", () => {
  const [reply] = parse(
    "250-relay hello\r\n250-size 1000\r\n250-AUTH=PLAIN\r\n250-AUTH PLAIN login\r\n250 PIPELINING\r\n",
  );
  expect(reply && [...parseFeatures(reply)]).toEqual([
    ["SIZE", ["1000"]],
    ["AUTH", ["PLAIN", "PLAIN", "LOGIN"]],
    ["PIPELINING", []],
  ]);
});
