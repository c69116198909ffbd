import { expect, it } from "vitest";
import { readNumber } from "./read-number.ts";

it.each([
  ["", undefined],
  ["-", "incomplete"],
  ["-3", -3],
  ["1.", 1],
  [7, 7],
])("reads %j as %j", (text, value) => {
  expect(readNumber(text)).toBe(value);
});
