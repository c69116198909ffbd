import { addMs } from "../../../src/kernel/local-time.ts";
import type { TestCompany } from "./company.ts";
import { judgeAll } from "./judged-events.ts";
import { aToken } from "../servers/public-pages.ts";

/** A message that was sent a minute ago, and the token in its links. */
export type SentMessage = { campaignId: string; contactId: string; token: string };

/** A sent campaign with links, without messages. */
export async function aCampaignWithLinks(
  { ctx, shopId, clock }: TestCompany,
  urls: readonly string[],
): Promise<string> {
  const { sql, tenantId } = ctx.db;
  const [row] = await sql<{ id: string }[]>`
    insert into campaign (tenant_id, name, subject, shop_id, status, created_at)
    values (${tenantId}, 'Spring', 'Spring is here', ${shopId}, 'completed', ${clock.now()}) returning id`;
  const id = row?.id ?? "";
  await addLinks(ctx.db, { campaignId: id, variantId: id, from: 1, urls });
  return id;
}

export async function addLinks(
  { sql, tenantId }: TestCompany["ctx"]["db"],
  links: { campaignId: string; variantId: string; from: number; urls: readonly string[] },
): Promise<void> {
  for (const [index, url] of links.urls.entries()) {
    await sql`
      insert into message_link (tenant_id, source_id, variant_id, number, url)
      values (${tenantId}, ${links.campaignId}, ${links.variantId}, ${links.from + index}, ${url})`;
  }
}

export async function aSentMessage(
  own: TestCompany,
  campaignId: string,
  fields: Record<string, unknown> = {},
): Promise<SentMessage> {
  const { ctx, clock } = own;
  const contact = await own.aContact(fields);
  const sentAt = addMs(clock.now(), -60_000);
  await ctx.db.sql`
    insert into message (tenant_id, source_id, contact_id, variant_id, batch_id, state, domain, tried_at, sent_at,
      delivered_at)
    values (${ctx.db.tenantId}, ${campaignId}, ${contact.id}, ${campaignId}, 1, 'sent', 'example.com', ${sentAt}, ${sentAt},
      ${sentAt})`;
  return {
    campaignId,
    contactId: contact.id,
    token: aToken(own, { purpose: "click", contactId: contact.id, campaignId }),
  };
}

export const browserUserAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0";

/** The state of a message after its stored events were judged. */
export async function trackedState(own: TestCompany, { campaignId, contactId }: SentMessage) {
  await judgeAll(own);
  const { sql, tenantId } = own.ctx.db;
  const [message] = await sql`
    select opened_at, clicked_at, bot_seen_at, links from message
    where tenant_id = ${tenantId} and source_id = ${campaignId} and contact_id = ${contactId}`;
  const journal = await sql`
    select type, at, payload from journal
    where tenant_id = ${tenantId} and contact_id = ${contactId} and type like 'email%' order by id`;
  return { message, journal: [...journal] };
}
