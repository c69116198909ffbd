import { defineFeature } from "../../feature.ts";
import { connectedAppRoutes, oauthRoutes, ownAccessRoutes } from "./contract.ts";

export const oauthFeature = defineFeature({
  name: "oauth",
  tables: ["oauth_client", "oauth_code_lookup", "oauth_grant", "oauth_request", "oauth_token", "oauth_token_lookup"],
  contracts: { oauth: oauthRoutes, connectedApps: connectedAppRoutes, ownAccess: ownAccessRoutes },
  handlers: () => import("./handlers.ts"),
  background: () => import("./background.ts"),
  hooks: () => import("./hooks.ts"),
});
