import { encryptedCompanyColumn } from "../../../feature.ts";
import { dkimKeyAssociatedData } from "../outgoing-sender.ts";
import { listDkimKeys, updateDkimKey } from "./queries.ts";

export const dkimKeys = encryptedCompanyColumn({
  table: "sending_domain",
  associatedDataOf: dkimKeyAssociatedData,
  list: listDkimKeys,
  replace: updateDkimKey,
});
