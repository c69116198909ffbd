import { randomUUID } from "node:crypto";
import type { VisitorContext } from "../../context.ts";
import { randomToken, sha256 } from "../../kernel/crypto.ts";
import { OAuthError } from "../../kernel/oauth-error.ts";
import { limitPerHour } from "../members/sessions/throttle.ts";
import { imitatesProduct } from "./client-names.ts";
import { insertClient } from "./clients.queries.ts";
import { grantTypes, responseTypes } from "./metadata.ts";
import { isAllowedRedirectUri, redirectTarget } from "./redirect-uris.ts";
import { authMethods, type AuthMethod } from "./shapes.ts";

const maxPerHour = 20;
const maxRedirectUris = 20;
const maxNameLength = 200;

export type ClientMetadata = { readonly name: string; readonly redirectUris: readonly string[] };

/** Only registrations that would succeed count towards the limit. */
export async function registerClient(ctx: VisitorContext, body: unknown) {
  const sent: Record<string, unknown> = Object(body);
  const method = parseAuthMethod(sent);
  const metadata = parseClientMetadata(sent);
  await limitPerHour(ctx, "oauth-registration", maxPerHour);
  const clientId = randomUUID();
  const secret = method === "none" ? undefined : `pss_${randomToken()}`;
  const at = ctx.clock.now();
  await insertClient(ctx.db, {
    clientId,
    ...metadata,
    secretHash: secret === undefined ? null : sha256(secret),
    at,
  });
  return {
    client_id: clientId,
    client_id_issued_at: Math.floor(at.getTime() / 1000),
    ...(secret === undefined ? {} : { client_secret: secret, client_secret_expires_at: 0 }),
    client_name: metadata.name,
    redirect_uris: [...metadata.redirectUris],
    token_endpoint_auth_method: method,
    grant_types: [...grantTypes],
    response_types: [...responseTypes],
  };
}

/** Fields that registered clients and metadata documents have in common. */
export function parseClientMetadata(sent: Record<string, unknown>): ClientMetadata {
  const redirectUris = parseRedirectUris(sent["redirect_uris"]);
  requireWord(sent, "grant_types", "authorization_code");
  requireWord(sent, "response_types", "code");
  return { name: parseName(sent["client_name"], redirectUris), redirectUris };
}

function parseRedirectUris(sent: unknown): string[] {
  const isUri = (uri: unknown): uri is string => typeof uri === "string" && isAllowedRedirectUri(uri);
  if (!Array.isArray(sent) || sent.length === 0 || sent.length > maxRedirectUris || !sent.every(isUri)) {
    throw new OAuthError("invalid_redirect_uri", "redirect_uris");
  }
  return [...new Set(sent)];
}

/** Control and format characters are refused: they could disguise the name on the consent page. */
function parseName(sent: unknown, redirectUris: readonly string[]): string {
  const targets = redirectUris.map(redirectTarget);
  const name = sent ?? targets[0]?.name;
  const isValid =
    typeof name === "string" && name.length <= maxNameLength && !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(name);
  const isLocal = targets.every((target) => target.isLocal);
  if (!isValid || name.trim() === "" || imitatesProduct({ name, isLocal })) {
    throw new OAuthError("invalid_client_metadata", "client_name");
  }
  return name.trim();
}

function parseAuthMethod(sent: Record<string, unknown>): AuthMethod {
  const field = "token_endpoint_auth_method";
  const method = authMethods.find((known) => known === (sent[field] ?? "client_secret_basic"));
  if (method === undefined) throw new OAuthError("invalid_client_metadata", field);
  return method;
}

/** A list that is sent must include what this server supports. */
function requireWord(sent: Record<string, unknown>, field: string, word: string): void {
  const list = sent[field];
  if (list === undefined || (Array.isArray(list) && list.includes(word))) return;
  throw new OAuthError("invalid_client_metadata", field);
}
