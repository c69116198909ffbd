import { connectionHooks } from "../sending/connections/connection-hooks.ts";
import { findPlanEnd } from "../account/company/queries.ts";
import { isPlanOver } from "./plan.ts";
import { getDebt } from "./queries.ts";

export const hooks = [
  connectionHooks.implement({
    isIncluded: async ({ db, clock }) => {
      const now = clock.now();
      return (await getDebt(db, now)).isBilled && !isPlanOver(await findPlanEnd(db), now);
    },
  }),
];
