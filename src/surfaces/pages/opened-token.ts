import type { Context, Services } from "../../context.ts";
import type { SystemDb } from "../../db/tenant.ts";
import { findCompanyByTenant } from "../../features/account/queries.ts";
import { notFound } from "../../kernel/errors.ts";
import {
  isGenuine,
  publicTokenKey,
  readToken,
  type PublicToken,
  type TokenPurpose,
} from "../../kernel/public-token.ts";

type Parts = { readonly db: SystemDb; readonly services: Services };

/** The company in which the rules of a public page work: nobody of it asks, so the service does. */
export async function findContext({ db, services }: Parts, tenantId: string): Promise<Context | undefined> {
  const company = await findCompanyByTenant(db, tenantId);
  if (company === undefined) return undefined;
  return { ...services, db: db.forTenant(tenantId), company, actor: { kind: "service" } };
}

export type OpenedToken = { readonly ctx: Context; readonly claims: PublicToken };

/** A token that its company signed for one of these purposes; undefined for everything else. */
export async function findOpenedToken(
  parts: Parts,
  text: string,
  purposes: readonly TokenPurpose[],
): Promise<OpenedToken | undefined> {
  const read = readToken(text);
  if (read === undefined || !purposes.includes(read.claims.purpose)) return undefined;
  const ctx = await findContext(parts, read.claims.tenantId);
  if (ctx === undefined || !isGenuine(publicTokenKey(ctx.company.fingerprintKey), read)) return undefined;
  return { ctx, claims: read.claims };
}

export async function openToken(parts: Parts, text: string, purposes: readonly TokenPurpose[]): Promise<OpenedToken> {
  const opened = await findOpenedToken(parts, text, purposes);
  if (opened === undefined) throw notFound("token");
  return opened;
}
