import type { TenantDb } from "../../db/tenant.ts";
import type { Audience } from "./audience/shapes.ts";

export type CampaignUnderway = {
  id: string;
  name: string;
  shopId: string;
  audience: Partial<Audience>;
  /** Not all of its recipients are written yet. */
  isOpen: boolean;
};

/** Campaigns that will send without any further decision: scheduled ones and those that are being sent. */
export const listCampaignsUnderway = (db: TenantDb): Promise<CampaignUnderway[]> => db.sql<CampaignUnderway[]>`
  select c.id, c.name, c.shop_id, c.audience, bool_or(v.status = 'scheduled') or exists (
      select from campaign_expansion e where e.tenant_id = ${db.tenantId} and e.campaign_id = c.id) as is_open
  from campaign v join campaign c on c.tenant_id = ${db.tenantId} and c.id = coalesce(v.parent_id, v.id)
  where v.tenant_id = ${db.tenantId} and v.status in ('scheduled', 'sending')
  group by c.id, c.name, c.shop_id, c.audience order by c.id`;
