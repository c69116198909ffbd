import type { Context, Services } from "../../context.ts";
import type { SystemDb } from "../../db/tenant.ts";
import type { MessageKey } from "../../features/bounces/service.ts";
import type { MessageReferences } from "../../mail/inbound/complaint.ts";
import { isMessageSignatureValid, parseMessageId, returnPathKey, type UnverifiedMessageIds } from "../../mail/verp.ts";
import { findServiceContext, findVerifiedToken } from "../pages/verified-token.ts";

type MessageLookupDeps = {
  readonly db: SystemDb;
  readonly services: Services;
  /** The company whose mailbox the mail was in; all others are unknown there. */
  readonly onlyTenantId?: string;
};

export type VerifiedMessage = { readonly ctx: Context; readonly key: MessageKey };

/** The message of an id signed by its company; undefined for any other. */
export async function findVerifiedMessage(
  deps: MessageLookupDeps,
  read: UnverifiedMessageIds | undefined,
): Promise<VerifiedMessage | undefined> {
  if (read === undefined) return undefined;
  const { tenantId, campaignId, contactId } = read.ids;
  if (deps.onlyTenantId !== undefined && deps.onlyTenantId !== tenantId) return undefined;
  const ctx = await findServiceContext(deps, tenantId);
  if (ctx === undefined || !isMessageSignatureValid(returnPathKey(ctx.company.fingerprintKey), read)) return undefined;
  return { ctx, key: { campaignId, contactId } };
}

/** The first verified id in a returned message: of its Message-ID, or of its unsubscribe link. */
export async function findReferencedMessage(
  deps: MessageLookupDeps,
  { messageIds, links }: MessageReferences,
): Promise<VerifiedMessage | undefined> {
  for (const text of messageIds) {
    const found = await findVerifiedMessage(deps, parseMessageId(text));
    if (found !== undefined) return found;
  }
  for (const link of links) {
    const [, token = ""] = /\/u\/([\w-]+)/.exec(link) ?? [];
    const opened = await findVerifiedToken(deps, token, ["unsubscribe", "preferences"]);
    if (opened === undefined || opened.claims.campaignId === null) continue;
    const { campaignId, contactId } = opened.claims;
    if (deps.onlyTenantId !== undefined && deps.onlyTenantId !== opened.ctx.db.tenantId) continue;
    return { ctx: opened.ctx, key: { campaignId, contactId } };
  }
  return undefined;
}
