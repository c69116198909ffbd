import { handleAction, type BackgroundParts } from "../../feature.ts";
import { contactLanguageChange } from "./shops/jobs.ts";

export const background: BackgroundParts = {
  actions: [handleAction(contactLanguageChange)],
};
