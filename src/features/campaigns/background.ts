import { handleAction, type BackgroundParts } from "../../feature.ts";
import { runCampaignCancellation } from "./lifecycle/jobs.ts";
import { campaignSource } from "./source.ts";

export const background: BackgroundParts = {
  messageSources: [campaignSource],
  actions: [handleAction(runCampaignCancellation)],
};
