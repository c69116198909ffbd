import { contactHooks } from "../contacts/contact-hooks.ts";
import { connectionHooks } from "../sending/connections/connection-hooks.ts";
import { releaseBatchesOfConnection } from "./batches.queries.ts";
import { skipMessagesOfErased } from "./erasure.queries.ts";
import { deleteMessagesOfContacts } from "./messages.sql.ts";

export const hooks = [
  contactHooks.implement({
    beforeErase: ({ db }, { id }) => skipMessagesOfErased(db, id),
    onDelete: (tenantId) => [deleteMessagesOfContacts(tenantId)],
  }),
  connectionHooks.implement({ released: releaseBatchesOfConnection }),
];
