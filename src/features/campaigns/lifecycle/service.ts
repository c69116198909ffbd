import { inTransaction, type Context } from "../../../context.ts";
import { requestAction } from "../../../jobs/actions.ts";
import { conflict, validation } from "../../../kernel/errors.ts";
import { countPendingBatches } from "../../delivery/pending.queries.ts";
import type { UnknownDecision } from "../../delivery/unknown-shapes.ts";
import { resolveUnknown } from "../../delivery/unknown.ts";
import { deleteExpansion, requestExpansion } from "../expansion.queries.ts";
import { recordChange } from "../history/service.ts";
import { getCampaign, getLockedCampaign } from "../service.ts";
import { isAllowed, requireTransition, type CampaignAction, type CampaignMoveAction } from "../transitions.ts";
import { mainVariantKey } from "./recipients.ts";
import { notifyWhenCompleted } from "./completion.ts";
import { runCampaignCancellation, runCancellationStep } from "./jobs.ts";
import * as queries from "./queries.ts";

type LifecycleVerb = "pause" | "resume" | "cancel";

/** One variant or several; all of them when neither is given. */
export type VariantChoice = { readonly language?: string; readonly languages?: readonly string[] };

export const pauseCampaign = (ctx: Context, id: string, choice: VariantChoice = {}) =>
  moveCampaign(ctx, id, { verb: "pause", choice });

/** Messages with a final state keep it: no contact gets the message twice. */
export const resumeCampaign = (ctx: Context, id: string, choice: VariantChoice = {}) =>
  moveCampaign(ctx, id, { verb: "resume", choice });

export const cancelCampaign = (ctx: Context, id: string, choice: VariantChoice = {}) =>
  moveCampaign(ctx, id, { verb: "cancel", choice });

type LifecycleRequest = { readonly verb: LifecycleVerb; readonly choice: VariantChoice };

async function moveCampaign(ctx: Context, id: string, { verb, choice }: LifecycleRequest) {
  return inTransaction(ctx, async (inner) => {
    const { status, name } = await getLockedCampaign(inner, id);
    const findAction = (variant: queries.CampaignVariant) => actionFor(verb, variant, inner.clock.now());
    const variants = await queries.listCampaignVariants(inner.db, id);
    const requested = [...(choice.language === undefined ? [] : [choice.language]), ...(choice.languages ?? [])];
    if (verb === "cancel" && requested.length === 0) rejectWhileSending(variants);
    const selected = selectVariants(variants, requested, findAction);
    if (selected === undefined)
      throw validation(choice.language === undefined ? "languages" : "language", {
        allowed: variants.map(({ language }) => language ?? mainVariantKey),
      });
    if (selected.length === 0) throw conflict("status", { current: status });
    for (const variant of selected) await moveVariant(inner, variant, findAction(variant));
    if (verb === "resume") await expandIfSending(inner, id);
    if (verb === "cancel") {
      await cancelPendingMessages(inner, { campaignId: id, name, variantIds: selected.map((variant) => variant.id) });
      await notifyWhenCompleted(inner.db, id, inner.clock.now());
    }
    await recordChange(inner, id, verb);
    return getCampaign(inner, id);
  });
}

/** A campaign that sends has to be paused, with all variants, before it is cancelled. */
function rejectWhileSending(variants: readonly queries.CampaignVariant[]): void {
  if (variants.some(({ status }) => status === "sending")) throw conflict("status", { current: "sending" });
}

/** Resuming before the planned time schedules the variant again. */
function actionFor(verb: LifecycleVerb, { plannedAt }: queries.CampaignVariant, now: Date): CampaignMoveAction {
  if (verb !== "resume") return verb;
  return plannedAt !== null && plannedAt > now ? "resume_later" : "resume";
}

/**
 * The named variants, all of which must allow the action; without names, every variant that allows it. Undefined when one of
 * the names is unknown.
 */
function selectVariants(
  variants: readonly queries.CampaignVariant[],
  languages: readonly string[],
  findAction: (variant: queries.CampaignVariant) => CampaignAction,
): queries.CampaignVariant[] | undefined {
  if (languages.length === 0) return variants.filter((variant) => isAllowed(variant.status, findAction(variant)));
  const requested = new Set(languages);
  const selected = variants.filter(({ language }) => requested.has(language ?? mainVariantKey));
  return selected.length < requested.size ? undefined : selected;
}

async function moveVariant(ctx: Context, variant: queries.CampaignVariant, action: CampaignMoveAction): Promise<void> {
  const at = ctx.clock.now();
  const status = requireTransition(variant.status, action);
  await queries.moveVariant(ctx.db, variant.id, {
    action,
    at,
    ...(status === "sending" ? { startedAt: at } : {}),
    ...(status === "cancelled" ? { finishedAt: at } : {}),
  });
  if (action === "resume" || action === "resume_later") await queries.overrideAutoPause(ctx.db, variant.id, at);
}

/** A variant whose planned time passed while it was paused starts now. */
async function expandIfSending({ db }: Context, campaignId: string): Promise<void> {
  const variants = await queries.listCampaignVariants(db, campaignId);
  if (variants.some(({ status }) => status === "sending")) await requestExpansion(db, campaignId);
}

/** Up to this many batches are cancelled within the request, more in the background. */
const maxInlineBatches = 40;

type Cancellation = {
  readonly campaignId: string;
  readonly variantIds: readonly string[];
  readonly name: string;
};

async function cancelPendingMessages(ctx: Context, cancelled: Cancellation): Promise<void> {
  const { campaignId, variantIds, name } = cancelled;
  const variants = await queries.listCampaignVariants(ctx.db, campaignId);
  if (variants.every(({ status }) => status === "cancelled")) await deleteExpansion(ctx.db, campaignId);
  const params = { campaignId, variantIds: [...variantIds], name };
  if ((await countPendingBatches(ctx.db, { sourceId: campaignId, variantIds })) > maxInlineBatches) {
    await requestAction(ctx, runCampaignCancellation, params);
    return;
  }
  await runCancellationStep(ctx, params);
}

/** A person decides about the unknown messages of the whole campaign. */
export async function decideUnknown(ctx: Context, id: string, decision: UnknownDecision) {
  return inTransaction(ctx, async (inner) => {
    const { db, clock } = inner;
    const { status } = await getLockedCampaign(inner, id);
    const variants = (await queries.listCampaignVariants(db, id)).filter((variant) =>
      isAllowed(variant.status, decision),
    );
    if (variants.length === 0) throw conflict("status", { current: status });
    const at = clock.now();
    await recordChange(inner, id, decision);
    const source = { kind: "campaign" as const, sourceId: id, variantIds: variants.map((variant) => variant.id) };
    const { messages, requeued } = await resolveUnknown(db, source, { decision, at });
    for (const variant of variants.filter((each) => requeued.includes(each.id))) await reopenVariant(inner, variant);
    return { messages };
  });
}

/** A completed variant with queued messages sends again. */
async function reopenVariant({ db, clock }: Context, variant: queries.CampaignVariant): Promise<void> {
  if (variant.status !== "completed") return;
  await queries.moveVariant(db, variant.id, { action: "send_again", at: clock.now(), finishedAt: null });
}
