import type { FeatureHooks } from "../../context.ts";
import { findDependents } from "./dependents.ts";
import { markRunsErased, redactGraphs } from "./erasure.queries.ts";
import {
  deleteCalls,
  deleteCartsOfContacts,
  deleteSegmentMembersSeen,
  stopRuns,
  subtractFromCounts,
} from "./hooks.sql.ts";

export const hooks: FeatureHooks = {
  onErase: async ({ db }, { id, email }) => {
    await markRunsErased(db, id);
    await redactGraphs(db, email);
  },
  onDelete: (tenantId, at) => [
    stopRuns(tenantId, at),
    subtractFromCounts(tenantId),
    deleteSegmentMembersSeen(tenantId),
    deleteCartsOfContacts(tenantId),
    deleteCalls(tenantId),
  ],
  dependents: findDependents,
};
