import type { VisitorContext } from "../../context.ts";
import type { TenantDb } from "../../db/tenant.ts";
import type { Scope } from "../../kernel/access.ts";
import { isSameSecret, randomToken, sha256 } from "../../kernel/crypto.ts";
import { addMs } from "../../kernel/local-time.ts";
import { OAuthError } from "../../kernel/oauth-error.ts";
import { requireResource } from "./authorization.ts";
import { authenticateClient } from "./clients.ts";
import type { ClientRecord } from "./clients.queries.ts";
import * as grants from "./grants.queries.ts";
import { formParameters, required, type Parameters } from "./parameters.ts";
import * as queries from "./tokens.queries.ts";
import { readOAuthSettings } from "./settings.ts";

type TokenRequest = { readonly client: ClientRecord; readonly form: Parameters };

export async function issueTokens(ctx: VisitorContext, body: unknown) {
  const form = formParameters(body);
  const grantType = required(form, "grant_type");
  if (grantType !== "authorization_code" && grantType !== "refresh_token") {
    throw new OAuthError("unsupported_grant_type", "grant_type");
  }
  const client = await authenticateClient(ctx, form);
  return grantType === "authorization_code"
    ? exchangeCode(ctx, { client, form })
    : exchangeRefreshToken(ctx, { client, form });
}

const invalidCode = () => new OAuthError("invalid_grant", "code");
const invalidRefreshToken = () => new OAuthError("invalid_grant", "refresh_token");

/** A second use of the code revokes the grant; so does a wrong verifier or redirect address, because the code leaked. */
async function exchangeCode(ctx: VisitorContext, { client, form }: TokenRequest) {
  const [code, redirectUri, verifier] = ["code", "redirect_uri", "code_verifier"].map((name) => required(form, name));
  const grant = await grants.findGrantByCode(ctx.db, sha256(code ?? ""), client.id);
  if (grant === undefined) throw invalidCode();
  if (grant.resource !== requireResource(ctx, form)) throw new OAuthError("invalid_target", "resource");
  const isProven = redirectUri === grant.redirectUri && isVerifier(verifier ?? "", grant.codeChallenge);
  const { grantId, scope } = grant;
  const tokens = await ctx.db.forTenant(grant.tenantId).transaction(async (db) => {
    const at = ctx.clock.now();
    const use = await grants.updateCodeUsed(db, grantId, at);
    const isValid = use !== undefined && !use.isExpired && isProven && (await grants.isGrantUsable(db, grantId));
    if (isValid) return insertTokens(ctx, db, { grantId, scope });
    // Committed although the request fails.
    await grants.updateGrantRevoked(db, grantId, at);
    return undefined;
  });
  if (tokens === undefined) throw invalidCode();
  return tokens;
}

/** S256 of RFC 7636. */
const isVerifier = (verifier: string, challenge: string): boolean =>
  /^[A-Za-z0-9._~-]{43,128}$/.test(verifier) && isSameSecret(sha256(verifier).toString("base64url"), challenge);

/** Each refresh token works once. A second use means that it was stolen, and revokes the grant with all its tokens. */
async function exchangeRefreshToken(ctx: VisitorContext, { client, form }: TokenRequest) {
  const token = await queries.findToken(ctx.db, sha256(required(form, "refresh_token")));
  if (token === undefined || token.kind !== "refresh" || token.clientId !== client.id) throw invalidRefreshToken();
  if (token.resource !== requireResource(ctx, form)) throw new OAuthError("invalid_target", "resource");
  const { grantId, scope } = token;
  const tokens = await ctx.db.forTenant(token.tenantId).transaction(async (db) => {
    const at = ctx.clock.now();
    const use = await queries.updateTokenEnded(db, token.id, at);
    if (use === undefined) await grants.updateGrantRevoked(db, grantId, at);
    const isValid = use !== undefined && !use.isExpired && (await grants.isGrantUsable(db, grantId));
    return isValid ? insertTokens(ctx, db, { grantId, scope }) : undefined;
  });
  if (tokens === undefined) throw invalidRefreshToken();
  return tokens;
}

/** Earlier access tokens stay valid until they expire, for calls that are under way. */
async function insertTokens(ctx: VisitorContext, db: TenantDb, grant: { grantId: string; scope: Scope }) {
  const { accessS, refreshS } = readOAuthSettings(ctx);
  const at = ctx.clock.now();
  const [accessToken, refreshToken] = [`pso_${randomToken()}`, `psr_${randomToken()}`];
  const expiresAt = addMs(at, refreshS * 1000);
  const access = { kind: "access", hash: sha256(accessToken), expiresAt: addMs(at, accessS * 1000) } as const;
  await queries.insertToken(db, grant.grantId, access);
  await queries.insertToken(db, grant.grantId, { kind: "refresh", hash: sha256(refreshToken), expiresAt });
  await queries.updateGrantConnected(db, grant.grantId, { at, expiresAt });
  return {
    access_token: accessToken,
    token_type: "Bearer" as const,
    expires_in: accessS,
    refresh_token: refreshToken,
    scope: grant.scope,
  };
}
