import type { Context, Services } from "../../context.ts";
import type { SystemDb } from "../../db/tenant.ts";
import type { MessageKey } from "../../features/bounces/service.ts";
import type { NamedIn } from "../../mail/inbound/complaint.ts";
import { isGenuineName, readMessageId, returnPathKey, type ReadMessageName } from "../../mail/verp.ts";
import { findContext, findOpenedToken } from "../pages/opened-token.ts";

type Parts = { readonly db: SystemDb; readonly services: Services };

export type NamedMessage = { readonly ctx: Context; readonly key: MessageKey };

/** The message of a name that its company signed; undefined for any other. */
export async function findNamedMessage(
  parts: Parts,
  read: ReadMessageName | undefined,
): Promise<NamedMessage | undefined> {
  if (read === undefined) return undefined;
  const { tenantId, campaignId, contactId } = read.ids;
  const ctx = await findContext(parts, tenantId);
  if (ctx === undefined || !isGenuineName(returnPathKey(ctx.company.fingerprintKey), read)) return undefined;
  return { ctx, key: { campaignId, contactId } };
}

/** The first genuine name among those in a returned message: of its Message-ID, or of its unsubscribe link. */
export async function findMessageIn(parts: Parts, { messageIds, links }: NamedIn): Promise<NamedMessage | undefined> {
  for (const text of messageIds) {
    const found = await findNamedMessage(parts, readMessageId(text));
    if (found !== undefined) return found;
  }
  for (const link of links) {
    const [, token = ""] = /\/u\/([\w-]+)/.exec(link) ?? [];
    const opened = await findOpenedToken(parts, token, ["unsubscribe", "preferences"]);
    if (opened === undefined || opened.claims.campaignId === null) continue;
    const { campaignId, contactId } = opened.claims;
    return { ctx: opened.ctx, key: { campaignId, contactId } };
  }
  return undefined;
}
