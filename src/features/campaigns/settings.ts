import type { Static } from "typebox";
import type { Context } from "../../context.ts";
import { accepts, existing } from "../../kernel/accepts.ts";
import { normalizeEmail } from "../../kernel/email.ts";
import { validation } from "../../kernel/errors.ts";
import { parseInstant } from "../../kernel/local-time.ts";
import { isCustomHeader } from "../../mail/render/message.ts";
import { requireShop } from "../contacts/shops.ts";
import { requirePublishedFooter } from "../content/footers/service.ts";
import { findTemplate, type TemplateRecord } from "../content/templates/queries.ts";
import { isActiveUnsubscribePage } from "../pages/unsubscribe-pages/service.ts";
import { lockAudienceReferences } from "./audience/queries.ts";
import { requireAudience, type AudienceShop } from "./audience/service.ts";
import { emptyAudience, parseAudience } from "./audience/shapes.ts";
import * as queries from "./queries.ts";
import type { CampaignChange } from "./shapes.ts";

type Change = Static<typeof CampaignChange>;

export const emptySettings: queries.CampaignSettings = {
  name: "",
  shopId: "",
  senderId: null,
  fromName: "",
  subject: "",
  preheader: "",
  templateId: null,
  audience: emptyAudience,
  trackOpens: true,
  trackClicks: true,
  utm: null,
  headers: [],
  linkParams: [],
  replyTo: "",
  timing: "now",
  plannedAt: null,
  preferTime: false,
  unsubscribePageId: null,
  footerId: null,
};

export const toSettings = (row: queries.CampaignRecord): queries.CampaignSettings => ({
  name: row.name,
  shopId: row.shopId,
  senderId: row.senderId,
  fromName: row.fromName,
  subject: row.subject,
  preheader: row.preheader,
  templateId: row.templateId,
  audience: { ...emptyAudience, ...row.audience },
  trackOpens: row.trackOpens,
  trackClicks: row.trackClicks,
  utm: row.utm,
  headers: row.headers,
  linkParams: row.linkParams,
  replyTo: row.replyTo,
  timing: row.timing,
  plannedAt: row.plannedAt,
  preferTime: row.preferTime,
  unsubscribePageId: row.unsubscribePageId,
  footerId: row.footerId,
});

const trimmedOr = (text: string | null | undefined, current: string): string =>
  text === undefined ? current : (text ?? "").trim();

/** Merges the request into the stored settings; null is an empty text. */
export function mergeSettings(change: Change, current: queries.CampaignSettings): queries.CampaignSettings {
  const changedOr = <Value>(value: Value | undefined, old: Value): Value => (value === undefined ? old : value);
  return {
    name: change.name?.trim() ?? current.name,
    shopId: change.shopId ?? current.shopId,
    senderId: changedOr(change.senderId, current.senderId),
    fromName: trimmedOr(change.fromName, current.fromName),
    subject: trimmedOr(change.subject, current.subject),
    preheader: trimmedOr(change.preheader, current.preheader),
    templateId: changedOr(change.templateId, current.templateId),
    audience: change.audience === undefined ? current.audience : parseAudience(change.audience),
    trackOpens: change.trackOpens ?? current.trackOpens,
    trackClicks: change.trackClicks ?? current.trackClicks,
    utm: change.utm === undefined ? current.utm : resolveUtm(change.utm),
    headers: change.headers?.map(({ name, value }) => ({ name, value })) ?? current.headers,
    linkParams: change.linkParams?.map(({ name, value }) => ({ name, value })) ?? current.linkParams,
    replyTo: resolveReplyTo(change.replyTo, current.replyTo),
    timing: change.timing ?? current.timing,
    plannedAt: change.plannedAt === undefined ? current.plannedAt : parsePlannedAt(change.plannedAt),
    preferTime: change.preferTime ?? current.preferTime,
    unsubscribePageId: changedOr(change.unsubscribePageId, current.unsubscribePageId),
    footerId: changedOr(change.footerId, current.footerId),
  };
}

const resolveUtm = (utm: Exclude<Change["utm"], undefined>): queries.CampaignSettings["utm"] =>
  utm === null
    ? null
    : {
        source: utm.source ?? null,
        medium: utm.medium ?? null,
        campaign: utm.campaign ?? null,
        term: utm.term ?? null,
        content: utm.content ?? null,
      };

/** Where the company enables them by default, links of a new campaign get tracking parameters. */
export const defaultUtm = (name: string): queries.CampaignSettings["utm"] => ({
  source: "newsletter",
  medium: "email",
  campaign: name.slice(0, 200),
  term: null,
  content: null,
});

function resolveReplyTo(given: string | null | undefined, current: string): string {
  const text = trimmedOr(given, current);
  return normalizeEmail(text) ?? text;
}

export function parsePlannedAt(text: string | null): Date | null {
  if (text === null) return null;
  const at = parseInstant(text);
  if (at === undefined) throw validation("plannedAt", accepts.time);
  return at;
}

/**
 * Referenced objects must exist and belong to the shop. Unchanged references are not checked again unless the shop
 * changes: otherwise a draft could not be corrected step by step.
 */
export async function requireSettings(
  ctx: Context,
  settings: queries.CampaignSettings,
  { change, hasVariants }: { change: Change; hasVariants: boolean },
): Promise<void> {
  const isChanged = (field: keyof Change) => change[field] !== undefined || change.shopId !== undefined;
  await requireShop(ctx.db, settings.shopId);
  if (isChanged("senderId")) await requireSender(ctx, settings);
  if (isChanged("replyTo")) await requireReplyTo(ctx, settings);
  rejectReservedHeaders(settings.headers);
  if (isChanged("audience")) {
    await lockAudienceReferences(ctx.db, settings.audience);
    await requireAudience(ctx, settings.audience, audienceShop(settings.shopId, hasVariants));
  }
  const { templateId, shopId } = settings;
  if (isChanged("templateId") && templateId !== null) await requireTemplate(ctx, templateId, shopId);
  if (isChanged("footerId")) await requireFooter(ctx, settings);
  if (isChanged("unsubscribePageId")) await requireUnsubscribePage(ctx, settings);
}

/** A template of the shop or of the whole company. */
export async function requireTemplate(ctx: Context, id: string, shopId: string): Promise<TemplateRecord> {
  const template = await findTemplate(ctx.db, id);
  if (template === undefined || (template.shopId !== null && template.shopId !== shopId))
    throw validation("templateId", existing("template"));
  return template;
}

/** Language variants may address contacts of several shops. */
export const audienceShop = (shopId: string, hasVariants: boolean): AudienceShop => (hasVariants ? "any" : { shopId });

type SenderChoice = { readonly senderId: string | null; readonly shopId: string };

/** A sender of the company for this shop. */
export async function requireSender(ctx: Context, { senderId, shopId }: SenderChoice): Promise<void> {
  if (senderId === null) return;
  const sender = await queries.findCampaignSender(ctx.db, senderId);
  if (sender === undefined || (sender.shopId !== null && sender.shopId !== shopId))
    throw validation("senderId", existing("sender"));
}

export async function requireReplyTo(ctx: Context, settings: queries.CampaignSettings): Promise<void> {
  if (settings.replyTo === "") return;
  const allowed = await queries.listReplyAddresses(ctx.db, settings);
  if (!allowed.includes(settings.replyTo)) throw validation("replyTo", { allowed });
}

export async function requireFooter(ctx: Context, { footerId, shopId }: queries.CampaignSettings): Promise<void> {
  if (footerId !== null) await requirePublishedFooter(ctx, { footerId, shopId });
}

export async function requireUnsubscribePage(ctx: Context, settings: queries.CampaignSettings): Promise<void> {
  const { unsubscribePageId: pageId, shopId } = settings;
  if (pageId !== null && !(await isActiveUnsubscribePage(ctx, pageId, shopId)))
    throw validation("unsubscribePageId", existing("unsubscribe_page"));
}

/** Marks test e-mails; real e-mails must not carry it. */
const testHeader = "x-service-test";

function rejectReservedHeaders(headers: queries.CampaignSettings["headers"]): void {
  const wrong = headers.findIndex(({ name }) => !isCustomHeader(name) || name.toLowerCase() === testHeader);
  if (wrong >= 0) throw validation(`headers.${wrong}.name`, accepts.headerName);
}
