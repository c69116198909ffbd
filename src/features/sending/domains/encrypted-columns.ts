import type { EncryptedColumn } from "../../../feature.ts";
import { decrypt, encrypt } from "../../../kernel/encryption.ts";
import { dkimKeyAssociatedData } from "../outgoing-sender.ts";
import { listDkimKeys, updateDkimKey } from "./queries.ts";

/** The row's id is `company/domain`. */
export const dkimKeys: EncryptedColumn = {
  table: "sending_domain",
  list: async (db, { keyId, after, limit }) => {
    const rows = await listDkimKeys(db, { keyId, after: after === null ? null : partsOf(after), limit });
    return rows.map(({ tenantId, id, bytes }) => ({ id: `${tenantId}/${id}`, bytes }));
  },
  encryptAgain: (dataKey, { id, bytes }) => {
    const associatedData = dkimKeyAssociatedData(partsOf(id).tenantId);
    return encrypt(dataKey, associatedData, decrypt(dataKey, associatedData, bytes));
  },
  replace: (db, value, to) => {
    const { tenantId, id } = partsOf(value.id);
    return updateDkimKey(db.forTenant(tenantId), id, { from: value.bytes, to });
  },
};

function partsOf(value: string): { tenantId: string; id: string } {
  const [tenantId = "", id = ""] = value.split("/");
  return { tenantId, id };
}
