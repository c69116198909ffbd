import { expect, it } from "vitest";
import { decimalText } from "./money.ts";

it.each([
  ["1500.5000", "1500.50"],
  ["1500", "1500.00"],
  ["0", "0.00"],
  ["0.1234", "0.1234"],
  ["007.120", "7.12"],
  ["-12.5", "-12.50"],
  ["-0.00", "0.00"],
  ["999999999999.9999", "999999999999.9999"],
])("writes %s as %s", (input, expected) => {
  expect(decimalText(input)).toBe(expected);
});
