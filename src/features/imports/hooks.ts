import type { FeatureHooks } from "../../context.ts";
import { eraseImportData } from "./erasure.queries.ts";
import { actionsOnLists } from "./actions-on-lists.sql.ts";

export const hooks: FeatureHooks = {
  onErase: ({ db }, contact) => eraseImportData(db, contact),
  actionsOnLists,
};
