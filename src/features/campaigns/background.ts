import { handleAction, type BackgroundParts } from "../../feature.ts";
import { campaignCancellation } from "./lifecycle/jobs.ts";

export const background: BackgroundParts = {
  actions: [handleAction(campaignCancellation)],
};
