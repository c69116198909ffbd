import type { FeatureHooks } from "../../context.ts";
import { updateGrantsOfMemberRevoked } from "./grants.queries.ts";

export const hooks: FeatureHooks = {
  onMemberRemoved: ({ db, clock }, memberId) => updateGrantsOfMemberRevoked(db, memberId, clock.now()),
};
