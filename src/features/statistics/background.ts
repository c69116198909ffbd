import { type BackgroundParts } from "../../feature.ts";
import { findStatDifferences } from "./differences.queries.ts";
import { campaignStatListener } from "./listeners.ts";
import { reconcileStatistics } from "./reconcile.ts";

export const background: BackgroundParts = {
  listeners: [campaignStatListener],
  checks: [
    { name: "repaired statistics", findDifferences: reconcileStatistics },
    { name: "campaign statistics", findDifferences: findStatDifferences },
  ],
};
