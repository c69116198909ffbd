import type { FastifyReply, FastifyRequest } from "fastify";
import { updateKeyUse } from "../features/members/queries.ts";
import type { Actor } from "../kernel/actor.ts";
import { isGuid, type Company } from "../kernel/company.ts";
import { allows, type Level, type Module, type Scope } from "../kernel/access.ts";
import { detectProtocol } from "../kernel/protocol.ts";
import { isSameSecret, sha256, deriveCsrfToken } from "../kernel/crypto.ts";
import { openCompany } from "../kernel/fingerprint-key.ts";
import { ApiError, forbidden, unauthorized } from "../kernel/errors.ts";
import type { Operation } from "../registry/registry.ts";
import { readCredentials, sessionCookieOf } from "./credentials.ts";
import type { TokenGrant, KeyCredentials } from "./rate-limited-keys.ts";
import { withDatabaseTimeout } from "./database-timeout.ts";
import { recordKeyUse, recordRejectedKey } from "./key-uses.ts";
import { insertFullBucket, takeCompanyTokens } from "./queries.ts";
import { rateHeaders, rateLimitError } from "./rate-limit.ts";
import type { ServerDeps } from "./server-deps.ts";
import * as sessions from "./session-queries.ts";

export type Identity = {
  readonly company: Company;
  readonly actor: Actor;
  readonly scope: Scope;
  can(module: Module, level: Level): boolean;
};

type Exchange = { readonly request: FastifyRequest; readonly reply: FastifyReply };

export type SessionVisitor = { readonly token: string | undefined; readonly personId: string | undefined };

/** Paths of a company: requests need credentials even where there is no operation. */
export const needsIdentity = (url: string): boolean =>
  url.startsWith("/api/v1/tenants/") || detectProtocol(url) === "v3";

/**
 * 401, then 429, then 403 csrf, tenant and two_factor: the checks for every request of a company, independent of the
 * route. The compatible API has no company in its path: it is that of the key.
 */
export async function identify(deps: ServerDeps, request: FastifyRequest, reply: FastifyReply): Promise<Identity> {
  const credentials = readCredentials(request.headers, sessionCookieOf(deps.publicUrls));
  if (credentials.kind === "none") {
    if (request.headers.authorization !== undefined) recordRejectedKey(deps, request);
    throw unauthorized();
  }
  if (detectProtocol(request.url) === "v3") {
    if (credentials.kind !== "key") throw unauthorized();
    return identifyKey(deps, credentials, reply);
  }
  const identity =
    credentials.kind === "key"
      ? await identifyKey(deps, credentials, reply)
      : await identifyMember(deps, credentials.token, { request, reply });
  if (identity.company.guid !== tenantIn(request.url)) throw forbidden("tenant");
  return identity;
}

/** 403 api_key, read_only, module and scope: the checks of the operation. */
export function authorize(identity: Identity, operation: Operation): void {
  if (operation.access === "member" && identity.actor.kind === "key") throw forbidden("api_key");
  if (operation.level === "full" && identity.actor.kind === "support") throw forbidden("read_only");
  const { module, otherModule, level } = operation;
  const isAllowed = module === null || identity.can(module, level);
  if (!isAllowed && (otherModule === undefined || !identity.can(otherModule, level))) throw forbidden(module);
  if (operation.level === "full" && identity.scope === "read") throw forbidden("scope");
}

/** Identifies the visitor of a route outside any company; a session is checked when present. */
export async function identifyVisitor(
  deps: ServerDeps,
  { request, reply, operation }: Exchange & { readonly operation: Operation },
): Promise<SessionVisitor> {
  const { token, person } = await findSession(deps, request);
  if (operation.access === "signed_in") {
    if (token === undefined || person === undefined) throw unauthorized();
    limitPerson(deps, person, reply);
    requireCsrf(request, token);
  }
  return { token, personId: person?.personId };
}

/** The session of a page: a person whose limit is exhausted gets 429. */
export async function identifyPageVisitor(deps: ServerDeps, { request, reply }: Exchange): Promise<SessionVisitor> {
  const { token, person } = await findSession(deps, request);
  if (person !== undefined) limitPerson(deps, person, reply);
  return { token, personId: person?.personId };
}

async function findSession(deps: ServerDeps, request: FastifyRequest) {
  const credentials = readCredentials(request.headers, sessionCookieOf(deps.publicUrls));
  const token = credentials.kind === "session" ? credentials.token : undefined;
  return { token, person: token === undefined ? undefined : await findSignedInPerson(deps, token) };
}

const findSignedInPerson = (deps: ServerDeps, token: string) =>
  sessions.findSessionPerson(deps.db, { tokenHash: sha256(token), now: deps.clock.now(), limits: deps.limits });

/** The limits of a company's keys also hold for each signed-in person. */
function limitPerson({ limits, clock }: ServerDeps, person: sessions.SessionPerson, reply: FastifyReply): void {
  reply.headers(rateHeaders(person, limits, clock.now()));
  if (!person.isAllowed) throw rateLimitError(person, limits);
}

export async function identifyKey(
  deps: ServerDeps,
  credentials: KeyCredentials,
  reply: FastifyReply,
): Promise<Identity> {
  const { limits } = deps;
  const grant = await takeTokenEnsuringBucket(deps, credentials);
  if (grant === undefined) {
    recordRejectedKey(deps, reply.request);
    throw unauthorized();
  }
  const { key, tokens, dayTokens, isAllowed } = grant;
  const levels = { tokens: tokens ?? limits.burst, dayTokens: dayTokens ?? limits.perDay };
  reply.headers(rateHeaders(levels, limits, deps.clock.now()));
  if (isAllowed === false) throw rateLimitError(levels, limits);
  if (key.isUseStale) await updateKeyUse(deps.db, key.tenantId, key.keyId);
  await recordKeyUse(deps, key, reply.request);
  return {
    company: openCompany(deps.services.dataKey, key),
    actor: { kind: "key", keyId: key.keyId, memberId: key.memberId },
    scope: key.scope,
    can: (module, level) => allows(key.roles, module, level) && allows(key.creatorRoles, module, level),
  };
}

/** Takes a token of the company's buckets for a caller that is not an API key. */
export async function limitCompany(deps: ServerDeps, tenantId: string, reply: FastifyReply): Promise<void> {
  const { db, limits, clock } = deps;
  const levels = await withDatabaseTimeout(takeCompanyTokens(db, tenantId, { limits, wanted: 1 }));
  if (levels === undefined) return insertFullBucket(db, tenantId, limits);
  reply.headers(rateHeaders(levels, limits, clock.now()));
  if (levels.grantedTokens < 1) throw rateLimitError(levels, limits);
}

/** A company without a bucket (new, or after a crash of the database) gets full ones and takes a token again. */
async function takeTokenEnsuringBucket(deps: ServerDeps, credentials: KeyCredentials): Promise<TokenGrant | undefined> {
  const grant = await withDatabaseTimeout(deps.keys.takeToken(credentials));
  if (grant === undefined || grant.isAllowed !== null) return grant;
  await insertFullBucket(deps.db, grant.key.tenantId, deps.limits);
  return (await deps.keys.takeToken(credentials)) ?? grant;
}

async function identifyMember(deps: ServerDeps, token: string, { request, reply }: Exchange): Promise<Identity> {
  const person = await withDatabaseTimeout(findSignedInPerson(deps, token));
  if (person === undefined) throw unauthorized();
  limitPerson(deps, person, reply);
  requireCsrf(request, token);
  const guid = tenantIn(request.url);
  if (!isGuid(guid)) throw forbidden("tenant");
  const { personId } = person;
  const member = await sessions.findSessionMember(deps.db, personId, guid);
  if (member === undefined) return identifySupport(deps, personId, guid);
  if (member.lacksTwoFactor) throw forbidden("two_factor");
  return {
    company: openCompany(deps.services.dataKey, member),
    actor: { kind: "member", memberId: member.memberId, personId, roles: member.roles, sessionHash: sha256(token) },
    scope: "full",
    can: (module, level) => allows(member.roles, module, level),
  };
}

/** Support may read everything; `authorize` rejects every write. */
async function identifySupport(deps: ServerDeps, personId: string, guid: string): Promise<Identity> {
  const company = await sessions.findSupportedCompany(deps.db, personId, { guid, now: deps.clock.now() });
  if (company === undefined) throw forbidden("tenant");
  if (company.lacksTwoFactor) throw forbidden("two_factor");
  return {
    company: openCompany(deps.services.dataKey, company),
    actor: { kind: "support", personId },
    scope: "read",
    can: () => true,
  };
}

/** A page of another site can send the cookie but cannot read the token. */
function requireCsrf(request: FastifyRequest, token: string): void {
  if (request.method === "GET" || request.method === "HEAD") return;
  const sent = request.headers["x-csrf-token"];
  if (typeof sent === "string" && isSameSecret(sent, deriveCsrfToken(token))) return;
  throw new ApiError("csrf", "csrf");
}

const tenantIn = (url: string): string => (url.split(/[/?]/, 5)[4] ?? "").toLowerCase();
