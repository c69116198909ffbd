import { memberHooks } from "../members/member-hooks.ts";
import { updateGrantsOfMemberRevoked } from "./grants.queries.ts";

export const hooks = [
  memberHooks.implement({
    onAccessEnded: ({ db, clock }, memberId) => updateGrantsOfMemberRevoked(db, memberId, clock.now()),
  }),
];
