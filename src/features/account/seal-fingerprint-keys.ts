import type { SystemDb } from "../../db/tenant.ts";
import type { DataKey } from "../../kernel/encryption.ts";
import { sealFingerprintKey } from "../../kernel/fingerprint-key.ts";
import { listPlainFingerprintKeys, updateFingerprintKey } from "./queries.ts";

const batchSize = 500;

/**
 * Encrypts the fingerprint keys that were stored before there was a data key. Each one is replaced in its own
 * statement and only if it is still plain, so that it may be interrupted and run in several processes.
 */
export async function sealPlainFingerprintKeys(db: SystemDb, dataKey: DataKey): Promise<void> {
  const plain = await listPlainFingerprintKeys(db, batchSize);
  for (const { id, bytes } of plain)
    await updateFingerprintKey(db, id, { from: bytes, to: sealFingerprintKey(dataKey, id, bytes) });
  if (plain.length === batchSize) await sealPlainFingerprintKeys(db, dataKey);
}
