import { inTransaction, type Context } from "../../../context.ts";
import { ApiError, conflict, validation } from "../../../kernel/errors.ts";
import { addMs, days, minutes } from "../../../kernel/local-time.ts";
import { findFooterHtml } from "../../content/footers/queries.ts";
import { audienceOf } from "../audience/compile.ts";
import { countRecipients, lockNamed } from "../audience/queries.ts";
import { requireAudience } from "../audience/service.ts";
import type { Audience } from "../audience/shapes.ts";
import { findSender, type CampaignRecord } from "../queries.ts";
import { get, lock } from "../service.ts";
import {
  audienceShop,
  momentOf,
  requireFooter,
  requirePage,
  requireReplyTo,
  requireSender,
  settingsOf,
} from "../settings.ts";
import type { Timing } from "../shapes.ts";
import { moved } from "../transitions.ts";
import * as queries from "./queries.ts";
import { tryContent } from "./trial.ts";

const soonestMs = minutes(5);
const latestMs = days(365);
/** How far the audience may have drifted since it was counted. */
const drift = 0.05;

type Wish = { readonly timing?: Timing; readonly plannedAt?: string | null };

/** Recipients by the language of their variant; `main` are all others. */
export type Split = Readonly<Record<string, number>>;
type Check = (split: Split) => void;

/** A campaign with all its variants, by the number of all recipients together. */
export const approve = (ctx: Context, id: string, body: Wish & { expectedRecipients: number }) =>
  approveAll(ctx, id, body, (split) => {
    const actual = Object.values(split).reduce((sum, n) => sum + n, 0);
    const expected = body.expectedRecipients;
    if (hasDrifted(expected, actual)) throw conflict("recipients", { expected, actual });
  });

/** The same by one number for the main campaign and for each of its variants. */
export const approveVariants = (ctx: Context, id: string, body: Wish & { expectedRecipients: Split }) =>
  approveAll(ctx, id, body, (actual) => {
    const expected = body.expectedRecipients;
    const missing = Object.keys(actual).find((language) => expected[language] === undefined);
    if (missing !== undefined) throw validation("expectedRecipients", { missing });
    const unknown = Object.keys(expected).find((language) => actual[language] === undefined);
    if (unknown !== undefined) throw validation("expectedRecipients", { unknown });
    const isOff = Object.entries(actual).some(([language, n]) => hasDrifted(expected[language] ?? 0, n));
    if (isOff) throw new ApiError("count_mismatch", "expectedRecipients", { params: { expected, actual } });
  });

const hasDrifted = (expected: number, actual: number): boolean => Math.abs(actual - expected) > expected * drift;

/**
 * Sending is irreversible, so that everything is asked once more: who sends, what, and to how many. A company that may not
 * send yet can approve; the campaign waits.
 */
async function approveAll(ctx: Context, id: string, wish: Wish, check: Check) {
  const tried = await tryContent(ctx, id);
  return inTransaction(ctx, async (inner) => {
    const { db, clock } = inner;
    const campaign = await lock(inner, id);
    const timing = wish.timing ?? campaign.timing;
    const status = moved(campaign.status, timing === "schedule" ? "approve_later" : "approve_now");
    if (timing === "later") throw validation("timing");
    const plannedAt = timing === "schedule" ? plannedTime(inner, campaign, wish) : null;
    const units = await queries.listUnits(db, id);
    const changed = units.find(({ id: unitId, version }) => tried.get(unitId) !== version);
    if (changed !== undefined) throw conflict("version", { current: changed.version });
    await requireReady(inner, campaign, units);
    const split = await splitOf(inner, settingsOf(campaign).audience, units);
    if (Object.values(split).every((n) => n === 0)) throw new ApiError("empty_segment", "audience");
    check(split);
    // As it is now, whatever is published while it is sent: the campaign's, and thereby that of all its variants.
    const footerHtml = (await findFooterHtml(db, campaign)) ?? "";
    const approved = units.map((unit) => ({
      ...unit,
      recipients: split[unit.language ?? main] ?? 0,
      footerHtml: unit.language === null ? footerHtml : null,
    }));
    const at = clock.now();
    const startedAt = status === "sending" ? at : null;
    await queries.approveUnits(db, approved, { status, timing, plannedAt, startedAt, at });
    if (status === "sending") await queries.requestPreparation(db, id);
    return get(inner, id);
  });
}

export const main = "main";

function plannedTime({ clock }: Context, campaign: CampaignRecord, wish: Wish): Date {
  const at = wish.plannedAt === undefined ? campaign.plannedAt : momentOf(wish.plannedAt);
  const now = clock.now();
  if (at === null || at < addMs(now, soonestMs) || at > addMs(now, latestMs)) throw validation("plannedAt");
  return at;
}

async function requireReady(ctx: Context, campaign: CampaignRecord, units: readonly queries.Unit[]): Promise<void> {
  const settings = settingsOf(campaign);
  for (const unit of units) await requireSendable(ctx, campaign, unit);
  await requireReplyTo(ctx, settings);
  await requirePage(ctx, settings);
  await requireFooter(ctx, settings);
  const { audience } = settings;
  if (audience.listIds.length + audience.segmentIds.length === 0) {
    throw new ApiError("empty_segment", "audience", { status: 400 });
  }
  await lockNamed(ctx.db, audience);
  await requireAudience(ctx, audience, audienceShop(campaign.shopId, units.length > 1));
}

async function requireSendable(ctx: Context, { shopId }: CampaignRecord, unit: queries.Unit): Promise<void> {
  const about = unit.language === null ? undefined : { language: unit.language };
  const sender = unit.senderId === null ? undefined : await findSender(ctx.db, unit.senderId);
  if (sender === undefined || sender.verifiedAt === null) throw validation("senderId", about);
  await requireSender(ctx, { senderId: sender.id, shopId });
  if (unit.subject.trim() === "") throw validation("subject", about);
  if (!unit.hasContent) throw validation("content", about);
}

/** Everybody gets the variant of their language, and the main one where there is none. */
export async function splitOf(
  ctx: Context,
  audience: Audience,
  units: readonly Pick<queries.Unit, "language">[],
): Promise<Split> {
  const rows = await countRecipients(ctx.db, await audienceOf(ctx, audience));
  const split = new Map<string, number>(units.map(({ language }) => [language ?? main, 0]));
  for (const { language, n } of rows) {
    const key = language !== null && split.has(language) ? language : main;
    split.set(key, (split.get(key) ?? 0) + n);
  }
  return Object.fromEntries(split);
}
