import { contactHooks } from "../contacts/contact-hooks.ts";
import { skipMessagesOfErased } from "./erasure.queries.ts";
import { deleteMessagesOfContacts } from "./messages.sql.ts";

export const hooks = [
  contactHooks.implement({
    beforeErase: ({ db }, { id }) => skipMessagesOfErased(db, id),
    onDelete: (tenantId) => [deleteMessagesOfContacts(tenantId)],
  }),
];
