import { Type, type Static } from "typebox";
import type { Context } from "../../../context.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { actionTypes } from "../../../jobs/action-types.ts";
import { defineAction, type ActionStep } from "../../../jobs/actions.ts";
import { defineJob } from "../../../jobs/job.ts";
import { Count, Id } from "../../../kernel/schema.ts";
import { cancelBatches, countPendingBatches, deleteUncountedMessages } from "../../delivery/pending.queries.ts";

/** 20 000 messages take a fraction of a second. */
const batchesPerStep = 40;

const CancellationParams = Type.Object({ campaignId: Id, variantIds: Type.Array(Id), name: Type.String() });
const CancellationCheckpoint = Type.Object({ batches: Count, messages: Count });

export async function runCancellationStep(
  ctx: Context,
  params: Static<typeof CancellationParams>,
  done: Static<typeof CancellationCheckpoint> = { batches: 0, messages: 0 },
): Promise<ActionStep<Static<typeof CancellationCheckpoint>>> {
  const pending = { sourceId: params.campaignId, variantIds: params.variantIds };
  const { batches, skipped } = await cancelBatches(ctx.db, pending, { limit: batchesPerStep, at: ctx.clock.now() });
  const total = { batches: done.batches + batches, messages: done.messages + skipped };
  const left = await countPendingBatches(ctx.db, pending);
  if (left > 0) {
    const progress = Math.min(99, Math.floor((total.batches / (total.batches + left)) * 100));
    return { progress, checkpoint: total };
  }
  return { result: { campaignId: params.campaignId, name: params.name, messages: total.messages } };
}

/** Skips the queued messages of a cancelled campaign. */
export const runCampaignCancellation = defineAction({
  type: actionTypes.cancelCampaign,
  params: CancellationParams,
  checkpoint: CancellationCheckpoint,
  step: runCancellationStep,
});

/** Deletes the remaining messages of a campaign that became a draft again. */
export const unsentMessagesJob = defineJob({
  name: "campaigns.unsent_messages",
  payload: Type.Object({ tenantId: Type.String(), campaignId: Type.String() }),
  retryLimit: 20,
  retryDelayS: 30,
  expireMinutes: 30,
});

const deletedPerStep = 20_000;

/** Every step is committed on its own. Messages of a new approval have state counts and stay. */
export async function deleteRemainingMessages(db: TenantDb, campaignId: string): Promise<void> {
  while ((await deleteUncountedMessages(db, campaignId, deletedPerStep)) === deletedPerStep);
}
