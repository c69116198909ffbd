import type { FeatureHooks } from "../../context.ts";
import { updateGrantsOfMemberRevoked } from "./grants.queries.ts";

export const hooks: FeatureHooks = {
  onAccessEnded: ({ db, clock }, memberId) => updateGrantsOfMemberRevoked(db, memberId, clock.now()),
};
