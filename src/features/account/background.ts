import { handleAction, type BackgroundParts } from "../../feature.ts";
import { runContactLanguageChange } from "./shops/jobs.ts";

export const background: BackgroundParts = {
  actions: [handleAction(runContactLanguageChange)],
};
