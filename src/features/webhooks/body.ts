import type { Context } from "../../context.ts";
import { localSecondAt } from "../../kernel/local-time.ts";
import { findEmailFacts, type EmailFacts } from "./body.queries.ts";
import { findContactShape } from "./contact-shape.ts";
import type { FiredEvent } from "./events.ts";
import type { WebhookItem } from "./items.queries.ts";

/** The body of a call; undefined when the contact was erased or deleted. */
export async function bodyOf(ctx: Context, event: FiredEvent, item: WebhookItem): Promise<unknown> {
  switch (event) {
    case "new_contact":
    case "updated_contact": {
      const contact = await findContactShape(ctx, item.contactId);
      return contact && [{ ...contact, event }];
    }
    case "unsubscribed_contact": {
      const [contact, email] = await Promise.all([findContactShape(ctx, item.contactId), findFacts(ctx, item)]);
      if (contact === undefined || email === undefined) return undefined;
      return [{ ...contact, event, ...unsubscriptionOf(item), ...campaignOf(email) }];
    }
    case "sent_email":
    case "delivery_status":
    case "email_open":
    case "email_click": {
      const email = await findFacts(ctx, item);
      if (email === undefined) return undefined;
      const { timeZone } = ctx.company;
      return { ...emailOf(event, item, email), ...eventFields(event, item, { email, timeZone }) };
    }
  }
}

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);

const findFacts = ({ db }: Context, { contactId, payload }: WebhookItem): Promise<EmailFacts | undefined> =>
  findEmailFacts(db, {
    contactId,
    sourceId: textOf(payload["campaignId"]),
    variantId: textOf(payload["variantId"]),
    link: typeof payload["link"] === "number" ? payload["link"] : null,
  });

const campaignOf = ({ campaignType, campaignId, statisticId }: EmailFacts) => ({
  campaign_type: campaignType,
  campaign_id: campaignId === null ? null : Number(campaignId),
  email_statistic_id: statisticId,
  trigger_event: null,
});

const reasons: Readonly<Record<string, string>> = { person: "link", one_click: "link", import: "import" };

/** An empty list of ids means everything. */
const unsubscriptionOf = ({ type, payload }: WebhookItem) => ({
  reason: type === "email_complained" ? "complaint" : reasonOf(payload),
  unsubscribed_contactlist_ids: type === "list_unsubscribed" ? [Number(payload["listId"])] : [],
});

const reasonOf = ({ importId, reason }: WebhookItem["payload"]): string =>
  importId === undefined ? (reasons[textOf(reason) ?? ""] ?? "admin") : "import";

const emailOf = (event: FiredEvent, item: WebhookItem, email: EmailFacts) => ({
  event,
  id: idOf(event, item),
  contact: { id: Number(item.contactId), emailaddress: email.email },
  ...campaignOf(email),
});

const placesPerEntry = 100_000;

/** The id of the entry followed by five digits: its contact, and which of the two events that a sent e-mail fires. */
const idOf = (event: FiredEvent, { id, place }: WebhookItem): number =>
  Number(id) * placesPerEntry + (place - 1) * 2 + (event === "delivery_status" ? 1 : 0);

type FieldFacts = { readonly email: EmailFacts; readonly timeZone: string };

function eventFields(event: FiredEvent, item: WebhookItem, { email, timeZone }: FieldFacts): object {
  const at = localSecondAt(item.at, timeZone);
  const { payload } = item;
  if (event === "email_open") return { sid: email.statisticId, opened_at: at };
  if (event === "email_click")
    return { sid: email.statisticId, url: email.url ?? textOf(payload["url"]), clicked_at: at };
  return {
    finished_at: at,
    delivery_status: deliveryStatusOf(item),
    remote_response: textOf(payload["response"]) ?? item.reply,
  };
}

const deliveryStatusOf = ({ type, payload }: WebhookItem): string =>
  type !== "email_bounced" ? "delivered" : payload["kind"] === "hard" ? "hardbounced" : "softbounced";
