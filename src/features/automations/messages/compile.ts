import type { Context } from "../../../context.ts";
import { NotSendable, type CompiledMessages, type SourceRef } from "../../../message-source.ts";
import {
  compileContent,
  compileEmail,
  type CompiledContent,
  type EmailContent,
  type EmailSource,
} from "../../campaigns/compiled-campaign.ts";
import { recipientParts } from "../../campaigns/recipient-values.ts";
import { findFooterHtml } from "../../content/footers/queries.ts";
import { findOutgoingSender } from "../../sending/outgoing-sender.ts";
import { findNodeContent, type NodeContent } from "./content.queries.ts";
import { claimBlockReason } from "./gate.sql.ts";
import { reserveLinks } from "./link-numbers.ts";

export async function compileNode(ctx: Context, ref: SourceRef, bounceHost: string): Promise<CompiledMessages> {
  const { tenantId, sourceId, variantId } = ref;
  const of = { tenantId, campaignId: sourceId, variantId };
  const { node, email } = await getNodeEmail(ctx, sourceId);
  const { plan } = await compileContent(ctx, of, email);
  const firstLink = await reserveLinks(ctx, sourceId, plan.links);
  const numbered = { ...email, content: { ...email.content, firstLink } };
  const compiled = await compileEmail(ctx, of, numbered, bounceHost);
  return {
    ...compiled,
    skipReason: (own) => claimBlockReason(own, node),
    ...recipientParts(compiled),
  };
}

/** For showing a sent message, with the current content. */
export async function compileNodeContent(ctx: Context, sourceId: string): Promise<CompiledContent> {
  const { email } = await getNodeEmail(ctx, sourceId);
  return compileContent(ctx, { tenantId: ctx.db.tenantId, campaignId: sourceId, variantId: sourceId }, email);
}

export async function getNodeEmail(
  ctx: Context,
  sourceId: string,
): Promise<{ readonly node: NodeContent; readonly email: EmailSource }> {
  const node = await findNodeContent(ctx.db, sourceId);
  if (node === undefined) throw new NotSendable("content");
  const content = await loadEmailContent(ctx, node);
  return { node, email: { content, sender: await findOutgoingSender(ctx.db, content.senderId ?? "0") } };
}

async function loadEmailContent({ db }: Context, node: NodeContent): Promise<EmailContent> {
  const { shopId, config, template, isPostmark } = node;
  if (template === null) throw new NotSendable("template");
  const text = (name: string): string => (typeof config[name] === "string" ? config[name] : "");
  const footerHtml = await findFooterHtml(db, { footerId: null, shopId, templateId: template.id });
  return {
    shopId,
    language: null,
    senderId: text("senderId"),
    fromName: text("fromName"),
    replyTo: "",
    subject: text("subject"),
    preheader: text("preheader") || template.preheader,
    html: template.html,
    text: template.text,
    footerHtml: footerHtml ?? null,
    trackOpens: config["trackOpens"] !== false,
    trackClicks: config["trackClicks"] !== false,
    utm: null,
    headers: [],
    linkParams: [],
    signatureHtml: "",
    firstLink: 1,
    isPostmark,
  };
}
