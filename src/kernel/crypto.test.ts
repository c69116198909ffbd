import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { addressFingerprint, fingerprinter, randomToken } from "./crypto.ts";

const key = randomBytes(32);

it("fingerprints an address differently per company key", () => {
  const fingerprintOf = fingerprinter(key);
  for (const email of ["a@example.com", `${"žluť".repeat(63)}ž@a`, "a@example.com"]) {
    expect(fingerprintOf(email)).toBe(addressFingerprint(key, email).toString("hex"));
  }
  expect(addressFingerprint(key, "a@example.com")).toEqual(addressFingerprint(key, "a@example.com"));
  expect(addressFingerprint(key, "a@example.com")).not.toEqual(addressFingerprint(randomBytes(32), "a@example.com"));
});

it("generates tokens of 43 characters", () => {
  expect(randomToken()).toMatch(/^[A-Za-z0-9_-]{43}$/);
});
