import { expect, it } from "vitest";
import { encodeData, joinTail as joinIn, type WireData } from "./smtp-data.ts";

const joinTail = (data: WireData, commands: string) => joinIn(data, commands, (length) => Buffer.alloc(length));

it.each([
  ["", ".\r\n"],
  ["a", "a\r\n.\r\n"],
  ["a\r\n", "a\r\n.\r\n"],
  [".", "..\r\n.\r\n"],
  ["a\r\n.\r\nb\r\n", "a\r\n..\r\nb\r\n.\r\n"],
  ["a\r\n..b", "a\r\n...b\r\n.\r\n"],
  ["a.b\r\n", "a.b\r\n.\r\n"],
  ["a\nb\rc\r\nd", "a\r\nb\r\nc\r\nd\r\n.\r\n"],
  ["a\n.\nQUIT\n", "a\r\n..\r\nQUIT\r\n.\r\n"],
  ["a\r.\rb", "a\r\n..\r\nb\r\n.\r\n"],
  ["a\r", "a\r\n.\r\n"],
  ["ž\r\n.ž", "ž\r\n..ž\r\n.\r\n"],
])("writes %j as %j", (message, expected) => {
  const data = encodeData(Buffer.from(message));
  expect(data.head).toBeUndefined();
  expect(joinTail(data, "").toString()).toBe(expected);
  expect(joinTail(data, "MAIL FROM:<ž@example.com>\r\n").toString()).toBe(`${expected}MAIL FROM:<ž@example.com>\r\n`);
});

it("splits a large message before its end", () => {
  const message = Buffer.from("0123456789\r\n".repeat(2000));
  const data = encodeData(message);
  expect(data.head?.length).toBe(24_000 - 16_000);
  expect(Buffer.concat([data.head ?? Buffer.of(), joinTail(data, "")]).toString()).toBe(`${message.toString()}.\r\n`);
});
