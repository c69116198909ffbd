import { createHash, randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { Static } from "typebox";
import { Value } from "typebox/value";
import { RegisteredClient, Tokens } from "../../../src/features/oauth/shapes.ts";
import { adminHeaders } from "../servers/sign-in.ts";
import type { TestCompany } from "./company.ts";

export const redirectUri = "https://assistant.example/callback";

let addresses = 0;
/** Registrations are limited per address, so every test client gets its own. */
const nextAddress = () => `198.51.${100 + Math.floor(addresses / 250)}.${(addresses++ % 250) + 1}`;

export type Fields = Record<string, string>;

export const postForm = (
  server: FastifyInstance,
  url: string,
  { form, headers = {} }: { form: Fields | URLSearchParams; headers?: Fields },
) =>
  server.inject({
    method: "POST",
    url,
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    payload: new URLSearchParams(form).toString(),
  });

export const register = (server: FastifyInstance, body: unknown, remoteAddress = nextAddress()) =>
  server.inject({
    method: "POST",
    url: "/oauth/register",
    remoteAddress,
    headers: { "content-type": "application/json" },
    payload: JSON.stringify(body),
  });

/** A public client unless another method is given. */
export async function aClient(server: FastifyInstance, fields: Record<string, unknown> = {}) {
  const answer = await register(server, {
    redirect_uris: [redirectUri],
    client_name: "Assistant",
    token_endpoint_auth_method: "none",
    ...fields,
  });
  return Value.Parse(RegisteredClient, answer.json());
}

export function pkce() {
  const verifier = randomBytes(32).toString("base64url");
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
}

export type AuthorizationRequest = { clientId: string; challenge: string; change?: Fields; without?: string };

export function authorizePath({ clientId, challenge, change = {}, without = "" }: AuthorizationRequest): string {
  const query = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: challenge,
    code_challenge_method: "S256",
    state: "a state & more",
    ...change,
  });
  query.delete(without);
  return `/oauth/authorize?${query}`;
}

/** The path of the consent page. */
export async function startConsent(server: FastifyInstance, request: AuthorizationRequest, headers: Fields = {}) {
  const answer = await server.inject({ method: "GET", url: authorizePath(request), headers });
  const { pathname } = new URL(String(answer.headers.location));
  if (!pathname.startsWith("/oauth/consent/")) throw new Error(`authorize answered ${answer.headers.location}`);
  return pathname;
}

export const csrfIn = (page: string): string => /name="csrf" value="([^"]+)"/.exec(page)?.[1] ?? "";

export type SignedIn = { server: FastifyInstance; path: string; cookie: string };

/** Opens the consent page as the person of the session and posts its form with these fields. */
export async function submitConsent({ server, path, cookie }: SignedIn, form: Fields, headers: Fields = {}) {
  const page = await server.inject({ method: "GET", url: path, headers: { cookie, ...headers } });
  return postForm(server, path, { form: { csrf: csrfIn(page.body), ...form }, headers: { cookie, ...headers } });
}

export const locationOf = (answer: { headers: Record<string, unknown> }): URL =>
  new URL(String(answer.headers["location"]));

type ConnectOptions = {
  scope?: "read" | "full";
  client?: Static<typeof RegisteredClient>;
  cookie?: string;
  headers?: Fields;
};

/** A code for a client that the administrator allowed. */
export async function aCode(own: TestCompany, options: ConnectOptions = {}) {
  const { server, tenant } = own;
  const { scope = "read", headers = {} } = options;
  const client = options.client ?? (await aClient(server));
  const { verifier, challenge } = pkce();
  const cookie = options.cookie ?? (await adminHeaders(own)).cookie;
  const path = await startConsent(server, { clientId: client.client_id, challenge, change: { scope } }, headers);
  const answer = await submitConsent({ server, path, cookie }, { company: tenant, scope, allow: "allow" }, headers);
  const code = locationOf(answer).searchParams.get("code") ?? "";
  return { client, code, verifier };
}

export type IssuedCode = { client: { client_id: string }; code: string; verifier: string };

export const exchange = (
  server: FastifyInstance,
  { client, code, verifier }: IssuedCode,
  { change = {}, headers = {} }: { change?: Fields; headers?: Fields } = {},
) =>
  postForm(server, "/oauth/token", {
    form: {
      grant_type: "authorization_code",
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
      client_id: client.client_id,
      ...change,
    },
    headers,
  });

export const refresh = (
  server: FastifyInstance,
  { client, token }: { client: { client_id: string }; token: string },
  { change = {}, headers = {} }: { change?: Fields; headers?: Fields } = {},
) =>
  postForm(server, "/oauth/token", {
    form: { grant_type: "refresh_token", refresh_token: token, client_id: client.client_id, ...change },
    headers,
  });

export const parseTokens = (answer: { json: () => unknown }) => Value.Parse(Tokens, answer.json());

/** A connected app of the administrator with its tokens. */
export async function aConnectedApp(own: TestCompany, options: ConnectOptions = {}) {
  const issued = await aCode(own, options);
  const { headers = {} } = options;
  return { ...issued, ...parseTokens(await exchange(own.server, issued, { headers })) };
}
