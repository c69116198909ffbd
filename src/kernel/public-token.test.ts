import { randomBytes } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { macKey } from "./mac.ts";
import { isTokenSignatureValid, publicTokenKey, parseToken, signToken, tokenPurposes } from "./public-token.ts";

const key = publicTokenKey(Buffer.alloc(32, 1));
const none = { listId: null, campaignId: null, messageId: null };
const claims = { purpose: "unsubscribe", tenantId: "7", contactId: "123456", ...none, messageId: "9007199254740991" };

const genuine = (text: string, by = key) => {
  const read = parseToken(text);
  return read !== undefined && isTokenSignatureValid(by, read);
};

describe("a public token", () => {
  it("encodes every purpose and every id", () => {
    const id = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }).map(String);
    const maybe = fc.option(id);
    const any = fc.record({
      purpose: fc.constantFrom(...tokenPurposes),
      tenantId: id,
      contactId: id,
      listId: maybe,
      campaignId: maybe,
      messageId: maybe,
    });
    fc.assert(
      fc.property(any, (given) => {
        const text = signToken(key, given);
        expect(text).toMatch(/^[\w-]{30,90}$/);
        expect(parseToken(text)?.claims).toEqual(given);
        expect(genuine(text)).toBe(true);
      }),
    );
  });

  it("is short and holds no address", () => {
    const text = signToken(key, { purpose: "open", tenantId: "7", contactId: "123456", messageId: "1000000" });
    expect(text.length).toBeLessThan(38);
    expect(parseToken(text)?.claims).toEqual({ ...claims, purpose: "open", messageId: "1000000" });
  });

  it("is compatible with e-mails that were sent before", () => {
    const sent = "EAfAxAcArAIAJDGnfZlUMKfGf0lArH4nqA";
    const signed = signToken(key, { purpose: "unsubscribe", tenantId: "7", contactId: "123456", campaignId: "300" });
    expect(signed).toBe(sent);
    expect(genuine(sent)).toBe(true);
  });

  it("is verified by the key of its own company only", () => {
    const text = signToken(key, { purpose: "preferences", tenantId: "7", contactId: "5" });
    expect(genuine(text, publicTokenKey(randomBytes(32)))).toBe(false);
    expect(genuine(text, macKey(Buffer.alloc(32, 1)))).toBe(false);
  });

  it("is rejected after any change", () => {
    const text = signToken(key, { purpose: "survey", tenantId: "7", contactId: "5", listId: "3" });
    for (let at = 0; at < text.length; at += 1) {
      for (const letter of ["A", "z", "-", "0"]) {
        const changed = text.slice(0, at) + letter + text.slice(at + 1);
        if (changed !== text) expect(genuine(changed)).toBe(false);
      }
    }
    expect([text.slice(1), `${text}A`, text.slice(0, -1), `${text}=`].map((each) => genuine(each))).toEqual(
      Array(4).fill(false),
    );
  });

  it.each(["", "x", "x".repeat(43), "é".repeat(40), "A".repeat(200), "EA".repeat(20), "../".repeat(12), "%00"])(
    "rejects %j",
    (text) => {
      expect(genuine(text)).toBe(false);
    },
  );

  it("accepts only canonical encodings", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 18, maxLength: 60 }), (bytes) => {
        const read = parseToken(Buffer.from(bytes).toString("base64url"));
        if (read === undefined) return;
        const again = Buffer.from(signToken(key, read.claims), "base64url").subarray(0, -16);
        expect(again.equals(read.bytes.subarray(0, -16))).toBe(true);
      }),
    );
  });

  it("rejects invalid ids", () => {
    expect(() => signToken(key, { purpose: "open", tenantId: "x", contactId: "1" })).toThrow("whole number");
    expect(() => signToken(key, { purpose: "open", tenantId: "1", contactId: "9007199254740993" })).toThrow("whole");
  });
});
