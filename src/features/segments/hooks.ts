import type { FeatureHooks } from "../../context.ts";
import { actionsOnLists, deleteSegmentMembers, fileReferences } from "./hooks.sql.ts";
import { redactDefinitions } from "./erasure.queries.ts";
import { isInAnySegment } from "./membership.ts";

export const hooks: FeatureHooks = {
  onErase: ({ db }, { email }) => redactDefinitions(db, email),
  onDelete: (tenantId) => [deleteSegmentMembers(tenantId)],
  contactUse: isInAnySegment,
  actionsOnLists,
  fileReferences,
};
