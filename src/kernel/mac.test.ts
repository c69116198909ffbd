import { createHmac } from "node:crypto";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { macKey, computeMac, macOfText } from "./mac.ts";

const hmac = (secret: Uint8Array, message: Uint8Array) => createHmac("sha256", secret).update(message).digest("binary");

it("equals the HMAC of every short message under every key, whatever was signed before", () => {
  const secret = fc.uint8Array({ minLength: 1, maxLength: 64 });
  const messages = fc.array(fc.uint8Array({ maxLength: 1024 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(secret, messages, (bytes, signed) => {
      const key = macKey(bytes);
      expect(signed.map((message) => computeMac(key, message))).toEqual(signed.map((message) => hmac(bytes, message)));
    }),
  );
});

it("equals the HMAC of a text, in hexadecimal digits", () => {
  const key = macKey(Buffer.alloc(32, 7));
  for (const text of ["", "a@example.com", "žluť🎉", "ž".repeat(341)]) {
    expect(macOfText(key, text)).toBe(Buffer.from(computeMac(key, Buffer.from(text)), "latin1").toString("hex"));
  }
});

it("rejects messages beyond its buffer", () => {
  expect(() => macKey(Buffer.alloc(65))).toThrow(RangeError);
  expect(() => computeMac(macKey(Buffer.alloc(32)), Buffer.alloc(1025))).toThrow(RangeError);
  expect(() => macOfText(macKey(Buffer.alloc(32)), "a".repeat(342))).toThrow(RangeError);
});
