import type { FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
import { authenticateAccessToken } from "../../features/oauth/access.ts";
import { findGrantRights, type GrantRights } from "../../features/oauth/access.queries.ts";
import { findKeyRights, getKeyName } from "../../features/members/queries.ts";
import { toAuditActor, requestOrigin } from "../../http/audit.ts";
import { identifyKey, limitCompany, type Identity } from "../../http/auth.ts";
import { recordRejectedKey } from "../../http/key-uses.ts";
import { readCredentials } from "../../http/credentials.ts";
import type { ServerDeps } from "../../http/server-deps.ts";
import { allows } from "../../kernel/access.ts";
import type { Company } from "../../kernel/company.ts";
import { unauthorized } from "../../kernel/errors.ts";
import type { Session } from "./session.ts";

type Holder = Omit<Session, "context">;

const via = "mcp";

/** An access token of OAuth or an API key, with the limits of the company. */
export async function identifyAssistant(
  deps: ServerDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Session> {
  const found = (await identifyGrant(deps, request, reply)) ?? (await identifyHeldKey(deps, request, reply));
  const { company, actor } = found.identity;
  return {
    ...found,
    origin: requestOrigin(request),
    context: { db: deps.db.forTenant(company.tenantId), company, actor, ...deps.services },
  };
}

async function identifyHeldKey(deps: ServerDeps, { headers }: FastifyRequest, reply: FastifyReply): Promise<Holder> {
  const credentials = readCredentials({ authorization: headers.authorization ?? "" }, "");
  if (credentials.kind !== "key") {
    if (reply.request.headers.authorization !== undefined) recordRejectedKey(deps, reply.request);
    throw unauthorized();
  }
  const identity = await identifyKey(deps, credentials, reply);
  const { actor, company } = identity;
  if (actor.kind !== "key") throw unauthorized();
  const { keyId } = actor;
  return {
    identity: { ...identity, actor: { ...actor, via } },
    auditActor: toAuditActor(actor),
    holder: `key ${keyId}`,
    client: () => getKeyName(deps.db.forTenant(company.tenantId), keyId),
  };
}

async function identifyGrant(
  deps: ServerDeps,
  { headers, host }: FastifyRequest,
  reply: FastifyReply,
): Promise<Holder | undefined> {
  const [, token] = /^bearer +(pso_\S+) *$/i.exec(headers.authorization ?? "") ?? [];
  if (token === undefined) return undefined;
  const found = await authenticateAccessToken({ ...deps.services, db: deps.db }, token, host);
  if (found === undefined) {
    recordRejectedKey(deps, reply.request);
    throw unauthorized();
  }
  const { company, grantId, client, memberId } = found;
  await limitCompany(deps, company.tenantId, reply);
  return {
    identity: identityOfGrant(company, found),
    auditActor: { kind: "assistant", memberId, client: client.name },
    holder: `grant ${grantId}`,
    client: async () => client.name,
  };
}

const identityOfGrant = (company: Company, { memberId, personId, roles, scope }: GrantRights): Identity => ({
  company,
  actor: { kind: "member", memberId, personId, roles, via },
  scope,
  can: (module, level) => allows(roles, module, level),
});

/** The present rights of a grant or an API key; undefined when it has ended. */
export async function identifyHolder({ db, company, clock }: Context, holder: string): Promise<Identity | undefined> {
  const [kind, id = ""] = holder.split(" ");
  if (kind === "grant") {
    const rights = await findGrantRights(db, id, clock.now());
    return rights && identityOfGrant(company, rights);
  }
  const key = await findKeyRights(db, id, clock.now());
  if (key === undefined) return undefined;
  const { memberId, scope, roles, creatorRoles } = key;
  return {
    company,
    actor: { kind: "key", keyId: id, memberId, via },
    scope,
    can: (module, level) => allows(roles, module, level) && allows(creatorRoles, module, level),
  };
}
