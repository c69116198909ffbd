import type { BackgroundParts } from "../../feature.ts";
import { actionRunner } from "../../jobs/actions.ts";
import { runContactLanguageChange } from "./shops/jobs.ts";

export const background: BackgroundParts = {
  actions: [actionRunner(runContactLanguageChange)],
};
