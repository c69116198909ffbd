import { handleAction, type BackgroundParts } from "../../feature.ts";
import { runCampaignCancellation } from "./lifecycle/jobs.ts";

export const background: BackgroundParts = {
  actions: [handleAction(runCampaignCancellation)],
};
