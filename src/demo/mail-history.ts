import { emailBounced, emailClicked, emailOpened, emailSent } from "../journal/events.ts";
import { addMs, hours, minutes } from "../kernel/local-time.ts";
import { between } from "./calendar.ts";
import { buttonLink } from "./emails.ts";
import { pickOpening, type Delivery } from "./newsletters.ts";
import type { ContactLifecycle, GeneratorContext } from "./lifecycle.ts";
import type { ContactEvent } from "./records.ts";
import { czechShop, slovakShop } from "./words/company.ts";

/** The messages sent to the contact and their outcomes, until sending to it ended. */
export function createMailEvents(
  context: GeneratorContext,
  lifecycle: ContactLifecycle,
  email: string,
): ContactEvent[] {
  const domain = email.slice(email.indexOf("@") + 1);
  return lifecycle.deliveries.flatMap((delivery, index) => {
    const isInterested = index < lifecycle.habit.interestedShare * lifecycle.deliveries.length;
    const message = createMessage(lifecycle, delivery, domain);
    return [
      ...createNewsletterEvents(context, lifecycle, { delivery, isInterested, message }),
      ...createBounce(lifecycle, delivery, message),
    ];
  });
}

type Message = { readonly campaignId: string; readonly variantId: string; readonly domain: string };

/** Older newsletters and those of the Slovak shop have no campaign. */
function createMessage(
  { language }: ContactLifecycle,
  { newsletter: { campaignId } }: Delivery,
  domain: string,
): Message | undefined {
  return campaignId === undefined || language !== "cs" ? undefined : { campaignId, variantId: campaignId, domain };
}

/** The bounce that ended sending to the contact, with the campaign's message. */
function createBounce(
  { end, deliveries }: ContactLifecycle,
  delivery: Delivery,
  message: Message | undefined,
): ContactEvent[] {
  if (end?.kind !== "bounced" || message === undefined || deliveries.at(-1) !== delivery) return [];
  if (end.at.getTime() - delivery.sentAt.getTime() > minutes(2)) return [];
  const bounce = { ...message, kind: "hard", code: "5.1.1", at: "later", response: "550 5.1.1 No such user" };
  return [emailBounced.entry({ contactId: null, at: end.at, payload: bounce })];
}

function createNewsletterEvents(
  context: GeneratorContext,
  lifecycle: ContactLifecycle,
  sent: { delivery: Delivery; isInterested: boolean; message: Message | undefined },
): ContactEvent[] {
  const { random, calendar } = context;
  const { delivery, message } = sent;
  const title = delivery.newsletter.subject[lifecycle.language];
  const about = { ...message, title };
  const tracked = message === undefined ? about : { ...about, verdict: "human", first: true };
  const events: ContactEvent[] = [emailSent.entry({ contactId: null, at: delivery.sentAt, payload: about })];
  const lastReading = lifecycle.end?.reading?.delivery === delivery ? lifecycle.end.reading.at : undefined;
  const opens = sent.isInterested && random.chance(lifecycle.habit.opens);
  // A bounced newsletter has no opens.
  if (lastReading === undefined && (!opens || isBounced(lifecycle, delivery))) return events;
  const openedAt = lastReading ?? pickOpening(random, calendar, { delivery, hour: lifecycle.habit.hour });
  events.push(emailOpened.entry({ contactId: null, at: openedAt, payload: tracked }));
  if (lastReading !== undefined) return events;
  if (random.chance(lifecycle.habit.clicks)) {
    const url = `${chooseShop(lifecycle).url}/${delivery.newsletter.subject.page}`;
    events.push(
      emailClicked.entry({
        contactId: null,
        at: addMs(openedAt, random.integer(6000, 90_000)),
        payload: message === undefined ? { title, url } : { ...tracked, url, link: buttonLink, firstOfLink: true },
      }),
    );
  }
  if (random.chance(0.12)) {
    events.push(
      emailOpened.entry({
        contactId: null,
        at: between(random, addMs(openedAt, hours(1)), addMs(openedAt, hours(30))),
        payload: { ...tracked, first: false },
      }),
    );
  }
  return events.filter(({ at }) => at < calendar.now && (lifecycle.end === null || at < lifecycle.end.at));
}

const isBounced = (lifecycle: ContactLifecycle, delivery: Delivery): boolean =>
  lifecycle.end?.kind === "bounced" && lifecycle.deliveries.at(-1) === delivery;

const chooseShop = ({ language }: ContactLifecycle) => (language === "cs" ? czechShop : slovakShop);
