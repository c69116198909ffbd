import type { FeatureHooks } from "../../context.ts";
import { deleteExportedFiles, lockExportedFiles } from "./queries.ts";

export const hooks: FeatureHooks = {
  beforeErase: ({ db }) => lockExportedFiles(db),
  onErase: ({ db }) => deleteExportedFiles(db),
};
