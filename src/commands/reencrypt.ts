import type { SystemDb } from "../db/tenant.ts";
import type { EncryptedColumn } from "../feature.ts";
import { keyId, WrongDataKey, type DataKey } from "../kernel/encryption.ts";

const batchSize = 200;

export type ReencryptedColumn = { readonly table: string; readonly encrypted: number; readonly failed: number };

/**
 * Encrypts the values of a column with the first data key. Each value is replaced in its own statement and only if it
 * is unchanged, so that it may be interrupted at any moment and run again; other processes keep reading both.
 */
export async function reencrypt(db: SystemDb, dataKey: DataKey, column: EncryptedColumn): Promise<ReencryptedColumn> {
  const [newest] = dataKey.reload();
  if (newest === undefined) throw new WrongDataKey("there is no data key");
  const counts = { encrypted: 0, failed: 0 };
  let after: string | null = null;
  for (;;) {
    const values = await column.list(db, { keyId: keyId(newest), after, limit: batchSize });
    for (const value of values) {
      const bytes = encryptedOrUndefined(() => column.reencrypt(dataKey, value));
      if (bytes === undefined) counts.failed += 1;
      else if (await column.replace(db, value, bytes)) counts.encrypted += 1;
    }
    const last = values.at(-1);
    if (last === undefined) return { table: column.table, ...counts };
    after = last.id;
  }
}

/** Undefined for a value that none of the keys decrypts. */
function encryptedOrUndefined(run: () => Uint8Array): Uint8Array | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
