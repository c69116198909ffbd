import type { Context, Services } from "../../context.ts";
import type { SystemDb } from "../../db/tenant.ts";
import { findCompanyById } from "../../features/account/find-company.ts";
import { notFound } from "../../kernel/errors.ts";
import {
  isTokenSignatureValid,
  publicTokenKey,
  parseToken,
  type PublicToken,
  type TokenPurpose,
} from "../../kernel/public-token.ts";

type TokenDeps = { readonly db: SystemDb; readonly services: Services };

/** The context of a public page: its actor is the service, because no member is signed in. */
export async function findServiceContext({ db, services }: TokenDeps, tenantId: string): Promise<Context | undefined> {
  const company = await findCompanyById({ db, dataKey: services.dataKey }, tenantId);
  if (company === undefined) return undefined;
  return { ...services, db: db.forTenant(tenantId), company, actor: { kind: "service" } };
}

export type VerifiedToken = { readonly ctx: Context; readonly claims: PublicToken };

/** A token that its company signed for one of these purposes; undefined for everything else. */
export async function findVerifiedToken(
  deps: TokenDeps,
  text: string,
  purposes: readonly TokenPurpose[],
): Promise<VerifiedToken | undefined> {
  const read = parseToken(text);
  if (read === undefined || !purposes.includes(read.claims.purpose)) return undefined;
  const ctx = await findServiceContext(deps, read.claims.tenantId);
  if (ctx === undefined || !isTokenSignatureValid(publicTokenKey(ctx.company.fingerprintKey), read)) return undefined;
  return { ctx, claims: read.claims };
}

export async function getVerifiedToken(
  deps: TokenDeps,
  text: string,
  purposes: readonly TokenPurpose[],
): Promise<VerifiedToken> {
  const opened = await findVerifiedToken(deps, text, purposes);
  if (opened === undefined) throw notFound("token");
  return opened;
}
