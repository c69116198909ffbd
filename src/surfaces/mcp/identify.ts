import type { FastifyReply, FastifyRequest } from "fastify";
import { authenticateAccessToken } from "../../features/oauth/access.ts";
import { auditActorOf } from "../../http/audit.ts";
import { identifyKey, limitCompany } from "../../http/auth.ts";
import { credentialsOf } from "../../http/credentials.ts";
import type { ServerDeps } from "../../http/server.ts";
import { allows } from "../../kernel/access.ts";
import { unauthorized } from "../../kernel/errors.ts";
import type { Session } from "./call.ts";

type Holder = Pick<Session, "identity" | "holder" | "auditActor">;

/** An access token of OAuth or an API key, with the limits of the company. */
export async function identifyAssistant(
  deps: ServerDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Session> {
  const { identity, ...held } =
    (await identifyGrant(deps, request, reply)) ?? (await identifyHeldKey(deps, request, reply));
  const { company, actor } = identity;
  return { identity, ...held, context: { db: deps.db.forTenant(company.tenantId), company, actor, ...deps.services } };
}

async function identifyHeldKey(deps: ServerDeps, { headers }: FastifyRequest, reply: FastifyReply): Promise<Holder> {
  const credentials = credentialsOf({ authorization: headers.authorization ?? "" }, "");
  if (credentials.kind !== "key") throw unauthorized();
  const identity = await identifyKey(deps, credentials, reply);
  const { actor } = identity;
  if (actor.kind !== "key") throw unauthorized();
  return { identity, auditActor: auditActorOf(actor), holder: `key ${actor.keyId}` };
}

async function identifyGrant(
  deps: ServerDeps,
  { headers, host }: FastifyRequest,
  reply: FastifyReply,
): Promise<Holder | undefined> {
  const [, token] = /^bearer +(pso_\S+) *$/i.exec(headers.authorization ?? "") ?? [];
  if (token === undefined) return undefined;
  const found = await authenticateAccessToken({ ...deps.services, db: deps.db }, token, host);
  if (found === undefined) throw unauthorized();
  const { company, memberId, personId, roles, scope, grantId, client } = found;
  await limitCompany(deps, company.tenantId, reply);
  return {
    identity: {
      company,
      actor: { kind: "member", memberId, personId, roles },
      scope,
      can: (module, level) => allows(roles, module, level),
    },
    auditActor: { kind: "assistant", memberId, client: client.name },
    holder: `grant ${grantId}`,
  };
}
