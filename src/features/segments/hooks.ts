import type { FeatureHooks } from "../../context.ts";
import { actionsOnLists, deleteSegmentMembers, fileReferences, subtractFromSizes } from "./hooks.sql.ts";
import { redactDefinitions } from "./erasure.queries.ts";
import { isInAnySegment } from "./membership.ts";

export const hooks: FeatureHooks = {
  onErase: ({ db }, { email }) => redactDefinitions(db, email),
  onDelete: (tenantId, at) => [subtractFromSizes(tenantId, at), deleteSegmentMembers(tenantId)],
  contactUse: isInAnySegment,
  actionsOnLists,
  fileReferences,
};
