import { textOrNull } from "../../kernel/text.ts";
import type { Static } from "typebox";
import type { Context } from "../../context.ts";
import { accepts, existing } from "../../kernel/accepts.ts";
import { companyKey, parseCompanyKey } from "../../kernel/company-key.ts";
import { requireFound, validation } from "../../kernel/errors.ts";
import { iso, startOfDay, startOfNextDay } from "../../kernel/local-time.ts";
import { isEmpty, pickProvided } from "../../kernel/provided-fields.ts";
import { toPage } from "../../kernel/schema.ts";
import type { SystemDb } from "../../db/tenant.ts";
import { requireShop } from "../contacts/shops.ts";
import { listActiveForms } from "../forms/queries.ts";
import { parseHost } from "./hosts.ts";
import * as queries from "./queries.ts";
import { SiteScriptChange, WebTrackingChange, type WebEventQuery } from "./shapes.ts";
import { noteTrackingChange } from "./visits/click-tokens.ts";

/** More than a company may have. */
const maxShops = 1000;

const presentScript = ({ publicUrl, db }: Context, site: queries.SiteRecord) => {
  const key = companyKey(db.tenantId, site.siteKey);
  const url = `${publicUrl}/site/${key}.js`;
  return {
    shopId: site.shopId,
    key,
    url,
    code: `<script async src="${url}"></script>`,
    enabled: site.scriptEnabled,
    formIds: site.formIds,
    found: site.found,
    foundFormIds: site.foundFormIds,
    checkedAt: iso(site.checkedAt),
  };
};

const presentTracking = ({ shopId, trackingEnabled, requireConsent, domains }: queries.SiteRecord) => ({
  shopId,
  enabled: trackingEnabled,
  requireConsent,
  domains,
});

export const getSite = async (ctx: Context, shopId: string): Promise<queries.SiteRecord> =>
  requireFound(await queries.findSite(ctx.db, shopId), "shop");

export async function listScripts(ctx: Context) {
  const sites = await queries.listSites(ctx.db, maxShops);
  return { items: sites.map((site) => presentScript(ctx, site)) };
}

export async function updateScript(ctx: Context, shopId: string, body: Static<typeof SiteScriptChange>) {
  const { enabled, formIds } = pickProvided(SiteScriptChange, body);
  await getSite(ctx, shopId);
  if (formIds !== undefined) await rejectUnknownForms(ctx, shopId, formIds);
  await write(ctx, shopId, {
    ...(enabled === undefined ? {} : { scriptEnabled: enabled }),
    ...(formIds === undefined ? {} : { formIds }),
  });
  return presentScript(ctx, await getSite(ctx, shopId));
}

/** Forms that are switched off later stay in the settings and are not shown. */
async function rejectUnknownForms({ db }: Context, shopId: string, formIds: readonly string[]): Promise<void> {
  const known = await listActiveForms(db, { shopId, ids: formIds });
  formIds.forEach((id, index) => {
    if (!known.some((form) => form.id === id)) throw validation(`formIds.${index}`, existing("form"));
  });
}

export async function listTracking(ctx: Context) {
  return { items: (await queries.listSites(ctx.db, maxShops)).map(presentTracking) };
}

export async function updateTracking(ctx: Context, shopId: string, body: Static<typeof WebTrackingChange>) {
  const { enabled, requireConsent, domains } = pickProvided(WebTrackingChange, body);
  await getSite(ctx, shopId);
  await write(ctx, shopId, {
    ...(enabled === undefined ? {} : { trackingEnabled: enabled }),
    ...(requireConsent === undefined ? {} : { requireConsent }),
    ...(domains === undefined ? {} : { domains: parseDomains(domains) }),
  });
  noteTrackingChange(ctx.db.tenantId);
  return presentTracking(await getSite(ctx, shopId));
}

function parseDomains(domains: readonly string[]): string[] {
  const hosts = domains.map((domain, index) => {
    const host = parseHost(domain);
    if (host === undefined) throw validation(`domains.${index}`, accepts.domain);
    return host;
  });
  return [...new Set(hosts)];
}

async function write(ctx: Context, shopId: string, change: queries.SiteUpdate): Promise<void> {
  if (!isEmpty(change)) await ctx.db.transaction((db) => queries.upsertSite(db, shopId, change));
}

/** Found by the key in the script's address. */
export async function findSiteByKey(db: SystemDb, key: string): Promise<queries.SiteRecord | undefined> {
  const parsed = parseCompanyKey(key);
  return parsed && queries.findSiteByKey(db.forTenant(parsed.tenantId), parsed.random);
}

export type ScriptSite = queries.SiteRecord & { readonly formKeys: readonly string[] };

/** The site with the keys of the pop-ups and slide-ins that the script shows. */
export async function findScriptSite(db: SystemDb, key: string): Promise<ScriptSite | undefined> {
  const site = await findSiteByKey(db, key);
  const tenantId = parseCompanyKey(key)?.tenantId;
  if (site === undefined || tenantId === undefined) return undefined;
  const { shopId, formIds: ids, scriptEnabled } = site;
  const forms = scriptEnabled && ids.length > 0 ? await listActiveForms(db.forTenant(tenantId), { shopId, ids }) : [];
  return { ...site, formKeys: forms.filter(({ kind }) => kind !== "classic").map((form) => form.key) };
}

export async function listWebEvents(ctx: Context, query: Static<typeof WebEventQuery>) {
  const { type, contactId, shop, from, to } = query;
  if (from !== undefined && to !== undefined && to < from) throw validation("to", { min: from });
  await requireShop(ctx.db, shop, "shop");
  const { timeZone } = ctx.company;
  const filter = {
    type,
    contactId,
    shopId: shop,
    from: from === undefined ? undefined : startOfDay(from, timeZone),
    before: to === undefined ? undefined : startOfNextDay(to, timeZone),
  };
  const { page, pageSize, offset } = toPage(query);
  const [events, total] = await Promise.all([
    queries.listWebEvents(ctx.db, filter, { limit: pageSize, offset }),
    queries.countWebEvents(ctx.db, filter),
  ]);
  return { items: events.map(presentEvent), total, page, pageSize };
}

/** Address and title are stored in `data`, where triggers of automations look for them. */
function presentEvent({ data, at, ...event }: queries.WebEventRecord) {
  const { url, title, ...rest } = data;
  return { ...event, at: at.toISOString(), url: textOrNull(url), title: textOrNull(title), data: rest };
}
