import { policyBounce, type BounceClass } from "../../../mail/inbound/reply-class.ts";
import { valueAt, permanentBounce, listAt, transientBounce, textAt, type ProviderEvent } from "./provider-event.ts";
import { parseSnsUrl } from "./sns-signature.ts";

/** A message of Amazon SNS: a subscription confirmation, or a notification with the event as JSON text. */
export type SnsMessage =
  | { readonly kind: "confirmation"; readonly url: string }
  | { readonly kind: "event"; readonly event: unknown }
  | { readonly kind: "other" };

export function readSns(body: unknown): SnsMessage {
  const type = textAt(body, "Type");
  if (type === "SubscriptionConfirmation") return { kind: "confirmation", url: textAt(body, "SubscribeURL") };
  if (type === "Notification") return { kind: "event", event: parseJson(textAt(body, "Message")) };
  return { kind: "other" };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether the URL confirms a subscription at the host that signed the message; the URL is fetched. */
export function isConfirmationUrl(text: string, host: string): boolean {
  const url = parseSnsUrl(text);
  return url?.hostname === host && url.searchParams.get("Action") === "ConfirmSubscription";
}

/** Undefined for events that do not end a message: sends, opens, clicks, delays, automatic replies. */
export function readSesEvent(event: unknown): ProviderEvent | undefined {
  const type = textAt(event, "notificationType") || textAt(event, "eventType");
  const named = identifiersIn(event);
  if (type === "Delivery") return { named, event: { kind: "delivery" } };
  if (type === "Complaint") {
    if (textAt(event, "complaint", "complaintFeedbackType") === "not-spam") return undefined;
    return { named, event: { kind: "complaint" } };
  }
  if (type !== "Bounce") return undefined;
  const [recipient] = listAt(event, "bounce", "bouncedRecipients");
  const response = textAt(recipient, "diagnosticCode").replace(/^[\w-]+\s*;\s*/, "");
  const [status] = /^[245]\.\d{1,3}\.\d{1,3}$/.exec(textAt(recipient, "status")) ?? [];
  const bounce = classifyBounce(valueAt(event, "bounce"), { status, text: response });
  return bounce === undefined ? undefined : { named, event: { kind: "bounce", bounce, response } };
}

function classifyBounce(bounce: unknown, reply: { status: string | undefined; text: string }): BounceClass | undefined {
  const subType = textAt(bounce, "bounceSubType");
  if (["ContentRejected", "AttachmentRejected", "MessageTooLarge"].includes(subType)) return policyBounce;
  if (textAt(bounce, "bounceType") === "Permanent") {
    const said = permanentBounce(reply);
    return said.code === "5.0.0" ? { kind: "hard", code: "5.1.1" } : said;
  }
  if (subType === "MailboxFull") return { kind: "soft", code: "5.2.2" };
  // Without an SMTP reply it may be a vacation notice.
  return reply.status === undefined && reply.text === "" ? undefined : transientBounce(reply);
}

/** The headers are ours; the provider's message id is not used. The source is our return path. */
function identifiersIn(event: unknown): ProviderEvent["named"] {
  const headers = listAt(event, "mail", "headers").slice(0, 200);
  const findValues = (name: string) =>
    headers.filter((header) => textAt(header, "name").toLowerCase() === name).map((header) => textAt(header, "value"));
  const messageIds = [
    ...findValues("message-id"),
    textAt(event, "mail", "commonHeaders", "messageId"),
    ...findValues("return-path"),
    textAt(event, "mail", "source"),
  ];
  return {
    messageIds: messageIds.flatMap((text) => text.match(/[^\s<>,;]+/g) ?? []).slice(0, 20),
    links: findValues("list-unsubscribe")
      .flatMap((text) => text.match(/https?:\/\/[^\s<>,]+/g) ?? [])
      .slice(0, 20),
  };
}
