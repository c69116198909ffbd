import type { VisitorContext } from "../../context.ts";
import { randomToken, sha256 } from "../../kernel/crypto.ts";
import { addMs, minutes } from "../../kernel/local-time.ts";
import { OAuthError } from "../../kernel/oauth-error.ts";
import { findClient } from "./clients.ts";
import type { ClientRecord } from "./clients.queries.ts";
import { resourceOf } from "./metadata.ts";
import { queryParameters, required, type Parameters } from "./parameters.ts";
import { matchesRedirectUri, withAnswer } from "./redirect-uris.ts";
import { insertRequest } from "./requests.queries.ts";
import { parseScope } from "./scopes.ts";

const requestMs = minutes(10);
const challengePattern = /^[A-Za-z0-9_-]{43}$/;

/**
 * The address of the consent page, or of the client with an error. An unknown client or redirect address is never
 * redirected to: it is an error of this request.
 */
export async function startAuthorization(ctx: VisitorContext, query: unknown): Promise<string> {
  const parameters = queryParameters(query);
  const client = await findClient(ctx, required(parameters, "client_id"));
  if (client === undefined) throw new OAuthError("invalid_request", "client_id");
  const redirectUri = parseRedirectUri(client, parameters);
  const state = parseState(parameters);
  try {
    return await storeRequest(ctx, { client, redirectUri, state, parameters });
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    const { code, message } = error;
    return withAnswer(redirectUri, { error: code, error_description: message, state, iss: ctx.baseUrl });
  }
}

function parseRedirectUri({ redirectUris }: ClientRecord, parameters: Parameters): string {
  const requested = required(parameters, "redirect_uri");
  if (!redirectUris.some((registered) => matchesRedirectUri(registered, requested))) {
    throw new OAuthError("invalid_request", "redirect_uri");
  }
  return requested;
}

/** A repeated state is left out of the answer; the request itself is refused for it. */
function parseState(parameters: Parameters): string | null {
  try {
    return parameters("state") ?? null;
  } catch (error) {
    if (error instanceof OAuthError) return null;
    throw error;
  }
}

type AuthorizationRequest = {
  readonly client: ClientRecord;
  readonly redirectUri: string;
  readonly state: string | null;
  readonly parameters: Parameters;
};

async function storeRequest(ctx: VisitorContext, request: AuthorizationRequest): Promise<string> {
  const { client, redirectUri, state, parameters } = request;
  parameters("state");
  if (required(parameters, "response_type") !== "code") {
    throw new OAuthError("unsupported_response_type", "response_type");
  }
  const codeChallenge = required(parameters, "code_challenge");
  if (!challengePattern.test(codeChallenge)) throw new OAuthError("invalid_request", "code_challenge");
  if (required(parameters, "code_challenge_method") !== "S256") {
    throw new OAuthError("invalid_request", "code_challenge_method");
  }
  const token = randomToken();
  const at = ctx.clock.now();
  const stored = {
    tokenHash: sha256(token),
    clientId: client.id,
    redirectUri,
    codeChallenge,
    scope: parseScope(parameters("scope")),
    state,
    resource: requireResource(ctx, parameters),
    expiresAt: addMs(at, requestMs),
  };
  await insertRequest(ctx.db, stored, at);
  return `${ctx.baseUrl}/oauth/consent/${token}`;
}

/** The resource of this host, which is also the default (RFC 8707). */
export function requireResource({ baseUrl }: Pick<VisitorContext, "baseUrl">, parameters: Parameters): string {
  const own = resourceOf(baseUrl);
  if ((readResource(parameters) ?? own) !== own) throw new OAuthError("invalid_target", "resource");
  return own;
}

/** Several resources are valid by RFC 8707, but this server has one. */
function readResource(parameters: Parameters): string | undefined {
  try {
    return parameters("resource");
  } catch (error) {
    throw error instanceof OAuthError ? new OAuthError("invalid_target", "resource") : error;
  }
}
