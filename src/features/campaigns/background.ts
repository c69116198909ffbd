import type { BackgroundParts } from "../../feature.ts";
import { actionRunner } from "../../jobs/actions.ts";
import { runCampaignCancellation } from "./lifecycle/jobs.ts";
import { campaignSource } from "./source.ts";

export const background: BackgroundParts = {
  messageSources: [campaignSource],
  actions: [actionRunner(runCampaignCancellation)],
};
