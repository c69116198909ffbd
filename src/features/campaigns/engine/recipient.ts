import type { Context } from "../../../context.ts";
import { signToken, type TokenPurpose } from "../../../kernel/public-token.ts";
import {
  composeForRecipient,
  composeSigned,
  prepareMessage,
  type PreparedMessage,
  type Recipient,
} from "../../../mail/render/message.ts";
import { unrollTwig, type Unrolled } from "../../../mail/render/twig.ts";
import type { OutgoingMessage } from "../../../mail/transport.ts";
import type { MergeContact, MergeLinks, MergeValues } from "../../../mail/render/values.ts";
import type { PutOff } from "../../../mail/twig/protocol.ts";
import { messageName } from "../../../mail/verp.ts";
import type { Handed } from "./hand-over.ts";
import type { Mailing, MailingContent } from "./mailing.ts";

/** Addresses are signed when the e-mail asks for them: most have two of the four. */
class RecipientLinks implements MergeLinks {
  readonly #content: MailingContent;
  readonly #contactId: string;
  #unsubscribe: string | undefined;

  constructor(content: MailingContent, contactId: string) {
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

const tokenOf = ({ tokenKey, tenantId, campaignId }: MailingContent, contactId: string, purpose: TokenPurpose) =>
  signToken(tokenKey, { purpose, tenantId, campaignId, contactId });

export function valuesFor(content: MailingContent, contact: MergeContact & { id: string }, today: string): MergeValues {
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

type Making = Required<Pick<Recipient, "values" | "date" | "room">>;

/** The finished message. Made again it is the same one: its Message-ID says which message of which campaign it is. */
async function compose(
  mailing: Mailing,
  contact: Handed,
  { prepared, ...made }: { prepared: PreparedMessage } & Making,
): Promise<OutgoingMessage> {
  const { tenantId, campaignId, sender, signer, pathKey, pathHost, isPostmark } = mailing;
  const name = messageName(pathKey, { tenantId, campaignId, contactId: contact.id });
  const recipient: Recipient = {
    to: { address: contact.email, name: nameOf(contact) },
    messageId: `${name}@${sender.domain}`,
    postmarkName: isPostmark ? name : undefined,
    ...made,
  };
  const raw =
    signer === undefined ? composeForRecipient(prepared, recipient) : await composeSigned(prepared, recipient, signer);
  return { envelope: { from: `${name}@${pathHost}`, to: contact.email }, raw, id: name, isWireReady: true };
}

function nameOf({ firstName, lastName }: Handed): string | undefined {
  const name = `${firstName ?? ""} ${lastName ?? ""}`.trim();
  // A name that would not pass as a header is left out rather than the message.
  return name === "" || /\p{C}/u.test(name) ? undefined : name;
}

/** A plan for each recipient, where a template makes them. Nothing that goes wrong here has sent anything. */
export function unroll(ctx: Context, { plan, tenantId }: Mailing, people: readonly MergeValues[]): Promise<Unrolled[]> {
  const failure = { reason: "runtime", message: "The template could not be tried" } as const;
  return unrollTwig(plan, people, { render: (job) => ctx.twig.render(tenantId, job) }).catch(() =>
    people.map((): Unrolled => ({ ok: false, failure, putOff: "service" })),
  );
}

/** Why there is no message: `putOff` when there may be one later. */
export type Unmade = { readonly reason: "template" | "content"; readonly putOff?: PutOff | undefined };

/** Something in the contact's own data that cannot stand in a message costs this one contact only. */
export async function make(
  mailing: Mailing,
  contact: Handed,
  { unrolled, ...how }: { unrolled: Unrolled | undefined } & Making,
): Promise<OutgoingMessage | Unmade> {
  if (unrolled?.ok === false) return { reason: "template", putOff: unrolled.putOff };
  try {
    // A template makes a text of its own for each recipient.
    const prepared = unrolled === undefined ? mailing.prepared : prepareMessage(unrolled.plan, mailing.frame);
    return await compose(mailing, contact, { ...how, prepared });
  } catch {
    return { reason: unrolled === undefined ? "content" : "template" };
  }
}
