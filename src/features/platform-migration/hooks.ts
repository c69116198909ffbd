import { contactHooks } from "../contacts/contact-hooks.ts";
import { deleteContactsByEmail, deleteContactsOf } from "./staged-contacts.queries.ts";

export const hooks = [
  contactHooks.implement({
    onDelete: (tenantId) => [deleteContactsOf(tenantId)],
    onErase: ({ db }, { email }) => deleteContactsByEmail(db, email),
  }),
];
