import type { FeatureHooks } from "../../context.ts";
import { removeFormFromSites } from "./queries.ts";

export const hooks: FeatureHooks = {
  detach: async ({ db }, object) => {
    if (object.kind === "form") await removeFormFromSites(db, object.id);
  },
};
