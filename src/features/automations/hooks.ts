import type { FeatureHooks } from "../../context.ts";
import { findDependents } from "./dependents.ts";
import { endRunsOfDeletedLists } from "./engine/exits.ts";
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
    // Counted while they still run.
    subtractFromCounts(tenantId),
    stopRuns(tenantId, at),
    deleteSegmentMembersSeen(tenantId),
    deleteCartsOfContacts(tenantId),
    deleteCalls(tenantId),
  ],
  dependents: findDependents,
  onListsDeleted: ({ db, clock }, listIds) => endRunsOfDeletedLists(db, listIds, clock.now()),
};
