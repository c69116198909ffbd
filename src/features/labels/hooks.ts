import type { FeatureHooks } from "../../context.ts";
import { deleteContactLabels } from "./assignments.sql.ts";

export const hooks: FeatureHooks = {
  onDelete: (tenantId) => [deleteContactLabels(tenantId)],
};
