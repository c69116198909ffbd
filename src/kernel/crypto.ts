import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hash,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
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

const ivBytes = 12;
const tagBytes = 16;

/** AES-256-GCM; `associatedData` (company and column) is authenticated, so that a value cannot be moved elsewhere. */
export function encrypt(key: Uint8Array, associatedData: string, plain: string): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(associatedData));
  return Buffer.concat([keyId(key), iv, cipher.update(plain, "utf8"), cipher.final(), cipher.getAuthTag()]);
}

export class WrongDataKey extends Error {}

export function decrypt(key: Uint8Array, associatedData: string, encrypted: Uint8Array): string {
  const id = keyId(key);
  const bytes = Buffer.from(encrypted);
  if (!bytes.subarray(0, id.length).equals(id)) throw new WrongDataKey("the value was encrypted with another DATA_KEY");
  const iv = bytes.subarray(id.length, id.length + ivBytes);
  const decipher = createDecipheriv("aes-256-gcm", key, iv)
    .setAAD(Buffer.from(associatedData))
    .setAuthTag(bytes.subarray(-tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(id.length + ivBytes, -tagBytes)), decipher.final()]).toString();
}

/** Four bytes that identify the encryption key without revealing it. */
const keyId = (key: Uint8Array): Buffer => createHash("sha256").update("key id").update(key).digest().subarray(0, 4);

/** Derived from the session token, so that it needs no storage. */
export const csrfTokenOf = (sessionToken: string): string => sha256(`csrf ${sessionToken}`).toString("base64url");
