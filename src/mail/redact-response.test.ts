import { expect, it } from "vitest";
import { redactAddresses } from "./redact-response.ts";

it.each([
  ["250 2.0.0 Ok: queued as 4WyXz1", "jana@example.com", "250 2.0.0 Ok: queued as 4WyXz1"],
  ["", "jana@example.com", ""],
  ["250 Ok <jana@example.com> accepted", "jana@example.com", "250 Ok <…> accepted"],
  ["250 Ok, JANA has mail", "jana@example.com", "250 Ok, … has mail"],
  ["250 Ok, queued for jo", "jo@example.com", "250 Ok, queued for jo"],
  ["250 a+b.c accepted", "a+b.c@example.com", "250 … accepted"],
  ["250 Ok\r\n  queued\u0000 ", "jana@example.com", "250 Ok queued"],
  [" 250 Ok", "jana@example.com", "250 Ok"],
  ["250 Doručeno", "jana@example.com", "250 Doručeno"],
  ["250 a\ud800b Ok", "jana@example.com", "250 ab Ok"],
  [`250 ${"x".repeat(400)}`, "jana@example.com", `250 ${"x".repeat(296)}`],
])("shows %j to %s as %j", (response, email, expected) => {
  expect(redactAddresses(response, email)).toBe(expected);
});
