import type { VisitorContext } from "../../context.ts";
import { insertAuditEntry, originOf } from "../../journal/audit.ts";
import { existing } from "../../kernel/accepts.ts";
import type { Scope } from "../../kernel/access.ts";
import { randomToken, sha256 } from "../../kernel/crypto.ts";
import { requireFound, validation } from "../../kernel/errors.ts";
import { addMs } from "../../kernel/local-time.ts";
import { notifyMember } from "../members/security-notices/service.ts";
import { requireOpenSession } from "../members/sessions/confirmation.ts";
import { requireSignedInPerson, sessionHashOf } from "../members/sessions/signed-in-person.ts";
import { imitatesCompany, imitatesProduct } from "./client-names.ts";
import { hasConnectedClient, insertGrant } from "./grants.queries.ts";
import { redirectTarget, withAnswer } from "./redirect-uris.ts";
import * as queries from "./requests.queries.ts";
import { canWrite, grantedScope } from "./scopes.ts";
import { readOAuthSettings } from "./settings.ts";

export type ConsentRequest = {
  readonly clientId: string;
  readonly clientName: string;
  readonly redirectUri: string;
  readonly target: { readonly name: string; readonly isLocal: boolean };
  /** What the client asked for; the person decides. */
  readonly scope: Scope;
};

/** The open request behind the address of a consent page; 404 when it expired or was decided. */
export async function getConsentRequest(
  { db, clock }: Pick<VisitorContext, "db" | "clock">,
  token: string,
): Promise<ConsentRequest> {
  const request = requireFound(await queries.findRequest(db, sha256(token), clock.now()), "oauth_request");
  const { clientId, clientName, redirectUri, scope } = request;
  return { clientId, clientName, redirectUri, target: redirectTarget(redirectUri), scope };
}

/**
 * Why a company cannot be chosen: the person lacks its required second factor, or the client bears its name or the
 * product's. Clients that registered before names were checked may bear that one.
 */
export type ConsentRejection = "two_factor" | "name" | "product_name";

/**
 * The signed-in person, the companies for which they can consent, and the scopes that they can give. `read` is proposed
 * to a person who connects the client for the first time, whatever it asked for; later what it asks for, because it may
 * lack it.
 */
export async function getConsentingPerson(ctx: VisitorContext, request: ConsentRequest) {
  const { id, email } = await requireSignedInPerson(ctx);
  const companies = (await queries.listConsentCompanies(ctx.db, id)).map((company) => ({
    ...company,
    refusal: findRejection(company, request),
  }));
  const isKnown = await hasConnectedClient(ctx.db, { personId: id, clientId: request.clientId, now: ctx.clock.now() });
  const canGiveFull = companies.some(({ refusal, roles }) => refusal === undefined && canWrite(roles));
  const proposed: Scope = isKnown && canGiveFull ? request.scope : "read";
  return { email, companies, canGiveFull, proposed };
}

function findRejection(
  company: queries.ConsentCompany,
  { clientName, target }: ConsentRequest,
): ConsentRejection | undefined {
  if (imitatesProduct({ name: clientName, isLocal: target.isLocal })) return "product_name";
  if (company.lacksTwoFactor) return "two_factor";
  return imitatesCompany(clientName, company.name) ? "name" : undefined;
}

export type Consent = { readonly tenant: string; readonly scope: string };

/** Answers the address of the client with a code. A request is decided once, also under concurrent decisions. */
export async function allowClient(ctx: VisitorContext, token: string, consent: Consent): Promise<string> {
  const { companies } = await getConsentingPerson(ctx, await getConsentRequest(ctx, token));
  const company = companies.find(({ tenant, refusal }) => tenant === consent.tenant && refusal === undefined);
  if (company === undefined) throw validation("company", existing("company"));
  const code = randomToken();
  const at = ctx.clock.now();
  const { redirectUri, state } = await ctx.db.transaction(async (db) => {
    await requireOpenSession(db, sessionHashOf(ctx), at);
    const request = requireFound(await queries.deleteRequest(db, sha256(token), at), "oauth_request");
    const own = db.forTenant(company.tenantId);
    const { memberId, roles } = company;
    const id = await insertGrant(own, {
      memberId,
      clientId: request.clientId,
      scope: grantedScope(consent.scope, roles),
      resource: request.resource,
      redirectUri: request.redirectUri,
      codeChallenge: request.codeChallenge,
      codeHash: sha256(code),
      codeExpiresAt: addMs(at, readOAuthSettings(ctx).codeS * 1000),
      at,
    });
    await insertAuditEntry(own, {
      at,
      actor: { kind: "member", memberId },
      operation: "connectApp",
      object: { kind: "connected-apps", id },
      origin: originOf(ctx),
    });
    await notifyMember({ ...ctx, db: own }, memberId, { kind: "app_connected", name: request.clientName });
    return request;
  });
  ctx.security.record({ event: "consent_given", account: ctx.personId, ...originOf(ctx) });
  return withAnswer(redirectUri, { code, state, iss: ctx.baseUrl });
}

export async function denyClient(ctx: VisitorContext, token: string): Promise<string> {
  const decided = await queries.deleteRequest(ctx.db, sha256(token), ctx.clock.now());
  const { redirectUri, state } = requireFound(decided, "oauth_request");
  ctx.security.record({ event: "consent_denied", account: ctx.personId, ...originOf(ctx) });
  return withAnswer(redirectUri, { error: "access_denied", error_description: "denied", state, iss: ctx.baseUrl });
}
