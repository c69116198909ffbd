import type { Context } from "../../../context.ts";
import type { MacKey } from "../../../kernel/mac.ts";
import { publicTokenKey } from "../../../kernel/public-token.ts";
import type { DkimSigner } from "../../../mail/dkim.ts";
import { InvalidHeader } from "../../../mail/mime-header.ts";
import { ContentTooLarge } from "../../../mail/render/limits.ts";
import { prepareMessage, replyMailbox, type MessageFrame, type PreparedMessage } from "../../../mail/render/message.ts";
import type { Tracking } from "../../../mail/render/links.ts";
import { emailLanguage } from "../../../mail/render/opt-out.ts";
import { compilePlan, type Plan } from "../../../mail/render/plan.ts";
import type { MergeCompany, MergeField, MergeShop } from "../../../mail/render/values.ts";
import { returnPathKey } from "../../../mail/verp.ts";
import { listFields } from "../../contacts/fields/queries.ts";
import { findSenders } from "../../content/samples/queries.ts";
import { findOutgoingSender, signerOf, type OutgoingSender } from "../../sending/outgoing.ts";
import type { Audience } from "../audience/shapes.ts";
import type { Mailable } from "./batches.ts";
import { columnsOf } from "./columns.ts";
import * as queries from "./queries.ts";

/** What the messages of one campaign, or of one of its variants, show, whoever sends them. */
export type MailingContent = Mailable & {
  readonly plan: Plan;
  /** Opens or clicks are counted: its addresses carry the recipient's token. */
  readonly isTracked: boolean;
  readonly company: MergeCompany & { timeZone: string };
  readonly shop: MergeShop | null;
  readonly fields: readonly MergeField[];
  readonly tokenKey: MacKey;
  readonly publicUrl: string;
};

/** Everything that they have in common: made once. */
export type Mailing = MailingContent & {
  readonly frame: MessageFrame;
  readonly prepared: PreparedMessage;
  /** Of the contact: what it is filled with. */
  readonly columns: readonly string[];
  /** Its messages carry their names for Postmark. */
  readonly isPostmark: boolean;
  readonly sender: OutgoingSender;
  readonly signer: DkimSigner | undefined;
  readonly audience: Audience;
  readonly pathKey: MacKey;
  readonly pathHost: string;
};

/** What keeps a campaign from being sent at all; a person has to change something. */
export class Unsendable extends Error {
  readonly reason: "sender" | "content" | "template";
  constructor(reason: "sender" | "content" | "template") {
    super(`a campaign cannot be sent: ${reason}`);
    this.reason = reason;
  }
}

export async function loadMailing(ctx: Context, of: Mailable, bounceHost: string): Promise<Mailing> {
  const { db } = ctx;
  const { found, sender } = await findParts(ctx, of);
  if (sender === undefined) throw new Unsendable("sender");
  const content = await contentOf(ctx, of, { found, sender });
  const { plan } = content;
  await queries.keepLinks(db, of, plan.links);
  const frame = {
    from: { address: sender.email, name: found.fromName === "" ? sender.name : found.fromName },
    replyTo: replyMailbox(found.replyTo, sender),
    feedbackId: `${of.campaignId}:${ctx.company.guid}:postrider`,
    headers: found.headers,
  };
  const prepared = orUnsendable(() => prepareMessage(plan, frame));
  return {
    ...content,
    frame,
    prepared,
    columns: columnsOf(prepared),
    isPostmark: found.isPostmark,
    sender,
    signer: signerOf(db.tenantId, sender, ctx.dataKey),
    audience: found.audience,
    pathKey: returnPathKey(ctx.company.fingerprintKey),
    pathHost: sender.returnPathHost ?? bounceHost,
  };
}

/** For showing what was sent: who sent it may be gone. */
export async function loadContent(ctx: Context, of: Mailable): Promise<MailingContent> {
  return contentOf(ctx, of, await findParts(ctx, of));
}

type Parts = { readonly found: queries.Sent; readonly sender: OutgoingSender | undefined };

async function findParts({ db }: Context, of: Mailable): Promise<Parts> {
  const found = await queries.findSent(db, of);
  if (found === undefined) throw new Unsendable("content");
  return { found, sender: found.senderId === null ? undefined : await findOutgoingSender(db, found.senderId) };
}

/** Of the company's own host, which leads to the same proxy: everything but the name is the service's. */
function trackingBase(publicUrl: string, host: string | null): string {
  if (host === null) return publicUrl;
  const url = new URL(publicUrl);
  url.hostname = host;
  return url.href.replace(/\/$/, "");
}

async function contentOf(ctx: Context, of: Mailable, { found, sender }: Parts): Promise<MailingContent> {
  const { db, publicUrl } = ctx;
  const base = trackingBase(publicUrl, sender?.trackingHost ?? null);
  const senders = await findSenders(db, found.shopId);
  const email = { ...found, optOut: emailLanguage(found.language, senders) };
  const plan = orUnsendable(() => planOf(email, { base, clicks: found.trackClicks, opens: found.trackOpens }));
  return {
    ...of,
    plan,
    isTracked: found.trackOpens || found.trackClicks,
    ...senders,
    fields: await listFields(db),
    tokenKey: publicTokenKey(ctx.company.fingerprintKey),
    publicUrl,
  };
}

type Planned = Pick<
  queries.Sent,
  "subject" | "preheader" | "html" | "text" | "footerHtml" | "utm" | "linkParams" | "rank"
> & { readonly optOut: string };

/** The e-mail as it was approved. Made again it has the same links under the same numbers. */
export const planOf = ({ utm, linkParams, rank, ...email }: Planned, tracking: Tracking): Plan =>
  compilePlan(email, { tracking, utm, linkParams, firstLink: rank * linksOfVariant + 1 });

/** What cannot be made into a message for anybody. */
function orUnsendable<Made>(make: () => Made): Made {
  try {
    return make();
  } catch (error) {
    if (error instanceof InvalidHeader || error instanceof ContentTooLarge) throw new Unsendable("content");
    throw error;
  }
}

/** Numbers of links are the campaign's: each variant has its own range, more than the longest e-mail has links. */
const linksOfVariant = 10_000;
