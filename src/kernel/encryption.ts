import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { unavailable } from "./errors.ts";

/** The key of stored secrets. During and after a rotation there are several; the first one encrypts. */
export type DataKey = {
  /** The keys as last read. */
  known(): readonly Uint8Array[];
  /** Reads them again: another process may have rotated them. */
  reload(): readonly Uint8Array[];
};

export const fixedDataKey = (...keys: readonly Uint8Array[]): DataKey => ({ known: () => keys, reload: () => keys });

const idBytes = 4;
const ivBytes = 12;
const tagBytes = 16;

export class WrongDataKey extends Error {}

/** AES-256-GCM; `associatedData` (owner and column) is authenticated, so that a value cannot be moved elsewhere. */
export function encrypt(dataKey: DataKey, associatedData: string, plain: string): Buffer {
  const [key] = dataKey.reload();
  if (key === undefined) throw new WrongDataKey("there is no data key");
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(associatedData));
  return Buffer.concat([keyId(key), iv, cipher.update(plain, "utf8"), cipher.final(), cipher.getAuthTag()]);
}

export function decrypt(dataKey: DataKey, associatedData: string, encrypted: Uint8Array): string {
  const bytes = Buffer.from(encrypted);
  const hasItsId = (key: Uint8Array) => keyId(key).equals(bytes.subarray(0, idBytes));
  const key = dataKey.known().find(hasItsId) ?? dataKey.reload().find(hasItsId);
  if (key === undefined) throw new WrongDataKey("the value was encrypted with another data key");
  const iv = bytes.subarray(idBytes, idBytes + ivBytes);
  const decipher = createDecipheriv("aes-256-gcm", key, iv)
    .setAAD(Buffer.from(associatedData))
    .setAuthTag(bytes.subarray(-tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(idBytes + ivBytes, -tagBytes)), decipher.final()]).toString();
}

/** For requests: 503 `data_key` without the key that encrypted the value. */
export function decryptStored(dataKey: DataKey | undefined, associatedData: string, encrypted: Uint8Array): string {
  try {
    return decrypt(requireDataKey(dataKey), associatedData, encrypted);
  } catch (error) {
    if (error instanceof WrongDataKey) throw unavailable("data_key");
    throw error;
  }
}

export function requireDataKey(dataKey: DataKey | undefined): DataKey {
  if (dataKey === undefined) throw unavailable("data_key");
  return dataKey;
}

/** The first bytes of every value: they identify the key without revealing it. */
export const keyId = (key: Uint8Array): Buffer =>
  createHash("sha256").update("key id").update(key).digest().subarray(0, idBytes);
