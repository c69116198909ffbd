import { createHmac, hash, randomBytes, timingSafeEqual } from "node:crypto";
import { macKey, macOfText } from "./mac.ts";

export const sha256 = (text: string): Buffer => hash("sha256", text, "buffer");
export const hmacSha256 = (key: Uint8Array, text: string): Buffer => createHmac("sha256", key).update(text).digest();

/** 43 URL-safe characters from 32 random bytes: keys, sessions, links. */
export const randomToken = (): string => randomBytes(32).toString("base64url");

export function isSameSecret(left: string, right: string): boolean {
  return timingSafeEqual(sha256(left), sha256(right));
}

/** Identifies an erased or suppressed address; keyed, so that addresses cannot be brute-forced without the key. */
export const addressFingerprint = (key: Uint8Array, email: string): Buffer => hmacSha256(key, email);

/** The same in hexadecimal digits with the key prepared once: a third of the cost for many addresses of one company. */
export function fingerprinter(key: Uint8Array): (email: string) => string {
  const prepared = macKey(key);
  return (email) => macOfText(prepared, email);
}

/** Derived from the session token, so that it needs no storage. */
export const deriveCsrfToken = (sessionToken: string): string => sha256(`csrf ${sessionToken}`).toString("base64url");
