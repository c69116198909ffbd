import { contactHooks } from "../contacts/contact-hooks.ts";
import { listHooks } from "../lists/list-hooks.ts";
import { redactDefinitions } from "./erasure.queries.ts";
import { actionsOnLists, deleteSegmentMembers, subtractFromSizes } from "./hooks.sql.ts";
import { isInAnySegment } from "./membership.ts";

export const hooks = [
  contactHooks.implement({
    onErase: ({ db }, { email }) => redactDefinitions(db, email),
    onDelete: (tenantId, at) => [subtractFromSizes(tenantId, at), deleteSegmentMembers(tenantId)],
    contactUse: isInAnySegment,
  }),
  listHooks.implement({ runningActions: actionsOnLists }),
];
