import { createHmac, randomBytes } from "node:crypto";
import { isSameSecret } from "../../../kernel/crypto.ts";

/**
 * Time-based one-time codes (RFC 6238) with the parameters that all authenticators support: SHA-1, 6 digits, 30
 * seconds.
 */
const stepMs = 30_000;
const digits = 6;
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** 160 random bits in base32, for typing into an authenticator. */
export const createTotpSecret = (): string => toBase32(randomBytes(20));

export function totpCodeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", fromBase32(secret)).update(counter).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 0xf) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, "0");
}

export const totpStepAt = (at: Date): number => Math.floor(at.getTime() / stepMs);

/** The step of the code: the current one, or the one before or after it to tolerate clock skew. */
export function findTotpStep(secret: string, code: string, at: Date): number | undefined {
  const typed = code.replaceAll(/\s/g, "");
  const now = totpStepAt(at);
  return [now, now - 1, now + 1].find((step) => isSameSecret(totpCodeAt(secret, step), typed));
}

export function otpauthUrl(secret: string, email: string): string {
  return `otpauth://totp/Postrider:${encodeURIComponent(email)}?secret=${secret}&issuer=Postrider`;
}

export function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{5}/g) ?? []).map((five) => alphabet[Number.parseInt(five, 2)]).join("");
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
}
