import type { EncryptedColumn } from "../../feature.ts";
import { decrypt, encrypt } from "../../kernel/encryption.ts";
import { listTotpSecrets, updateTotpSecret } from "./sessions/queries.ts";
import { totpAssociatedData } from "./sessions/two-factor.ts";

export const totpSecrets: EncryptedColumn = {
  table: "person",
  list: listTotpSecrets,
  reencrypt: (dataKey, { id, bytes }) => {
    const associatedData = totpAssociatedData(id);
    return encrypt(dataKey, associatedData, decrypt(dataKey, associatedData, bytes));
  },
  replace: (db, { id, bytes }, to) => updateTotpSecret(db, id, { from: bytes, to }),
};
