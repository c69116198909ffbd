import { Type } from "typebox";
import type { Context } from "../../../src/context.ts";
import { claimAction } from "../../../src/jobs/action-claims.queries.ts";
import { actionTypes } from "../../../src/jobs/action-types.ts";
import * as actions from "../../../src/jobs/actions.ts";

/** Ends the action as the loop does after its last attempt. */
export async function failAction(
  ctx: Context,
  runners: readonly actions.ActionRunner[],
  actionId: string,
): Promise<void> {
  const claim = await claimAction(ctx.db, actionId, ctx.clock.now());
  if (claim === undefined) throw new Error(`action ${actionId} is finished or claimed`);
  await actions.failAction(ctx, runners, claim);
}

type Step = { readonly from: number; readonly ctx: Context };

/** Counts, one number per step; `onStep` runs within it. */
export function countingAction(onStep: (step: Step) => unknown = () => undefined) {
  const kind = actions.defineAction({
    type: actionTypes.maintainContacts,
    params: Type.Object({ to: Type.Integer() }),
    checkpoint: Type.Object({ count: Type.Integer() }),
    step: async (ctx, { to }, done = { count: 0 }) => {
      await onStep({ from: done.count, ctx });
      if (done.count === to) return { result: { count: done.count } };
      return { progress: Math.round((done.count / to) * 100), checkpoint: { count: done.count + 1 } };
    },
  });
  return { kind, runners: [actions.actionRunner(kind)] };
}
