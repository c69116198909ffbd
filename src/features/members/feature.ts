import { defineFeature } from "../../feature.ts";
import { membersRoutes, sessionRoutes } from "./contract.ts";

export const membersFeature = defineFeature({
  name: "members",
  tables: [
    "api_key",
    "api_key_lookup",
    "invitation",
    "invitation_lookup",
    "membership",
    "password_reset",
    "password_reset_lookup",
    "person",
    "person_session",
    "recovery_code",
    "security_notice",
    "sign_in_attempt",
    "support_view",
  ],
  contracts: { people: membersRoutes, sessions: sessionRoutes },
  handlers: () => import("./handlers.ts"),
  background: () => import("./background.ts"),
});
