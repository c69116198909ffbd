import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { classifyReply, statusIn } from "./reply-class.ts";

const file = path.resolve(import.meta.dirname, "../../../tests/fixtures/replies/replies.txt");

/** One reply a line: its class, the server or document that it comes from, and the text. */
const replies = readFileSync(file, "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => {
    const [expected = "", source = "", ...text] = line.split(" | ");
    return { expected, source, text: text.join(" | ") };
  });

/** `policy` is about the sender and never counts against a contact; `hard` suppresses the address. */
const classify = (text: string, status: string | undefined) => {
  const { kind, code } = classifyReply({ code: Number(text.slice(0, 3)), status, text });
  return code === "policy" ? "policy" : kind;
};

it("has replies of many servers", () => {
  expect(replies.length).toBeGreaterThanOrEqual(250);
  expect(new Set(replies.map(({ source }) => source.split(/[ ,]/)[0])).size).toBeGreaterThanOrEqual(50);
  expect(new Set(replies.map(({ text }) => text)).size).toBeGreaterThanOrEqual(250);
});

it.each(replies)("$expected: $source: $text", ({ text, expected }) => {
  // The relay's status is parsed by the SMTP client; a delivery report quotes the reply as text.
  expect([classify(text, statusIn(text)), classify(text, undefined)]).toEqual([expected, expected]);
});
