import type { Context, VisitorContext } from "../../context.ts";
import type { HandlersOf } from "../../kernel/route.ts";
import { startAuthorization } from "./authorization.ts";
import * as connectedApps from "./connected-apps.ts";
import type { connectedAppRoutes, oauthRoutes, ownAccessRoutes } from "./contract.ts";
import { resourceMetadata, serverMetadata } from "./metadata.ts";
import { listOwnAccess } from "./own-access.ts";
import { registerClient } from "./registration.ts";
import { revokeToken } from "./revocation.ts";
import { issueTokens } from "./tokens.ts";

const oauthHandlers: HandlersOf<VisitorContext, typeof oauthRoutes.records> = {
  getServerMetadata: async ({ baseUrl }) => serverMetadata(baseUrl),
  getServerMetadataOfMcp: async ({ baseUrl }) => serverMetadata(baseUrl),
  getResourceMetadata: async ({ baseUrl }) => resourceMetadata(baseUrl),
  getResourceMetadataOfMcp: async ({ baseUrl }) => resourceMetadata(baseUrl),
  authorizeClient: (ctx, { query }) => startAuthorization(ctx, query),
  registerClient: (ctx, { body }) => registerClient(ctx, body),
  issueTokens: (ctx, { body }) => issueTokens(ctx, body),
  revokeToken: (ctx, { body }) => revokeToken(ctx, body),
};

const connectedAppHandlers: HandlersOf<Context, typeof connectedAppRoutes.records> = {
  listConnectedApps: (ctx) => connectedApps.listConnectedApps(ctx),
  disconnectApp: (ctx, { params }) => connectedApps.disconnectApp(ctx, params.id),
};

const ownAccessHandlers: HandlersOf<VisitorContext, typeof ownAccessRoutes.records> = {
  listOwnAccess: (ctx) => listOwnAccess(ctx),
};

export const handlers = {
  oauth: oauthHandlers,
  connectedApps: connectedAppHandlers,
  ownAccess: ownAccessHandlers,
};
