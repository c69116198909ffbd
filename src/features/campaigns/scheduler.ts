import { insertNotification } from "../../jobs/queries.ts";
import type { SourceWorker } from "../../message-source.ts";
import { cancelBatches } from "../delivery/pending.queries.ts";
import { listPendingExpansions } from "./expansion.queries.ts";
import { runExpansionStep } from "./expansion.ts";
import { notifyWhenCompleted } from "./lifecycle/completion.ts";
import * as queries from "./schedule.queries.ts";

/** Starts due campaigns, writes their recipients, finishes what is sent. Returns whether there is more to do at once. */
export async function advanceCampaigns(worker: SourceWorker): Promise<boolean> {
  const { db, clock } = worker;
  if (!(await queries.hasActiveCampaigns(db, clock.now()))) return false;
  for (const { tenantId, id } of await queries.listDueToStart(db, clock.now()))
    await isolateFailure(worker, tenantId, () => startCampaign(worker, tenantId, id));
  let hasMore = false;
  for (const { tenantId, campaignId } of await listPendingExpansions(db)) {
    await isolateFailure(worker, tenantId, async () => {
      hasMore = (await runExpansionStep(await worker.contextOf(tenantId), campaignId)) || hasMore;
    });
  }
  for (const { tenantId, id } of await queries.listDueToFinish(db))
    await isolateFailure(worker, tenantId, () => finishCampaign(worker, tenantId, id));
  return hasMore;
}

/** A failure in one company must not stop the others. */
async function isolateFailure({ log }: SourceWorker, tenantId: string, work: () => Promise<void>): Promise<void> {
  await work().catch((error: unknown) => {
    log.error({ err: error, tenantId }, "advancing a campaign failed");
  });
}

async function startCampaign({ db, clock }: SourceWorker, tenantId: string, id: string): Promise<void> {
  await db.forTenant(tenantId).transaction(async (own) => {
    const now = clock.now();
    const late = await queries.startCampaign(own, id, now);
    if (late !== undefined) await insertNotification(own, { type: "campaign_late", params: late, at: now });
  });
}

async function finishCampaign({ db, clock }: SourceWorker, tenantId: string, id: string): Promise<void> {
  await db.forTenant(tenantId).transaction(async (own) => {
    const now = clock.now();
    const campaignId = await queries.finishCampaign(own, id, now);
    if (campaignId !== undefined) await notifyWhenCompleted(own, campaignId, now);
  });
}

const lateBatchesPerSweep = 40;

/** Cancels batches that a worker released after their campaign was cancelled. */
export async function cancelLateBatches({ db, clock }: SourceWorker): Promise<void> {
  for (const { tenantId, sourceId, variantId } of await queries.listLateBatches(db)) {
    const pending = { sourceId, variantIds: [variantId] };
    const options = { limit: lateBatchesPerSweep, at: clock.now() };
    await db.forTenant(tenantId).transaction((own) => cancelBatches(own, pending, options));
  }
}
