import { handleAction, type BackgroundParts } from "../../feature.ts";
import { orderStatesChange } from "./jobs.ts";
import { findOrderTotalDifferences } from "./totals.ts";

export const background: BackgroundParts = {
  actions: [handleAction(orderStatesChange)],
  checks: [{ name: "order totals", findDifferences: findOrderTotalDifferences }],
};
