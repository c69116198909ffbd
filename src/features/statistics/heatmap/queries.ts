import type { TenantDb } from "../../../db/tenant.ts";
import type { LinkParam, Utm } from "../../../mail/render/links.ts";

export type LinkSettings = { utm: Utm | null; linkParams: LinkParam[] };

/** What was added to the addresses of a campaign. */
export async function findLinkSettings(db: TenantDb, campaignId: string): Promise<LinkSettings | undefined> {
  const [row] = await db.sql<LinkSettings[]>`
    select utm, link_params from campaign where tenant_id = ${db.tenantId} and id = ${campaignId}`;
  return row;
}
