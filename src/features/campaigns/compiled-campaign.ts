import { sandboxOf, type Context } from "../../context.ts";
import type { MacKey } from "../../kernel/mac.ts";
import { publicTokenKey } from "../../kernel/public-token.ts";
import type { DkimSigner } from "../../mail/dkim.ts";
import { InvalidHeader } from "../../mail/mime-header.ts";
import { ContentTooComplex } from "../../mail/render/complexity.ts";
import { ContentTooLarge } from "../../mail/render/limits.ts";
import { prepareMessage, replyMailbox, type SharedHeaders, type PreparedMessage } from "../../mail/render/message.ts";
import { toLinkParams, type TrackingOptions } from "../../mail/render/links.ts";
import { blockTagsIn, requiredTagsIn } from "../../mail/render/block-tags.ts";
import { emailLanguage } from "../../mail/render/email-language.ts";
import { recipientToken } from "../../mail/render/expression.ts";
import { compilePlan, type EmailPlan } from "../../mail/render/plan.ts";
import type { MergeBlocks, MergeCompany, MergeField, MergeShop, MergeSignature } from "../../mail/render/values.ts";
import { findMergeSignature } from "../../mail/render/signature.ts";
import { returnPathKey } from "../../mail/verp.ts";
import { NotSendable } from "../../message-source.ts";
import { listFields } from "../contacts/fields/queries.ts";
import { findUsedStacks, type UsedStack } from "../coupons/email-coupons.ts";
import { findFeedBlocks, personalFeedBlocks, type PersonalBlocks } from "../feeds/email-blocks.ts";
import { findCompanyAndShop } from "../content/samples/queries.ts";
import {
  createSenderSigner,
  findOutgoingSender,
  findReturnPath,
  type OutgoingSender,
} from "../sending/outgoing-sender.ts";
import type { Audience } from "./audience/shapes.ts";
import { findBlockLinks, insertLinks, reserveBlockLinks } from "../delivery/links.queries.ts";
import { directBlockLinks, trackedBlockLinks, type NumberLinks } from "./block-links.ts";
import { mergeColumnsOf } from "./merge-columns.ts";
import type { VariantKey } from "./sendable-content.queries.ts";
import * as queries from "./sendable-content.queries.ts";

/** What the messages of one variant show, independent of the sender. */
export type CompiledContent = VariantKey & {
  readonly plan: EmailPlan;
  /** Opens or clicks are counted, also those in products and articles, or a link leads to a survey. */
  readonly hasToken: boolean;
  readonly company: MergeCompany & { timeZone: string };
  readonly shop: MergeShop | null;
  readonly fields: readonly MergeField[];
  /** Products and articles of feeds, as they are now. */
  readonly blocks: MergeBlocks;
  /** Products that differ by recipient. */
  readonly personalBlocks: PersonalBlocks | undefined;
  /** Tags of products and articles without which a recipient gets no e-mail. */
  readonly requiredBlocks: readonly string[];
  /** The coupon stacks that the e-mail uses. */
  readonly stacks: readonly UsedStack[];
  readonly signature: MergeSignature;
  readonly tokenKey: MacKey;
  readonly publicUrl: string;
};

/** Everything that the messages of one variant share. */
type CompiledEmail = CompiledContent & {
  readonly frame: SharedHeaders;
  readonly prepared: PreparedMessage;
  readonly contactColumns: readonly string[];
  readonly isPostmark: boolean;
  readonly sender: OutgoingSender;
  readonly signer: DkimSigner | undefined;
  readonly shopId: string;
  readonly returnPathKey: MacKey;
  /** A host, or a mailbox (`mail/return-path.ts`). */
  readonly returnPathHost: string;
};

export type CompiledCampaign = CompiledEmail & { readonly audience: Audience };

export async function loadCompiledCampaign(
  ctx: Context,
  of: VariantKey,
  bounceHost: string,
): Promise<CompiledCampaign> {
  const found = await getContentSource(ctx, of);
  return { ...(await compileEmail(ctx, of, found, bounceHost)), audience: found.content.audience };
}

/** The messages of any source whose content and sender are known. */
export async function compileEmail(
  ctx: Context,
  of: VariantKey,
  { content: found, sender }: EmailSource,
  bounceHost: string,
): Promise<CompiledEmail> {
  const { db } = ctx;
  if (sender === undefined) throw new NotSendable("sender");
  const owner = { sourceId: of.campaignId, variantId: of.variantId };
  const content = await compileContent(ctx, of, { content: found, sender }, (own, urls) =>
    reserveBlockLinks(own, owner, urls),
  );
  const { plan } = content;
  await insertLinks(db, owner, plan.links);
  const frame = {
    from: { address: sender.email, name: found.fromName === "" ? sender.name : found.fromName },
    replyTo: replyMailbox(found.replyTo, sender),
    feedbackId: `${of.campaignId}:${ctx.company.guid}:postrider`,
    headers: found.headers,
  };
  const prepared = await orNotSendable(async () => prepareMessage(plan, frame));
  return {
    ...content,
    frame,
    prepared,
    contactColumns: mergeColumnsOf(prepared),
    isPostmark: found.isPostmark,
    sender,
    signer: createSenderSigner(db.tenantId, sender, ctx.dataKey),
    shopId: found.shopId,
    returnPathKey: returnPathKey(ctx.company.fingerprintKey),
    returnPathHost: findReturnPath(sender, bounceHost),
  };
}

/** For showing a sent message: the sender may be deleted. */
export async function loadCompiledContent(ctx: Context, of: VariantKey): Promise<CompiledContent> {
  return compileContent(ctx, of, await getContentSource(ctx, of));
}

/** An e-mail without its recipients. */
export type EmailContent = Omit<queries.SendableContent, "audience">;

export type EmailSource = { readonly content: EmailContent; readonly sender: OutgoingSender | undefined };

type CampaignSource = EmailSource & { readonly content: queries.SendableContent };

async function getContentSource({ db }: Context, of: VariantKey): Promise<CampaignSource> {
  const content = await queries.findSendableContent(db, of);
  if (content === undefined) throw new NotSendable("content");
  return { content, sender: content.senderId === null ? undefined : await findOutgoingSender(db, content.senderId) };
}

/** The public URL with the host name of the company, which leads to the same proxy. */
function trackingBaseUrl(publicUrl: string, host: string | null): string {
  if (host === null) return publicUrl;
  const url = new URL(publicUrl);
  url.hostname = host;
  return url.href.replace(/\/$/, "");
}

/** Messages that are sent number their links in products and articles by `numberLinks`; others show the numbers that exist. */
export async function compileContent(
  ctx: Context,
  of: VariantKey,
  { content, sender }: EmailSource,
  numberLinks: NumberLinks = (db, urls) =>
    findBlockLinks(db, { sourceId: of.campaignId, variantId: of.variantId }, urls),
): Promise<CompiledContent> {
  const { db, publicUrl } = ctx;
  const base = trackingBaseUrl(publicUrl, sender?.trackingHost ?? null);
  const senders = await findCompanyAndShop(db, content.shopId);
  const email = { ...content, optOut: emailLanguage(content.language, senders) };
  const plan = await orNotSendable(() =>
    compileCampaignPlan(ctx, email, { base, clicks: content.trackClicks, opens: content.trackOpens }),
  );
  const parts = mergedParts(content);
  const params = toLinkParams(content.utm, content.linkParams);
  const links = content.trackClicks ? trackedBlockLinks(base, params, numberLinks) : directBlockLinks(params);
  const blockOptions = { language: email.optOut, now: () => ctx.clock.now(), links };
  const hasTrackedBlocks = content.trackClicks && blockTagsIn(parts).length > 0;
  return {
    ...of,
    plan,
    hasToken: hasTrackedBlocks || plan.expressions.some(({ key }) => key === recipientToken),
    ...senders,
    fields: await listFields(db),
    stacks: await findUsedStacks(db, parts),
    blocks: await findFeedBlocks(db, parts, blockOptions),
    personalBlocks: personalFeedBlocks(parts, blockOptions),
    requiredBlocks: requiredTagsIn(parts),
    signature: findMergeSignature(content.signatureHtml),
    tokenKey: publicTokenKey(ctx.company.fingerprintKey),
    publicUrl,
  };
}

/** Everything of an e-mail that may contain merge tags. */
export const mergedParts = (
  email: Pick<queries.SendableContent, "subject" | "preheader" | "html" | "text" | "footerHtml" | "headers">,
): (string | null)[] => [
  email.subject,
  email.preheader,
  email.html,
  email.text,
  email.footerHtml,
  ...email.headers.map(({ value }) => value),
];

type CampaignEmail = Pick<
  queries.SendableContent,
  "subject" | "preheader" | "html" | "text" | "footerHtml" | "utm" | "linkParams" | "firstLink"
> & { readonly optOut: string };

/** The e-mail as it was approved. Compiling it again gives the same links with the same numbers. */
export const compileCampaignPlan = (
  ctx: Context,
  { utm, linkParams, firstLink, ...email }: CampaignEmail,
  tracking: TrackingOptions,
): Promise<EmailPlan> =>
  compilePlan(sandboxOf(ctx), email, { tracking, utm, linkParams, firstLink, publicUrl: ctx.publicUrl });

/** Content that cannot be a message for any recipient. */
async function orNotSendable<Value>(make: () => Promise<Value>): Promise<Value> {
  try {
    return await make();
  } catch (error) {
    const reasons = [InvalidHeader, ContentTooLarge, ContentTooComplex];
    throw reasons.some((reason) => error instanceof reason) ? new NotSendable("content") : error;
  }
}
