import type { FeatureHooks } from "../../context.ts";
import { deleteContactsByEmail, deleteContactsOf } from "./staged-contacts.queries.ts";

export const hooks: FeatureHooks = {
  onDelete: (tenantId) => [deleteContactsOf(tenantId)],
  onErase: ({ db }, { email }) => deleteContactsByEmail(db, email),
};
