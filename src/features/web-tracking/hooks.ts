import { formHooks } from "../forms/form-hooks.ts";
import { removeFormFromSites } from "./queries.ts";

export const hooks = [formHooks.implement({ detach: ({ db }, id) => removeFormFromSites(db, id) })];
