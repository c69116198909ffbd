import type { FeatureHooks } from "../../context.ts";
import { skipMessagesOfErased } from "./erasure.queries.ts";
import { deleteMessagesOfContacts } from "./messages.sql.ts";

export const hooks: FeatureHooks = {
  beforeErase: ({ db }, { id }) => skipMessagesOfErased(db, id),
  onDelete: (tenantId) => [deleteMessagesOfContacts(tenantId)],
};
