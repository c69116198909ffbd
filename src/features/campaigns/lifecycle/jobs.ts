import { Type, type Static } from "typebox";
import type { Context } from "../../../context.ts";
import { defineAction, type Step } from "../../../jobs/actions.ts";
import { Count, Id } from "../../../kernel/schema.ts";
import { cancelBatches, countBatches } from "./queries.ts";

/** Twenty thousand messages: a fraction of a second. */
const batchesAStep = 40;

const Params = Type.Object({ campaignId: Id, variantIds: Type.Array(Id), name: Type.String() });
const Place = Type.Object({ batches: Count, messages: Count });

export async function cancelStep(
  ctx: Context,
  params: Static<typeof Params>,
  done: Static<typeof Place> = { batches: 0, messages: 0 },
): Promise<Step<Static<typeof Place>>> {
  const { batches, skipped } = await cancelBatches(ctx.db, params, { limit: batchesAStep, at: ctx.clock.now() });
  const place = { batches: done.batches + batches, messages: done.messages + skipped };
  const left = await countBatches(ctx.db, params);
  if (left > 0) {
    const progress = Math.min(99, Math.floor((place.batches / (place.batches + left)) * 100));
    return { progress, checkpoint: place };
  }
  return { result: { campaignId: params.campaignId, name: params.name, messages: place.messages } };
}

/** Takes back the messages of a cancelled campaign that wait. */
export const campaignCancellation = defineAction({
  type: "campaign_cancelled",
  params: Params,
  checkpoint: Place,
  step: cancelStep,
});
