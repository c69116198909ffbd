import { node, toFragment } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";
import type { CustomHeader } from "../../mail/render/message.ts";
import type { LinkParam, Utm } from "../../mail/render/links.ts";
import { signatureOfAudience } from "../segments/audience-signature.sql.ts";
import type { Audience } from "./audience/shapes.ts";

/** A campaign without variants is its own variant. */
export type VariantKey = { readonly tenantId: string; readonly campaignId: string; readonly variantId: string };

export type SendableContent = {
  shopId: string;
  /** Null for the main variant. */
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
  /** The signature of the list or segment that is all of the audience; otherwise empty. */
  signatureHtml: string;
  /** The number of its first link. */
  firstLink: number;
  /** Postmark reports the outcomes of the company's messages. */
  isPostmark: boolean;
};

/** Link numbers are unique in the campaign: each variant has a range larger than the links of any e-mail. */
const linkNumbersPerVariant = 10_000;

/** Subject and content of the variant, everything else of the campaign. */
export async function findSendableContent(
  db: TenantDb,
  { campaignId, variantId }: VariantKey,
): Promise<SendableContent | undefined> {
  const [row] = await db.sql<SendableContent[]>`
    select m.shop_id, v.language, coalesce(v.sender_id, m.sender_id) as sender_id, m.from_name, m.reply_to, v.subject, v.preheader,
      x.html, x.text, nullif(m.footer_html, '') as footer_html, m.track_opens, m.track_clicks, m.utm, m.headers, m.link_params,
      m.audience, ${toFragment(db.sql, signatureOfAudience(db.tenantId, node`m.audience`))} as signature_html,
      (select 1 + count(*)::int * ${linkNumbersPerVariant} from campaign r
        where r.tenant_id = ${db.tenantId} and r.parent_id = m.id and r.id <= v.id) as first_link,
      exists (select from sending_hook h where h.tenant_id = ${db.tenantId} and h.provider = 'postmark') as is_postmark
    from campaign v join campaign m on m.tenant_id = ${db.tenantId} and m.id = ${campaignId}
    join content_version x on x.tenant_id = ${db.tenantId} and x.owner_kind = 'campaign' and x.owner_id = v.id
      and x.version = v.content_version
    where v.tenant_id = ${db.tenantId} and v.id = ${variantId}`;
  return row;
}

/** The variant that was sent to the contact, if any. */
export async function findSentVariant(
  db: TenantDb,
  campaignId: string,
  contactId: string,
): Promise<string | undefined> {
  const [row] = await db.sql<{ variantId: string }[]>`
    select variant_id from message
    where tenant_id = ${db.tenantId} and source_id = ${campaignId} and contact_id = ${contactId}
      and state not in ('queued', 'skipped', 'failed')`;
  return row?.variantId;
}
