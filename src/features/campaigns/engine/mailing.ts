import type { Context } from "../../../context.ts";
import type { MacKey } from "../../../kernel/mac.ts";
import { publicTokenKey } from "../../../kernel/public-token.ts";
import type { DkimSigner } from "../../../mail/dkim.ts";
import { InvalidHeader } from "../../../mail/mime-header.ts";
import { ContentTooLarge } from "../../../mail/render/limits.ts";
import { prepareMessage, type MessageFrame, type PreparedMessage } from "../../../mail/render/message.ts";
import { compilePlan, type Plan } from "../../../mail/render/plan.ts";
import type { MergeCompany, MergeField, MergeShop } from "../../../mail/render/values.ts";
import { returnPathKey } from "../../../mail/verp.ts";
import { listFields } from "../../contacts/fields/queries.ts";
import { findFooterHtml } from "../../content/footers/queries.ts";
import { findSenders } from "../../content/samples/queries.ts";
import { findOutgoingSender, signerOf, type OutgoingSender } from "../../sending/outgoing.ts";
import type { Audience } from "../audience/shapes.ts";
import type { Mailable } from "./batches.ts";
import { columnsOf } from "./columns.ts";
import * as queries from "./queries.ts";

/** Everything that the messages of one campaign, or of one of its variants, have in common: made once. */
export type Mailing = Mailable & {
  readonly plan: Plan;
  readonly frame: MessageFrame;
  readonly prepared: PreparedMessage;
  /** Of the contact: what it is filled with. */
  readonly columns: readonly string[];
  /** Opens or clicks are counted: its addresses carry the recipient's token. */
  readonly isTracked: boolean;
  /** Its messages carry their names for Postmark. */
  readonly isPostmark: boolean;
  readonly sender: OutgoingSender;
  readonly signer: DkimSigner | undefined;
  readonly company: MergeCompany & { timeZone: string };
  readonly shop: MergeShop | null;
  readonly fields: readonly MergeField[];
  readonly audience: Audience;
  readonly tokenKey: MacKey;
  readonly pathKey: MacKey;
  readonly pathHost: string;
  readonly publicUrl: string;
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
  const found = await queries.findSent(db, of);
  if (found === undefined) throw new Unsendable("content");
  const sender = found.senderId === null ? undefined : await findOutgoingSender(db, found.senderId);
  if (sender === undefined) throw new Unsendable("sender");
  const { company, shop } = await findSenders(db, found.shopId);
  const footerHtml = (await findFooterHtml(db, found)) ?? null;
  const base = sender.trackingHost === null ? ctx.publicUrl : `https://${sender.trackingHost}`;
  const plan = orUnsendable(() =>
    compilePlan(
      { subject: found.subject, preheader: found.preheader, html: found.html, text: found.text, footerHtml },
      {
        tracking: { base, clicks: found.trackClicks, opens: found.trackOpens },
        utm: found.utm,
        linkParams: found.linkParams,
        firstLink: found.rank * linksOfVariant + 1,
      },
    ),
  );
  await queries.keepLinks(db, of, plan.links);
  const frame = {
    from: { address: sender.email, name: found.fromName === "" ? sender.name : found.fromName },
    replyTo: replyTo(found.replyTo, sender),
    feedbackId: `${of.campaignId}:${ctx.company.guid}:postrider`,
    headers: found.headers,
  };
  const prepared = orUnsendable(() => prepareMessage(plan, frame));
  return {
    ...of,
    plan,
    frame,
    prepared,
    columns: columnsOf(prepared),
    isTracked: found.trackOpens || found.trackClicks,
    isPostmark: found.isPostmark,
    sender,
    signer: signerOf(db.tenantId, sender, ctx.dataKey),
    company,
    shop,
    fields: await listFields(db),
    audience: found.audience,
    tokenKey: publicTokenKey(ctx.company.fingerprintKey),
    pathKey: returnPathKey(ctx.company.fingerprintKey),
    pathHost: sender.returnPathHost ?? bounceHost,
    publicUrl: ctx.publicUrl,
  };
}

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

const replyTo = (chosen: string, sender: OutgoingSender) => {
  const address = chosen === "" ? sender.replyTo : chosen;
  return address === null || address === sender.email ? null : { address };
};
