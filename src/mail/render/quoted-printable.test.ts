import * as fc from "fast-check";
import { expect, it } from "vitest";
import { canonicalBody } from "../../../tests/harness/oracles/dkim.ts";
import { quotePiece, quotePieceWithRuns } from "./quoted-printable.ts";
import { measureValue, writeValue } from "./quoted-value.ts";
import { runs } from "../../../tests/harness/scope.ts";

/** A decoder written from RFC 2045 alone. */
const decode = (encoded: string) =>
  Buffer.from(
    encoded
      .replace(/[ \t]*=\r\n/g, (soft) => soft.replace(/=\r\n$/, ""))
      .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(String(hex), 16))),
    "latin1",
  ).toString("utf8");

/** Filled with a character that no value contains, so that missing and excess writes are detected. */
function quoteValue(value: string): string {
  const quoted = measureValue(value);
  const out = Buffer.alloc(quoted.length + 2, 0xff);
  writeValue(out, 1, quoted);
  const text = out.toString("latin1");
  expect(text.at(0) + text.slice(-1)).toBe("\xff\xff");
  return text.slice(1, -1);
}

it.each([
  ["", ""],
  ["Jana", "Jana=\r\n"],
  ["Nováková", "Nov=C3=A1kov=C3=A1=\r\n"],
  ["a=b", "a=3Db=\r\n"],
  [".dot", "=2Edot=\r\n"],
  ["From me", "=46rom me=\r\n"],
  ["Friend", "Friend=\r\n"],
  ["two  blanks", "two =20blanks=\r\n"],
  ["end ", "end=20=\r\n"],
  ["a\nb", "a\r\nb=\r\n"],
  ["line\n", "line\r\n"],
  ["\t", "=09=\r\n"],
  ["x".repeat(80), `${"x".repeat(73)}=\r\n${"x".repeat(7)}=\r\n`],
  ["😀", "=F0=9F=98=80=\r\n"],
])("writes %j", (value, expected) => {
  expect(quoteValue(value)).toBe(expected);
});

const text = fc.array(
  fc.oneof(
    fc.constantFrom(
      ".",
      "From ",
      " ",
      "  ",
      "\t",
      "=",
      "\n",
      "\r\n",
      "é",
      "ř",
      "😀",
      "--=_x",
      "a".repeat(74),
      "a".repeat(75),
      "a".repeat(76),
    ),
    fc.string({ unit: "grapheme", maxLength: 90 }),
  ),
  { maxLength: 12 },
);

it("decodes joined pieces to the exact text, in short lines that relays do not change", () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 6 }), fc.boolean(), (parts, withRuns) => {
      const pieces = parts.map((part) => part.join("").replace(/\p{Cs}/gu, ""));
      const quote = withRuns ? quotePieceWithRuns : quotePiece;
      const joined = pieces.map((piece, index) => (index % 2 === 0 ? quote(piece) : quoteValue(piece))).join("");
      expect(decode(joined)).toBe(pieces.map((piece) => piece.replace(/\r\n|\r|\n/g, "\r\n")).join(""));
      for (const line of joined.split("\r\n")) {
        expect(line.length).toBeLessThanOrEqual(76);
        expect(line).not.toMatch(/^\.|^From |[ \t]$|=_|[^\t -~]/);
      }
      if (!withRuns) expect(canonicalBody(`${joined}x\r\n`)).toBe(`${joined}x\r\n`);
    }),
    { numRuns: runs(500) },
  );
});
