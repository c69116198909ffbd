import type { FeatureHooks } from "../context.ts";
import { deleteResponsesMentioning } from "./queries.ts";

export const httpHooks: FeatureHooks = {
  onErase: ({ db }, { email }) => deleteResponsesMentioning(db, email),
};
