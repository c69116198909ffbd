import type { TenantDb } from "../../db/tenant.ts";
import type { CustomHeader } from "../../mail/render/message.ts";
import type { LinkParam, PlanLink, Utm } from "../../mail/render/links.ts";
import type { Audience } from "./audience/shapes.ts";
import type { VariantKey } from "../delivery/batches.queries.ts";

export type SendableContent = {
  shopId: string;
  /** Of a variant. */
  language: string | null;
  senderId: string | null;
  fromName: string;
  replyTo: string;
  subject: string;
  preheader: string;
  html: string;
  text: string | null;
  footerHtml: string | null;
  trackOpens: boolean;
  trackClicks: boolean;
  utm: Utm | null;
  headers: CustomHeader[];
  linkParams: LinkParam[];
  audience: Audience;
  /** Of the variant among those of its campaign; 0 is the main one. */
  rank: number;
  /** The company is told by Postmark what becomes of its messages. */
  isPostmark: boolean;
};

/** What is sent: subject and content of the variant, everything else of the campaign. */
export async function findSendableContent(
  db: TenantDb,
  { campaignId, variantId }: VariantKey,
): Promise<SendableContent | undefined> {
  const [row] = await db.sql<SendableContent[]>`
    select m.shop_id, v.language, coalesce(v.sender_id, m.sender_id) as sender_id, m.from_name, m.reply_to, v.subject, v.preheader,
      x.html, x.text, nullif(m.footer_html, '') as footer_html, m.track_opens, m.track_clicks, m.utm, m.headers, m.link_params,
      m.audience,
      (select count(*)::int from campaign r where r.tenant_id = ${db.tenantId} and r.parent_id = m.id and r.id <= v.id) as rank,
      exists (select from sending_hook h where h.tenant_id = ${db.tenantId} and h.provider = 'postmark') as is_postmark
    from campaign v join campaign m on m.tenant_id = ${db.tenantId} and m.id = ${campaignId}
    join content_version x on x.tenant_id = ${db.tenantId} and x.owner_kind = 'campaign' and x.owner_id = v.id
      and x.version = v.content_version
    where v.tenant_id = ${db.tenantId} and v.id = ${variantId}`;
  return row;
}

/** The first to send writes them; they never change. */
export async function insertLinks(db: TenantDb, of: VariantKey, links: readonly PlanLink[]): Promise<void> {
  if (links.length === 0) return;
  await db.sql`
    insert into message_link (tenant_id, campaign_id, variant_id, number, url)
    select ${db.tenantId}, ${of.campaignId}, ${of.variantId}, l.number, l.url
    from unnest(${links.map(({ number }) => number)}::int[], ${links.map(({ url }) => url)}::text[]) as l(number, url)
    on conflict do nothing`;
}

export async function findSenderThrottle(db: TenantDb, domain: string, now: Date): Promise<Date | undefined> {
  const [row] = await db.sql<{ until: Date }[]>`
    select until from domain_throttle
    where tenant_id = ${db.tenantId} and side = 'sender' and domain = ${domain} and until > ${now}`;
  return row?.until;
}

export type WarmUpDay = { readonly domain: string; readonly day: string };

/**
 * Takes so many of the day's messages of a domain that warms up, under one lock for all workers. Answers how many it
 * got.
 */
export async function reserveWarmUpQuota(
  db: TenantDb,
  { domain, day }: WarmUpDay,
  { limit, wanted }: { limit: number; wanted: number },
): Promise<number> {
  const { tenantId } = db;
  return db.transaction(async ({ sql }) => {
    await sql`
      insert into warm_up_usage (tenant_id, domain, day, n) values (${tenantId}, ${domain}, ${day}, 0) on conflict do nothing`;
    const [row] = await sql<{ n: number }[]>`
      select n from warm_up_usage where tenant_id = ${tenantId} and domain = ${domain} and day = ${day} for update`;
    const taken = Math.max(0, Math.min(wanted, limit - (row?.n ?? 0)));
    await sql`
      update warm_up_usage set n = n + ${taken} where tenant_id = ${tenantId} and domain = ${domain} and day = ${day}`;
    return taken;
  });
}

/** Those that nobody needed after all. */
export async function releaseWarmUpQuota(
  { sql, tenantId }: TenantDb,
  { domain, day }: WarmUpDay,
  count: number,
): Promise<void> {
  await sql`
    update warm_up_usage set n = n - ${count} where tenant_id = ${tenantId} and domain = ${domain} and day = ${day}`;
}

/** Whose content the contact got; undefined for whom nothing left. */
export async function findSentVariant(
  db: TenantDb,
  campaignId: string,
  contactId: string,
): Promise<string | undefined> {
  const [row] = await db.sql<{ variantId: string }[]>`
    select variant_id from message
    where tenant_id = ${db.tenantId} and campaign_id = ${campaignId} and contact_id = ${contactId}
      and state not in ('queued', 'claimed', 'skipped', 'failed')`;
  return row?.variantId;
}
