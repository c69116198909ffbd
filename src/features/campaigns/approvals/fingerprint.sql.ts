import type { Fragment } from "../../../db/client.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { selectFooterHtml } from "../../content/footers/queries.ts";

/**
 * A hash of what campaign `c` would send and to whom: settings, audience, texts, the newest content of each variant and the
 * footer. Its name, tags and time are not part of it: recipients do not see them, and a time may pass while an approval
 * is waited for.
 */
export const fingerprintOf = (db: TenantDb): Fragment => db.sql`
  sha256(convert_to(jsonb_build_array(
    c.shop_id, c.sender_id, c.from_name, c.reply_to, c.audience, c.track_opens, c.track_clicks, c.utm, c.headers,
    c.link_params, c.unsubscribe_page_id, (${footerHtmlOf(db)}),
    (select jsonb_agg(jsonb_build_array(v.language, v.sender_id, v.subject, v.preheader, k.version) order by v.id)
      from campaign v
      join content k on k.tenant_id = ${db.tenantId} and k.owner_kind = 'campaign' and k.owner_id = v.id
      where v.tenant_id = ${db.tenantId} and (v.id = c.id or v.parent_id = c.id))
  )::text, 'UTF8'))`;

const footerHtmlOf = (db: TenantDb): Fragment =>
  selectFooterHtml(db, {
    footerId: db.sql`c.footer_id`,
    shopId: db.sql`c.shop_id`,
    templateId: db.sql`c.template_id`,
  });
