import { type BackgroundParts } from "../../feature.ts";
import { findStatDifferences } from "./differences.queries.ts";
import { campaignStatListener } from "./listeners.ts";

export const background: BackgroundParts = {
  listeners: [campaignStatListener],
  checks: [{ name: "campaign statistics", findDifferences: findStatDifferences }],
};
