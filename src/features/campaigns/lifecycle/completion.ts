import type { TenantDb } from "../../../db/tenant.ts";
import { insertNotification } from "../../../jobs/queries.ts";
import { toCounts } from "../progress.ts";
import { listStateCounts } from "../progress.queries.ts";
import { findCampaign } from "../queries.ts";

/**
 * Notifies the company when the last variant is completed, once per campaign. The caller holds the lock of the campaign
 * row.
 */
export async function notifyWhenCompleted(db: TenantDb, campaignId: string, at: Date): Promise<void> {
  const campaign = await findCampaign(db, campaignId);
  if (campaign?.status !== "completed") return;
  const counts = toCounts(await listStateCounts(db, [campaignId]));
  await insertNotification(db, { type: "campaign_sent", params: { campaignId, name: campaign.name, counts }, at });
}
