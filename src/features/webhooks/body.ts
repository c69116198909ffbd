import { textOrNull } from "../../kernel/text.ts";
import type { Context } from "../../context.ts";
import type { JournalEvent } from "../../journal/event.ts";
import { emailBounced, confirmationEmailBounced, testEmailBounced } from "../../journal/events.ts";
import { localSecondAt } from "../../kernel/local-time.ts";
import {
  findEmailFacts,
  findConfirmationEmailFacts,
  findTestFacts,
  findTriggerEvent,
  type EmailFacts,
} from "./body.queries.ts";
import { findContactShape } from "./contact-shape.ts";
import type { FiredEvent } from "./events.ts";
import type { WebhookItem } from "./items.queries.ts";

/** The body of a call; undefined when the contact was erased or deleted. */
export async function composeBody(ctx: Context, event: FiredEvent, item: WebhookItem): Promise<unknown> {
  switch (event) {
    case "new_contact":
    case "updated_contact": {
      const contact = await findContact(ctx, item);
      return contact && [{ ...contact, event }];
    }
    case "unsubscribed_contact": {
      const [contact, email] = await Promise.all([findContact(ctx, item), findFacts(ctx, item)]);
      if (contact === undefined || email === undefined) return undefined;
      return [{ ...contact, event, ...toUnsubscription(item), ...(await loadCampaign(ctx, email)) }];
    }
    case "sent_email":
    case "delivery_status":
    case "email_open":
    case "email_click": {
      const email = await findFacts(ctx, item);
      if (email === undefined) return undefined;
      const { timeZone } = ctx.company;
      return { ...(await loadEmail(ctx, event, { item, email })), ...eventFields(event, item, { email, timeZone }) };
    }
  }
}

const findContact = async (ctx: Context, { contactId }: WebhookItem) =>
  contactId === null ? undefined : findContactShape(ctx, contactId);

async function findFacts({ db }: Context, { contactId, payload }: WebhookItem): Promise<EmailFacts | undefined> {
  const { letterId, testId, campaignId, variantId, link } = payload;
  if (typeof letterId === "string") return findConfirmationEmailFacts(db, letterId);
  if (typeof testId === "string") return findTestFacts(db, testId);
  if (contactId === null) return undefined;
  return findEmailFacts(db, {
    contactId,
    sourceId: textOrNull(campaignId),
    variantId: textOrNull(variantId),
    link: typeof link === "number" ? link : null,
  });
}

const loadCampaign = async (ctx: Context, email: EmailFacts) => ({
  campaign_type: email.campaignType,
  campaign_id: idNumber(email.campaignId),
  email_statistic_id: email.statisticId,
  trigger_event: await loadTriggerEvent(ctx, email),
});

const idNumber = (id: string | null): number | null => (id === null ? null : Number(id));

/** The event that started the automation of the e-mail. */
async function loadTriggerEvent({ db, company }: Context, { contactId, campaignId, ordinal }: EmailFacts) {
  if (contactId === null || campaignId === null || ordinal === null) return null;
  const event = await findTriggerEvent(db, { contactId, automationId: campaignId, ordinal });
  if (event === undefined) return null;
  const { type, id, at, name, data } = event;
  return {
    type,
    id: Number(id),
    at: localSecondAt(at, company.timeZone),
    ...(name === null ? {} : { name }),
    data,
  };
}

const reasons: Readonly<Record<string, string>> = { person: "link", one_click: "link", import: "import" };

/** An empty list of ids means everything. */
const toUnsubscription = ({ type, payload }: WebhookItem) => ({
  reason: type === "email_complained" ? "complaint" : findReason(payload),
  unsubscribed_contactlist_ids: type === "list_unsubscribed" ? [Number(payload["listId"])] : [],
});

const findReason = ({ importId, reason }: WebhookItem["payload"]): string =>
  importId === undefined ? (reasons[textOrNull(reason) ?? ""] ?? "admin") : "import";

type Email = { readonly item: WebhookItem; readonly email: EmailFacts };

const loadEmail = async (ctx: Context, event: FiredEvent, { item, email }: Email) => ({
  event,
  id: toEventId(event, item),
  contact: { id: idNumber(email.contactId), emailaddress: email.email },
  ...(await loadCampaign(ctx, email)),
});

const placesPerEntry = 100_000;

/** The id of the entry followed by five digits: its contact, and which of the two events that a sent e-mail fires. */
const toEventId = (event: FiredEvent, { id, place }: WebhookItem): number =>
  Number(id) * placesPerEntry + (place - 1) * 2 + (event === "delivery_status" ? 1 : 0);

type FieldFacts = { readonly email: EmailFacts; readonly timeZone: string };

function eventFields(event: FiredEvent, item: WebhookItem, { email, timeZone }: FieldFacts): object {
  const at = localSecondAt(item.at, timeZone);
  const { payload } = item;
  if (event === "email_open") return { sid: email.statisticId, opened_at: at };
  if (event === "email_click")
    return { sid: email.statisticId, url: email.url ?? textOrNull(payload["url"]), clicked_at: at };
  return {
    finished_at: at,
    delivery_status: toDeliveryStatus(item),
    remote_response: textOrNull(payload["response"]) ?? item.reply,
  };
}

const bounces: readonly JournalEvent[] = [emailBounced, confirmationEmailBounced, testEmailBounced];

function toDeliveryStatus({ type, payload }: WebhookItem): string {
  if (bounces.every((event) => event.type !== type)) return "delivered";
  return payload["kind"] === "hard" ? "hardbounced" : "softbounced";
}
