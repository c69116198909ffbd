import type { FeatureHooks } from "../../context.ts";
import { fileReferences } from "./file-references.sql.ts";

export const hooks: FeatureHooks = {
  fileReferences,
};
