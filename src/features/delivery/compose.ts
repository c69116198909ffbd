import { sandboxOf, type Context } from "../../context.ts";
import {
  composeForRecipient,
  composeSigned,
  prepareMessage,
  type PreparedMessage,
  type MessageRecipient,
} from "../../mail/render/message.ts";
import { expandTwig, type TwigExpansion } from "../../mail/render/twig.ts";
import type { OutgoingMessage } from "../../mail/transport.ts";
import type { MergeValues } from "../../mail/render/values.ts";
import type { DeferReason } from "../../sandbox/twig/protocol.ts";
import { signedLocalPart } from "../../mail/verp.ts";
import type { CompiledMessages, SourceRef } from "../../message-source.ts";
import type { ClaimedRecipient } from "./claim-messages.queries.ts";

/** What the messages of one batch share, and what they belong to. */
type SharedParts = { readonly messages: CompiledMessages; readonly ref: SourceRef };

type ComposeOptions = Required<Pick<MessageRecipient, "values" | "date" | "allocate">>;

/** Composing a message again gives the same one: its Message-ID names source and contact. */
async function composeOutgoing(
  { messages, ref }: SharedParts,
  contact: ClaimedRecipient,
  { prepared, ...options }: { prepared: PreparedMessage } & ComposeOptions,
): Promise<OutgoingMessage> {
  const { sender, signer, returnPathKey, returnPathHost, isPostmark } = messages;
  const { tenantId, sourceId: campaignId } = ref;
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
  // A name with control characters is not allowed in a header: the message is sent without it.
  return name === "" || /\p{C}/u.test(name) ? undefined : name;
}

/** Expands a Twig template for each recipient. A failure here is before sending: nothing has left. */
export function renderTwig(
  ctx: Context,
  { plan }: Pick<CompiledMessages, "plan">,
  recipients: readonly MergeValues[],
): Promise<TwigExpansion[]> {
  const failure = { reason: "runtime", message: "The template was not rendered" } as const;
  return expandTwig(plan, recipients, { render: sandboxOf(ctx).renderTwig }).catch(() =>
    recipients.map((): TwigExpansion => ({ ok: false, failure, deferReason: "service" })),
  );
}

/** Why a message could not be composed; with `deferReason` it is retried later, and with `no_items` the recipient is skipped. */
export type ComposeFailure = {
  readonly reason: "template" | "content" | "coupons" | "no_items";
  readonly deferReason?: DeferReason | "coupons" | undefined;
};

/** Contact data that cannot be part of a message fails this message only. */
export async function composeMessage(
  shared: SharedParts,
  contact: ClaimedRecipient,
  { expanded, ...options }: { expanded: TwigExpansion | undefined } & ComposeOptions,
): Promise<OutgoingMessage | ComposeFailure> {
  if (expanded?.ok === false) return { reason: "template", deferReason: expanded.deferReason };
  try {
    const { prepared: common, frame } = shared.messages;
    // A Twig template gives every recipient a plan of its own.
    const prepared = expanded === undefined ? common : prepareMessage(expanded.plan, frame);
    return await composeOutgoing(shared, contact, { ...options, prepared });
  } catch {
    return { reason: expanded === undefined ? "content" : "template" };
  }
}
