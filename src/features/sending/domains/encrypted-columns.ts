import { encryptedCompanyColumn } from "../../../feature.ts";
import { dkimKeyAssociatedData } from "../outgoing-sender.ts";
import { updateDkimKey } from "./queries.ts";

export const dkimKeys = encryptedCompanyColumn({
  table: "sending_domain",
  column: "dkim_private_key",
  associatedDataOf: dkimKeyAssociatedData,
  replace: updateDkimKey,
});
