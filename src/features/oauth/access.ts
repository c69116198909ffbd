import type { VisitorContext } from "../../context.ts";
import { chooseBaseUrl } from "../../kernel/base-url.ts";
import { sha256 } from "../../kernel/crypto.ts";
import { openCompany } from "../../kernel/fingerprint-key.ts";
import { findTokenAccess, updateGrantUse } from "./access.queries.ts";
import { resourceOf } from "./metadata.ts";

const tokenPattern = /^pso_[A-Za-z0-9_-]{43}$/;

type AccessContext = Pick<VisitorContext, "db" | "clock" | "dataKey" | "baseUrls">;

/**
 * What an access token sent to this host allows. Undefined when it is unknown, expired, revoked or issued for another
 * host, or its member left or lacks the required second factor. The rights are those of the roles within the scope.
 */
export async function authenticateAccessToken(ctx: AccessContext, token: string, host: string) {
  if (!tokenPattern.test(token)) return undefined;
  const now = ctx.clock.now();
  const resource = resourceOf(chooseBaseUrl(ctx.baseUrls, host));
  const access = await findTokenAccess(ctx.db, { tokenHash: sha256(token), resource, now });
  if (access === undefined) return undefined;
  if (access.isUseStale) await updateGrantUse(ctx.db, access, now);
  const { memberId, personId, roles, scope, grantId, clientId, clientName } = access;
  return {
    company: openCompany(ctx.dataKey, access),
    memberId,
    personId,
    roles,
    scope,
    grantId,
    client: { id: clientId, name: clientName },
  };
}
