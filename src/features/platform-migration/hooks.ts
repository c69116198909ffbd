import { contactHooks } from "../contacts/contact-hooks.ts";
import { deleteContactsByEmail, deleteStagedContacts } from "./staged-contacts.queries.ts";

export const hooks = [
  contactHooks.implement({
    onDelete: (tenantId) => [deleteStagedContacts(tenantId)],
    onErase: ({ db }, { email }) => deleteContactsByEmail(db, email),
  }),
];
