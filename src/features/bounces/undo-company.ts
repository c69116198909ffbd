import type { Static } from "typebox";
import type { Context } from "../../context.ts";
import { requestAction } from "../../jobs/actions.ts";
import { accepts } from "../../kernel/accepts.ts";
import { validation } from "../../kernel/errors.ts";
import { startOfDay, startOfNextDay } from "../../kernel/local-time.ts";
import { getAutomationRecord } from "../automations/service.ts";
import { getCampaignRecord } from "../campaigns/service.ts";
import type { bounceRoutes } from "./contract.ts";
import { runBounceUndoing } from "./jobs.ts";
import { listSourcesToUndo, toFilter, type StoredUndo } from "./undo-sources.ts";
import { undoBouncesOfSource, undoStepSize } from "./undo.ts";
import { countUndoableBounces, listUndoableReplies } from "./undo.queries.ts";

type Wanted = Static<(typeof bounceRoutes.records.undoCompanyBounces)["body"]>;

/** How many replies a count shows. */
const maxReplies = 20;

/**
 * Undoes the bounces of a time, campaign or automation: within the request when one step is enough, by an action otherwise.
 * Each campaign and e-mail of an automation is undone like by `undoBounces`.
 */
export async function undoCompanyBounces(ctx: Context, { dryRun, ...wanted }: Wanted) {
  const undo = await parseUndo(ctx, wanted);
  const filter = toFilter(undo);
  const sourceIds = await listSourcesToUndo(ctx.db, undo);
  const found = await countUndoableBounces(ctx.db, sourceIds, filter);
  if (dryRun === true) {
    const replies = await listUndoableReplies(ctx.db, sourceIds, filter, maxReplies);
    return { status: 200 as const, body: { undone: 0, found, replies } };
  }
  if (found > ctx.volume(undoStepSize)) {
    const jobId = await requestAction(ctx, runBounceUndoing, { ...undo, found });
    return { status: 202 as const, body: { jobId, found } };
  }
  let undone = 0;
  for (const sourceId of sourceIds) undone += await undoBouncesOfSource(ctx, sourceId, filter);
  return { status: 200 as const, body: { undone } };
}

async function parseUndo(ctx: Context, { day, ...wanted }: Omit<Wanted, "dryRun">): Promise<StoredUndo> {
  const { from, to, campaignId, automationId } = wanted;
  if (day !== undefined && from !== undefined) throw validation("from", accepts.withoutOther);
  if (day !== undefined && to !== undefined) throw validation("to", accepts.withoutOther);
  if (campaignId !== undefined && automationId !== undefined) throw validation("automationId", accepts.withoutOther);
  if ([day, from, to, campaignId, automationId].every((value) => value === undefined))
    throw validation("day", { required: true });
  if (campaignId !== undefined) await getCampaignRecord(ctx, campaignId);
  if (automationId !== undefined) await getAutomationRecord(ctx, automationId);
  if (day === undefined) return wanted;
  const { timeZone } = ctx.company;
  return {
    ...wanted,
    from: startOfDay(day, timeZone).toISOString(),
    to: startOfNextDay(day, timeZone).toISOString(),
  };
}
