import type { BackgroundParts } from "../../feature.ts";
import { actionRunner } from "../../jobs/actions.ts";
import { runOrderStatesChange } from "./jobs.ts";
import { findOrderTotalDifferences } from "./totals.queries.ts";

export const background: BackgroundParts = {
  actions: [actionRunner(runOrderStatesChange)],
  checks: [{ name: "order totals", findDifferences: findOrderTotalDifferences }],
};
