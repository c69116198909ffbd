import type { Company, StoredCompany } from "./company.ts";
import { decryptStored, encrypt, type DataKey } from "./encryption.ts";

/** Plain keys have this length. They are stored only without a data key, and until the next start with one. */
const plainBytes = 32;
const maxOpened = 10_000;

/** Keys by their stored bytes; every request of a company needs its key. */
const opened = new Map<string, Uint8Array>();

/** Binds the ciphertext to its column. */
export const fingerprintAssociatedData = (guid: string) => `company:${guid}:fingerprint`;

export function sealFingerprintKey(dataKey: DataKey, guid: string, plain: Uint8Array): Buffer {
  return encrypt(dataKey, fingerprintAssociatedData(guid), Buffer.from(plain).toString("base64"));
}

/** Answers 503 without the data key: with another key, opted-out people would be unknown and could be mailed again. */
export function decryptFingerprintKey(dataKey: DataKey | undefined, guid: string, stored: Uint8Array): Uint8Array {
  if (stored.length === plainBytes) return stored;
  return Buffer.from(decryptStored(dataKey, fingerprintAssociatedData(guid), stored), "base64");
}

/** Each stored value is decrypted once per process. */
export function openFingerprintKey(dataKey: DataKey | undefined, guid: string, stored: Uint8Array): Uint8Array {
  const name = `${guid} ${Buffer.from(stored).toString("latin1")}`;
  const known = opened.get(name);
  if (known !== undefined) return known;
  const key = decryptFingerprintKey(dataKey, guid, stored);
  if (opened.size >= maxOpened) opened.clear();
  opened.set(name, key);
  return key;
}

export const openCompany = (dataKey: DataKey | undefined, stored: StoredCompany): Company => ({
  tenantId: stored.tenantId,
  guid: stored.guid,
  timeZone: stored.timeZone,
  fingerprintKey: openFingerprintKey(dataKey, stored.guid, stored.storedFingerprintKey),
});
