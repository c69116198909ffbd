import { inTransaction, type Context } from "../../../context.ts";
import { requestAction } from "../../../jobs/actions.ts";
import { conflict, validation } from "../../../kernel/errors.ts";
import { get, lock } from "../service.ts";
import { isAllowed, moved, type CampaignAction } from "../transitions.ts";
import { main } from "./approval.ts";
import { tellWhenOver } from "./ending.ts";
import { campaignCancellation, cancelStep } from "./jobs.ts";
import * as queries from "./queries.ts";

type Act = "pause" | "resume" | "cancel";

export const pause = (ctx: Context, id: string, languages?: readonly string[]) =>
  act(ctx, id, { verb: "pause", languages });

/** Nobody who was sent to is sent to again: messages that are done stay done. */
export const resume = (ctx: Context, id: string, languages?: readonly string[]) =>
  act(ctx, id, { verb: "resume", languages });

export const cancel = (ctx: Context, id: string, languages?: readonly string[]) =>
  act(ctx, id, { verb: "cancel", languages });

type Request = { readonly verb: Act; readonly languages: readonly string[] | undefined };

async function act(ctx: Context, id: string, { verb, languages }: Request) {
  return inTransaction(ctx, async (inner) => {
    const { status, name } = await lock(inner, id);
    const actionOf = (unit: queries.Unit) => actionFor(verb, unit, inner.clock.now());
    const units = await queries.listUnits(inner.db, id);
    if (verb === "cancel" && languages === undefined) refuseWhileSending(units);
    const chosen = choose(units, languages, actionOf);
    if (chosen.length === 0) throw conflict("status", { current: status });
    for (const unit of chosen) await move(inner, unit, actionOf(unit));
    if (verb === "resume") await prepare(inner, id);
    if (verb === "cancel") {
      await takeBack(inner, { campaignId: id, name, variantIds: chosen.map((unit) => unit.id) });
      await tellWhenOver(inner.db, id, inner.clock.now());
    }
    return get(inner, id);
  });
}

/** Whoever cancels a campaign wants nothing more of it to leave: it is paused first, with all of its variants. */
function refuseWhileSending(units: readonly queries.Unit[]): void {
  if (units.some(({ status }) => status === "sending")) throw conflict("status", { current: "sending" });
}

/** A pause that ends before the planned time leads back to waiting for it. */
function actionFor(verb: Act, { plannedAt }: queries.Unit, now: Date): Exclude<CampaignAction, "delete"> {
  if (verb !== "resume") return verb;
  return plannedAt !== null && plannedAt > now ? "resume_later" : "resume";
}

/** Those that are named, all of which must be able to; or, when none are, those that are able to. */
function choose(
  units: readonly queries.Unit[],
  languages: readonly string[] | undefined,
  actionOf: (unit: queries.Unit) => CampaignAction,
): queries.Unit[] {
  if (languages === undefined) return units.filter((unit) => isAllowed(unit.status, actionOf(unit)));
  const wanted = new Set(languages);
  const named = units.filter(({ language }) => wanted.has(language ?? main));
  if (named.length < wanted.size) throw validation("languages");
  return named;
}

async function move(ctx: Context, unit: queries.Unit, action: Exclude<CampaignAction, "delete">): Promise<void> {
  const at = ctx.clock.now();
  const status = moved(unit.status, action);
  const write = {
    status,
    ...(status === "sending" && unit.startedAt === null ? { startedAt: at } : {}),
    ...(status === "cancelled" ? { finishedAt: at } : {}),
  };
  await queries.moveUnit(ctx.db, unit.id, write, at);
  if (action === "resume" || action === "resume_later") await queries.liftHold(ctx.db, unit.id, at);
}

/** One whose planned time passed while it was paused begins only now. */
async function prepare({ db }: Context, campaignId: string): Promise<void> {
  const units = await queries.listUnits(db, campaignId);
  if (units.some(({ status }) => status === "sending")) await queries.requestPreparation(db, campaignId);
}

/** Up to so many batches are taken back within the request, more in the background. */
const batchesAtOnce = 40;

type Cancelled = queries.Waiting & { readonly name: string };

async function takeBack(ctx: Context, cancelled: Cancelled): Promise<void> {
  const { campaignId, variantIds, name } = cancelled;
  const units = await queries.listUnits(ctx.db, campaignId);
  if (units.every(({ status }) => status === "cancelled")) await queries.endPreparation(ctx.db, campaignId);
  const params = { campaignId, variantIds: [...variantIds], name };
  if ((await queries.countBatches(ctx.db, cancelled)) > batchesAtOnce) {
    await requestAction(ctx, campaignCancellation, params);
    return;
  }
  await cancelStep(ctx, params);
}

/** What to do with messages that may have left or not, of the whole campaign. */
export async function decide(ctx: Context, id: string, decision: "mark_sent" | "send_again") {
  return inTransaction(ctx, async (inner) => {
    const { db, clock } = inner;
    const { status } = await lock(inner, id);
    const units = (await queries.listUnits(db, id)).filter((unit) => isAllowed(unit.status, decision));
    if (units.length === 0) throw conflict("status", { current: status });
    const at = clock.now();
    await queries.settleGone(db, id);
    if (decision === "mark_sent") return { messages: await queries.markSent(db, { campaignId: id, which: "all" }, at) };
    await queries.markSent(db, { campaignId: id, which: "come" }, at);
    const again = await queries.sendAgain(db, { campaignId: id, variantIds: units.map((unit) => unit.id) }, at);
    const isAgain = (unit: queries.Unit) => again.some(({ variantId }) => variantId === unit.id);
    for (const unit of units.filter(isAgain)) await reopen(inner, unit);
    return { messages: again.reduce((sum, { n }) => sum + n, 0) };
  });
}

/** What has something to send is not completed. */
async function reopen({ db, clock }: Context, unit: queries.Unit): Promise<void> {
  if (unit.status !== "completed") return;
  const status = moved(unit.status, "send_again");
  await queries.moveUnit(db, unit.id, { status, finishedAt: null }, clock.now());
}
