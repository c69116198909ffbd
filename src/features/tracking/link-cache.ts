import type { SystemDb } from "../../db/tenant.ts";
import { textOrNull } from "../../kernel/text.ts";
import type { Clock } from "../../kernel/clock.ts";
import { BoundedCache } from "../../kernel/bounded-cache.ts";
import { isSurveyLink, resolveLink, type PlanLink } from "../../mail/render/links.ts";
import { findTags } from "../../mail/render/tag-syntax.ts";
import { mergeValues, type MergeValues } from "../../mail/render/values.ts";
import { findLinkValues, listLinks } from "./queries.ts";

/** The target of a click: a static URL, a survey, a URL that needs the contact's values, or none. */
export type LinkTarget =
  | { readonly kind: "static"; readonly address: string }
  | { readonly kind: "survey"; readonly address: string }
  | { readonly kind: "personalized"; link: PlanLink };

type CampaignLinks = { readonly targets: ReadonlyMap<number, LinkTarget>; readonly readAt: number };
type Message = { readonly tenantId: string; readonly campaignId: string };

const campaignKey = ({ tenantId, campaignId }: Message): string => `${tenantId} ${campaignId}`;

const maxCachedCampaigns = 500;
/** An unknown number may belong to a language variant that was sent since; links are reloaded at most this often. */
const reloadMs = 1000;

type LinkCacheDeps = { readonly db: SystemDb; readonly clock: Clock; readonly publicUrls: readonly string[] };

/** Links of sent messages. They never change, so cached ones need no query. */
export class LinkCache {
  readonly #db: SystemDb;
  readonly #clock: Clock;
  readonly #publicUrls: readonly string[];
  readonly #tables = new BoundedCache<string, CampaignLinks>(maxCachedCampaigns);
  readonly #loading = new Map<string, Promise<CampaignLinks>>();

  constructor({ db, clock, publicUrls }: LinkCacheDeps) {
    this.#db = db;
    this.#clock = clock;
    this.#publicUrls = publicUrls;
  }

  /** Read from the cache only. */
  findCached(message: Message, number: number): LinkTarget | undefined {
    return this.#tables.get(campaignKey(message))?.targets.get(number);
  }

  /** Synchronous if the campaign is cached. */
  find(message: Message, number: number): LinkTarget | undefined | Promise<LinkTarget | undefined> {
    const target = this.findCached(message, number);
    if (target !== undefined) return target;
    const key = campaignKey(message);
    const table = this.#tables.get(key);
    if (table !== undefined && this.#clock.now().getTime() - table.readAt < reloadMs) return undefined;
    return this.#load(key, message).then(({ targets }) => targets.get(number));
  }

  #load(key: string, message: Message): Promise<CampaignLinks> {
    const loading = this.#loading.get(key) ?? this.#read(key, message).finally(() => this.#loading.delete(key));
    this.#loading.set(key, loading);
    return loading;
  }

  async #read(key: string, { tenantId, campaignId }: Message): Promise<CampaignLinks> {
    const links = await listLinks(this.#db.forTenant(tenantId), campaignId);
    const targets = new Map<number, LinkTarget>();
    for (const link of links) {
      const target = toTarget(link, this.#publicUrls);
      if (target !== undefined) targets.set(link.number, target);
    }
    const table = { targets, readAt: this.#clock.now().getTime() };
    this.#tables.set(key, table);
    return table;
  }
}

function toTarget(link: PlanLink, publicUrls: readonly string[]): LinkTarget | undefined {
  if (findTags(link.url).length > 0) return { kind: "personalized", link };
  const address = parseRedirectUrl(link.url);
  if (address === undefined) return undefined;
  const isSurvey = publicUrls.some((publicUrl) => isSurveyLink(address, publicUrl));
  return { kind: isSurvey ? "survey" : "static", address };
}

/** A web URL that is valid in a Location header; undefined for anything else. */
function parseRedirectUrl(text: string): string | undefined {
  const address = text.trim();
  if (!/^https?:\/\/[^/?#]/i.test(address)) return undefined;
  if (/^[!-~]+$/.test(address) && !/["'<>\\^`{|}]/.test(address)) return address;
  return URL.canParse(address) ? new URL(address).href : undefined;
}

export type LinkClick = Message & { readonly contactId: string; readonly now: Date };

/** The URL for this contact; the values of a deleted contact are empty. */
export async function personalizeTarget(db: SystemDb, link: PlanLink, click: LinkClick): Promise<string | undefined> {
  const row = await findLinkValues(db.forTenant(click.tenantId), click);
  if (row === undefined) return undefined;
  const { contact, company, shop, fields } = row;
  const logoUrl = shop?.brand["logoUrl"];
  const values: MergeValues = mergeValues({
    contact: contact ?? { email: "" },
    company,
    shop: shop === null ? null : { ...shop, logoUrl: textOrNull(logoUrl) },
    fields,
    today: click.now.toLocaleDateString("sv-SE", { timeZone: company.timeZone }),
  });
  const address = resolveLink(link, values);
  return address === undefined ? undefined : parseRedirectUrl(address);
}
