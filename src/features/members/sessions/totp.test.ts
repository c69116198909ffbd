import { expect, it } from "vitest";
import { totpCodeAt, findTotpStep, createTotpSecret, otpauthUrl, totpStepAt } from "./totp.ts";

/** The secret of RFC 6238, appendix B: the digits 1 to 0, twice. */
const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

it.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
])("the code at second %i matches the RFC", (second, code) => {
  const at = new Date(second * 1000);
  expect(totpCodeAt(secret, totpStepAt(at))).toBe(code);
});

it("a code is accepted one step early or late and with spaces", () => {
  const at = new Date(1_234_567_890_000);
  const step = totpStepAt(at);
  expect([-2, -1, 0, 1, 2].map((off) => findTotpStep(secret, totpCodeAt(secret, step + off), at))).toEqual([
    undefined,
    step - 1,
    step,
    step + 1,
    undefined,
  ]);
  expect(findTotpStep(secret, " 005 924 ", at)).toBe(step);
  expect(findTotpStep(secret, "", at)).toBeUndefined();
});

it("a new secret is 160 random bits in base32", () => {
  expect(createTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
  expect(createTotpSecret()).not.toBe(createTotpSecret());
});

it("the link for an authenticator names the service and the account", () => {
  expect(otpauthUrl(secret, "eva+x@example.com")).toBe(
    `otpauth://totp/Postrider:eva%2Bx%40example.com?secret=${secret}&issuer=Postrider`,
  );
});
