import type { VisitorContext } from "../../context.ts";
import type { Scope } from "../../kernel/access.ts";
import { randomToken, sha256 } from "../../kernel/crypto.ts";
import { requireFound, validation } from "../../kernel/errors.ts";
import { addMs } from "../../kernel/local-time.ts";
import { requireSignedInPerson } from "../people/sessions/signed-in-person.ts";
import { insertGrant } from "./grants.queries.ts";
import { redirectTarget, withAnswer } from "./redirect-uris.ts";
import * as queries from "./requests.queries.ts";
import { lowerScope } from "./scopes.ts";

export type ConsentRequest = {
  readonly clientName: string;
  readonly redirectUri: string;
  readonly target: { readonly name: string; readonly isLocal: boolean };
  readonly scope: Scope;
};

/** The open request behind the address of a consent page; 404 when it expired or was decided. */
export async function getConsentRequest(
  { db, clock }: Pick<VisitorContext, "db" | "clock">,
  token: string,
): Promise<ConsentRequest> {
  const request = requireFound(await queries.findRequest(db, sha256(token), clock.now()), "oauth_request");
  const { clientName, redirectUri, scope } = request;
  return { clientName, redirectUri, target: redirectTarget(redirectUri), scope };
}

/** The signed-in person and the companies for which they can consent. */
export async function getConsentingPerson(ctx: VisitorContext) {
  const { id, email } = await requireSignedInPerson(ctx);
  return { email, companies: await queries.listConsentCompanies(ctx.db, id) };
}

export type Consent = { readonly tenant: string; readonly scope: string };

/** Answers the address of the client with a code. A request is decided once, also under concurrent decisions. */
export async function allowClient(ctx: VisitorContext, token: string, consent: Consent): Promise<string> {
  const { companies } = await getConsentingPerson(ctx);
  const company = companies.find(({ tenant, lacksTwoFactor }) => tenant === consent.tenant && !lacksTwoFactor);
  if (company === undefined) throw validation("company");
  const code = randomToken();
  const at = ctx.clock.now();
  const { redirectUri, state } = await ctx.db.transaction(async (db) => {
    const request = requireFound(await queries.deleteRequest(db, sha256(token), at), "oauth_request");
    await insertGrant(db.forTenant(company.tenantId), {
      memberId: company.memberId,
      clientId: request.clientId,
      scope: lowerScope(request.scope, consent.scope),
      resource: request.resource,
      redirectUri: request.redirectUri,
      codeChallenge: request.codeChallenge,
      codeHash: sha256(code),
      codeExpiresAt: addMs(at, ctx.oauth.codeS * 1000),
      at,
    });
    return request;
  });
  return withAnswer(redirectUri, { code, state, iss: ctx.baseUrl });
}

export async function denyClient(ctx: VisitorContext, token: string): Promise<string> {
  const decided = await queries.deleteRequest(ctx.db, sha256(token), ctx.clock.now());
  const { redirectUri, state } = requireFound(decided, "oauth_request");
  return withAnswer(redirectUri, { error: "access_denied", error_description: "denied", state, iss: ctx.baseUrl });
}
