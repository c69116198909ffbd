import type { EncryptedColumn } from "../../feature.ts";
import { decryptFingerprintKey, sealFingerprintKey } from "../../kernel/fingerprint-key.ts";
import { listFingerprintKeys, updateFingerprintKey } from "./queries.ts";

/** The row's id is the company's guid. Keys that are stored in plain are encrypted too. */
export const fingerprintKeys: EncryptedColumn = {
  table: "company",
  list: listFingerprintKeys,
  reencrypt: (dataKey, { id, bytes }) => sealFingerprintKey(dataKey, id, decryptFingerprintKey(dataKey, id, bytes)),
  replace: (db, { id, bytes }, to) => updateFingerprintKey(db, id, { from: bytes, to }),
};
