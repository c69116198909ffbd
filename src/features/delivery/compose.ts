import { sandboxOf, type Context } from "../../context.ts";
import { InvalidHeader } from "../../mail/mime-header.ts";
import {
  composeForRecipient,
  composeSigned,
  prepareMessage,
  type PreparedMessage,
  type MessageRecipient,
} from "../../mail/render/message.ts";
import { permitClaimedMail } from "../../mail/permit.ts";
import { expandTwig, type TwigExpansion } from "../../mail/render/twig.ts";
import type { OutgoingMessage } from "../../mail/transport.ts";
import type { MergeValues } from "../../mail/render/values.ts";
import type { DeferReason } from "../../sandbox/twig/protocol.ts";
import { returnPathFor } from "../../mail/return-path.ts";
import { signedLocalPart, unsubscribeLocalPart } from "../../mail/verp.ts";
import type { CompiledMessages, SourceRef } from "../../message-source.ts";
import type { ClaimedRecipient } from "./claim-messages.queries.ts";

/** What the messages of one batch share, and what they belong to. */
type SharedParts = {
  readonly messages: CompiledMessages;
  readonly ref: SourceRef;
  readonly ctx: Pick<Context, "config">;
};

type ComposeOptions = Required<Pick<MessageRecipient, "values" | "date" | "allocate">>;

/** Claims evaluate `maySend`. */
const permit = permitClaimedMail("delivery");

/** Composing a message again gives the same one: its Message-ID names source and contact. */
async function composeOutgoing(
  { ctx: { config }, messages, ref }: SharedParts,
  contact: ClaimedRecipient,
  { prepared, ...options }: { prepared: PreparedMessage } & ComposeOptions,
): Promise<OutgoingMessage> {
  const { sender, signer, returnPathKey, returnPathHost, isPostmark } = messages;
  const { tenantId, sourceId: campaignId } = ref;
  const ids = { tenantId, campaignId, contactId: contact.id };
  const name = signedLocalPart(returnPathKey, ids);
  const receivesMail = config.inboundSmtpPort !== undefined;
  const recipient: MessageRecipient = {
    to: { address: contact.email, name: recipientNameOf(contact) },
    messageId: `${name}@${sender.domain}`,
    unsubscribeAddress: receivesMail ? `${unsubscribeLocalPart(returnPathKey, ids)}@${returnPathHost}` : undefined,
    postmarkName: isPostmark ? name : undefined,
    ...options,
  };
  const raw =
    signer === undefined ? composeForRecipient(prepared, recipient) : await composeSigned(prepared, recipient, signer);
  const envelope = { from: returnPathFor(returnPathHost, name), to: contact.email };
  return { envelope, raw, id: name, permit, isWireReady: true };
}

function recipientNameOf({ firstName, lastName }: ClaimedRecipient): string | undefined {
  const name = `${firstName ?? ""} ${lastName ?? ""}`.trim();
  // A name with control characters is not allowed in a header: the message is sent without it.
  return name === "" || /\p{C}/u.test(name) ? undefined : name;
}

/** Expands a Twig template for each recipient. A failure here is before sending: nothing has left. */
export const renderTwig = (
  ctx: Context,
  { plan }: Pick<CompiledMessages, "plan">,
  recipients: readonly MergeValues[],
): Promise<TwigExpansion[]> => expandTwig(plan, recipients, { render: sandboxOf(ctx).renderTwig });

/**
 * Why a message could not be composed; with `deferReason` it waits, `internal` until a person resumes the source. With
 * `no_items` the recipient is skipped.
 */
export type ComposeFailure = {
  readonly reason: "template" | "content" | "coupons" | "no_items" | "internal";
  readonly deferReason?: DeferReason | "coupons" | "internal" | undefined;
};

export const internalFailure: ComposeFailure = { reason: "internal", deferReason: "internal" };

/**
 * Data of the contact that cannot be part of a message fails this message only. Every other error is thrown: it would
 * fail all recipients one by one.
 */
export async function composeMessage(
  shared: SharedParts,
  contact: ClaimedRecipient,
  { expanded, ...options }: { expanded: TwigExpansion | undefined } & ComposeOptions,
): Promise<OutgoingMessage | ComposeFailure> {
  if (expanded?.ok === false) {
    if (expanded.cause !== undefined) throw expanded.cause;
    return { reason: "template", deferReason: expanded.deferReason };
  }
  const { prepared: common, frame } = shared.messages;
  try {
    // A Twig template gives every recipient a plan of its own.
    const prepared = expanded === undefined ? common : prepareMessage(expanded.plan, frame);
    return await composeOutgoing(shared, contact, { ...options, prepared });
  } catch (error) {
    if (!(error instanceof InvalidHeader)) throw error;
    return { reason: expanded === undefined ? "content" : "template" };
  }
}
