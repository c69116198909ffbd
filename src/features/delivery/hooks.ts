import type { FeatureHooks } from "../../context.ts";
import { deleteMessagesOfContacts } from "./messages.sql.ts";

export const hooks: FeatureHooks = {
  onDelete: (tenantId) => [deleteMessagesOfContacts(tenantId)],
};
