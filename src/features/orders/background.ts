import { handleAction, type BackgroundParts } from "../../feature.ts";
import { runOrderStatesChange } from "./jobs.ts";
import { findOrderTotalDifferences } from "./totals.queries.ts";

export const background: BackgroundParts = {
  actions: [handleAction(runOrderStatesChange)],
  checks: [{ name: "order totals", findDifferences: findOrderTotalDifferences }],
};
