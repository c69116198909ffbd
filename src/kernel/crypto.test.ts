import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { addressFingerprint, decrypt, encrypt, fingerprinter, randomToken, WrongDataKey } from "./crypto.ts";

const key = randomBytes(32);

it("decrypts a value only with its associated data", () => {
  const sealed = encrypt(key, "person:1:totp", "tajné heslo");
  expect(decrypt(key, "person:1:totp", sealed)).toBe("tajné heslo");
  expect(() => decrypt(key, "person:2:totp", sealed)).toThrow();
});

it("distinguishes a wrong key from a damaged value", () => {
  const sealed = encrypt(key, "a", "b");
  expect(() => decrypt(randomBytes(32), "a", sealed)).toThrow(WrongDataKey);
  const damaged = Buffer.from(sealed);
  damaged[damaged.length - 1] = (damaged.at(-1) ?? 0) ^ 1;
  expect(() => decrypt(key, "a", damaged)).toThrow();
});

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
