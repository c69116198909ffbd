import { Type } from "typebox";
import { actionTypes } from "../../jobs/action-types.ts";
import { defineAction } from "../../jobs/actions.ts";
import { Count } from "../../kernel/schema.ts";
import { listSourcesToUndo, StoredUndo, toFilter } from "./undo-sources.ts";
import { undoNextBounces } from "./undo.ts";

/** Undoes bounces of many messages, a batch of one campaign or e-mail per step. */
export const runBounceUndoing = defineAction({
  type: actionTypes.undoBounces,
  params: Type.Object({ ...StoredUndo.properties, found: Count }),
  checkpoint: Type.Object({ sourceId: Type.String(), contactId: Type.String(), undone: Count, seen: Count }),
  step: async (ctx, params, done = { sourceId: "0", contactId: "0", undone: 0, seen: 0 }) => {
    const sourceIds = await listSourcesToUndo(ctx.db, params);
    const sourceId = sourceIds.find((id) => BigInt(id) >= BigInt(done.sourceId));
    if (sourceId === undefined) return { result: { undone: done.undone } };
    const start = sourceId === done.sourceId ? done.contactId : "0";
    const step = await undoNextBounces(ctx, sourceId, toFilter(params), start);
    const seen = done.seen + step.seen;
    return {
      progress: Math.min(99, Math.round((seen / Math.max(1, params.found)) * 100)),
      checkpoint: {
        // A source without more bounces is followed by the next one.
        sourceId: step.after === undefined ? String(BigInt(sourceId) + 1n) : sourceId,
        contactId: step.after ?? "0",
        undone: done.undone + step.undone,
        seen,
      },
    };
  },
});
