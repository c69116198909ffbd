import type { VisitorContext } from "../../context.ts";
import { sha256 } from "../../kernel/crypto.ts";
import { authenticateClient } from "./clients.ts";
import { updateGrantRevoked } from "./grants.queries.ts";
import { formParameters, required, type Parameters } from "./parameters.ts";
import { findToken, updateTokenEnded } from "./tokens.queries.ts";

/**
 * Whoever has a token may revoke it. A client that identifies itself revokes only its own tokens. The response is the
 * same for unknown tokens (RFC 7009).
 */
export async function revokeToken(ctx: VisitorContext, body: unknown) {
  const form = formParameters(body);
  const token = await findToken(ctx.db, sha256(required(form, "token")));
  const client = isIdentified(ctx, form) ? await authenticateClient(ctx, form) : undefined;
  if (token === undefined || (client !== undefined && client.id !== token.clientId)) return {};
  const db = ctx.db.forTenant(token.tenantId);
  const at = ctx.clock.now();
  if (token.kind === "access") await updateTokenEnded(db, token.id, at);
  else await updateGrantRevoked(db, token.grantId, at);
  return {};
}

const isIdentified = ({ authorization }: VisitorContext, form: Parameters): boolean =>
  authorization !== undefined || form("client_id") !== undefined;
