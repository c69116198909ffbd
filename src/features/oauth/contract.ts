import { Type } from "typebox";
import { Redirect } from "../../kernel/redirect.ts";
import { defineRoutes, defineVisitorRoutes } from "../../kernel/route.ts";
import { Items } from "../../kernel/schema.ts";
import * as shapes from "./shapes.ts";

const clientErrors = ["invalid_request client_id", "invalid_client credentials"];

export const oauthRoutes = defineVisitorRoutes("OAuth", {
  getServerMetadata: {
    method: "GET",
    path: "/.well-known/oauth-authorization-server",
    mcp: "never",
    access: "public",
    protocol: "oauth",
    summary: "Metadata of the authorization server (RFC 8414)",
    answers: { 200: shapes.ServerMetadata },
    errors: [],
  },
  getServerMetadataOfMcp: {
    method: "GET",
    path: "/.well-known/oauth-authorization-server/mcp",
    mcp: "never",
    access: "public",
    protocol: "oauth",
    summary: "The same metadata, where clients of `/mcp` look for it",
    answers: { 200: shapes.ServerMetadata },
    errors: [],
  },
  getResourceMetadata: {
    method: "GET",
    path: "/.well-known/oauth-protected-resource",
    mcp: "never",
    access: "public",
    protocol: "oauth",
    summary: "Metadata of the protected resource `/mcp` (RFC 9728)",
    answers: { 200: shapes.ResourceMetadata },
    errors: [],
  },
  getResourceMetadataOfMcp: {
    method: "GET",
    path: "/.well-known/oauth-protected-resource/mcp",
    mcp: "never",
    access: "public",
    protocol: "oauth",
    summary: "The same metadata, where clients of `/mcp` look for it",
    answers: { 200: shapes.ResourceMetadata },
    errors: [],
  },
  authorizeClient: {
    method: "GET",
    path: "/oauth/authorize",
    mcp: "never",
    effect: "discloses",
    access: "public",
    protocol: "oauth",
    risk: "write",
    summary: "Start an authorization; redirects to the consent page, or back to the client with an error",
    query: shapes.AuthorizationQuery,
    answers: { 302: Redirect },
    errors: ["invalid_request client_id", "invalid_request redirect_uri", "rate_limited oauth-document"],
  },
  registerClient: {
    method: "POST",
    path: "/oauth/register",
    mcp: "never",
    effect: "internal",
    access: "public",
    protocol: "oauth",
    summary: "Register a client (RFC 7591), at most 20 an hour per address; a secret is shown only in this response",
    body: shapes.ClientRegistration,
    answers: { 201: shapes.RegisteredClient },
    errors: [
      "invalid_redirect_uri redirect_uris",
      "invalid_client_metadata <field>",
      "rate_limited oauth-registration",
    ],
  },
  issueTokens: {
    method: "POST",
    path: "/oauth/token",
    mcp: "never",
    effect: "internal",
    access: "public",
    protocol: "oauth",
    bodyFormat: "form",
    summary: "Exchange an authorization code or a refresh token for new tokens; each of them works once",
    body: shapes.TokenRequest,
    answers: { 200: shapes.Tokens },
    errors: [
      ...clientErrors,
      "invalid_request <parameter>",
      "invalid_grant code",
      "invalid_grant refresh_token",
      "invalid_target resource",
      "unsupported_grant_type grant_type",
    ],
  },
  revokeToken: {
    method: "POST",
    path: "/oauth/revoke",
    mcp: "never",
    effect: "internal",
    access: "public",
    protocol: "oauth",
    bodyFormat: "form",
    summary: "Revoke an access token, or with a refresh token everything that was granted (RFC 7009)",
    body: shapes.RevocationRequest,
    answers: { 200: Type.Object({}) },
    errors: [...clientErrors, "invalid_request token"],
  },
});

/** Here and not with the sessions, because connected apps are part of it. */
export const ownAccessRoutes = defineVisitorRoutes("Session", {
  listOwnAccess: {
    method: "GET",
    path: "/api/v1/session/access",
    mcp: "never",
    access: "signed_in",
    summary: "Connected apps and valid API keys of the signed-in person in all companies: what a password reset ends",
    answers: { 200: shapes.OwnAccess },
    errors: [],
  },
});

export const connectedAppRoutes = defineRoutes("People", null, {
  listConnectedApps: {
    method: "GET",
    path: "/connected-apps",
    mcp: "never",
    access: "member",
    summary: "Applications that members connected by OAuth; only administrators see those of others",
    answers: { 200: Items(shapes.ConnectedApp) },
    errors: [],
  },
  disconnectApp: {
    method: "DELETE",
    path: "/connected-apps/{id}",
    mcp: "never",
    effect: "internal",
    access: "member",
    summary: "Disconnect an application at once; only administrators disconnect those of others",
    answers: { 204: null },
    errors: ["not_found connected_app"],
  },
});
