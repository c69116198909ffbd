import type { Context } from "../../context.ts";
import { signToken, type TokenPurpose } from "../../kernel/public-token.ts";
import {
  composeForRecipient,
  composeSigned,
  prepareMessage,
  type PreparedMessage,
  type MessageRecipient,
} from "../../mail/render/message.ts";
import { expandTwig, type TwigExpansion } from "../../mail/render/twig.ts";
import type { OutgoingMessage } from "../../mail/transport.ts";
import type { MergeContact, MergeLinks, MergeValues } from "../../mail/render/values.ts";
import type { DeferReason } from "../../mail/twig/protocol.ts";
import { signedLocalPart } from "../../mail/verp.ts";
import type { ClaimedRecipient } from "./claim-messages.queries.ts";
import type { CompiledCampaign, CompiledContent } from "../campaigns/compiled-campaign.ts";

/** Addresses are signed when the e-mail asks for them: most have two of the four. */
class RecipientLinks implements MergeLinks {
  readonly #content: CompiledContent;
  readonly #contactId: string;
  #unsubscribe: string | undefined;

  constructor(content: CompiledContent, contactId: string) {
    this.#content = content;
    this.#contactId = contactId;
  }

  get unsubscribe() {
    this.#unsubscribe ??= this.#address("u", "unsubscribe");
    return this.#unsubscribe;
  }

  /** The page of the same link: what the person wants is chosen there. */
  get preferences() {
    return this.unsubscribe;
  }

  get browser() {
    return this.#address("v", "browser");
  }

  /** A campaign asks nobody for a confirmation. */
  readonly confirmation = "";

  #address(page: string, purpose: TokenPurpose): string {
    return `${this.#content.publicUrl}/${page}/${tokenOf(this.#content, this.#contactId, purpose)}`;
  }
}

const tokenOf = ({ tokenKey, tenantId, campaignId }: CompiledContent, contactId: string, purpose: TokenPurpose) =>
  signToken(tokenKey, { purpose, tenantId, campaignId, contactId });

export function mergeValuesFor(
  content: CompiledContent,
  contact: MergeContact & { id: string },
  today: string,
): MergeValues {
  const { company, shop, fields } = content;
  return {
    contact,
    company,
    shop,
    fields,
    links: new RecipientLinks(content, contact.id),
    coupons: {},
    blocks: {},
    token: content.isTracked ? tokenOf(content, contact.id, "click") : "",
    today,
  };
}

type ComposeOptions = Required<Pick<MessageRecipient, "values" | "date" | "allocate">>;

/** The finished message. Made again it is the same one: its Message-ID says which message of which campaign it is. */
async function composeOutgoing(
  campaign: CompiledCampaign,
  contact: ClaimedRecipient,
  { prepared, ...options }: { prepared: PreparedMessage } & ComposeOptions,
): Promise<OutgoingMessage> {
  const { tenantId, campaignId, sender, signer, returnPathKey, returnPathHost, isPostmark } = campaign;
  const name = signedLocalPart(returnPathKey, { tenantId, campaignId, contactId: contact.id });
  const recipient: MessageRecipient = {
    to: { address: contact.email, name: recipientNameOf(contact) },
    messageId: `${name}@${sender.domain}`,
    postmarkName: isPostmark ? name : undefined,
    ...options,
  };
  const raw =
    signer === undefined ? composeForRecipient(prepared, recipient) : await composeSigned(prepared, recipient, signer);
  return { envelope: { from: `${name}@${returnPathHost}`, to: contact.email }, raw, id: name, isWireReady: true };
}

function recipientNameOf({ firstName, lastName }: ClaimedRecipient): string | undefined {
  const name = `${firstName ?? ""} ${lastName ?? ""}`.trim();
  // A name that would not pass as a header is left out rather than the message.
  return name === "" || /\p{C}/u.test(name) ? undefined : name;
}

/** A plan for each recipient, where a template makes them. Nothing that goes wrong here has sent anything. */
export function renderTwig(
  ctx: Context,
  { plan, tenantId }: CompiledCampaign,
  recipients: readonly MergeValues[],
): Promise<TwigExpansion[]> {
  const failure = { reason: "runtime", message: "The template could not be tried" } as const;
  return expandTwig(plan, recipients, { render: (job) => ctx.twig.render(tenantId, job) }).catch(() =>
    recipients.map((): TwigExpansion => ({ ok: false, failure, deferReason: "service" })),
  );
}

/** Why there is no message: `deferReason` when there may be one later. */
export type ComposeFailure = {
  readonly reason: "template" | "content";
  readonly deferReason?: DeferReason | undefined;
};

/** Something in the contact's own data that cannot stand in a message costs this one contact only. */
export async function composeMessage(
  campaign: CompiledCampaign,
  contact: ClaimedRecipient,
  { unrolled, ...options }: { unrolled: TwigExpansion | undefined } & ComposeOptions,
): Promise<OutgoingMessage | ComposeFailure> {
  if (unrolled?.ok === false) return { reason: "template", deferReason: unrolled.deferReason };
  try {
    // A template makes a text of its own for each recipient.
    const prepared = unrolled === undefined ? campaign.prepared : prepareMessage(unrolled.plan, campaign.frame);
    return await composeOutgoing(campaign, contact, { ...options, prepared });
  } catch {
    return { reason: unrolled === undefined ? "content" : "template" };
  }
}
