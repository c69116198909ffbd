import { emailClicked, emailOpened, emailSent } from "../journal/events.ts";
import { addMs, hours } from "../kernel/local-time.ts";
import { between } from "./calendar.ts";
import { pickOpening, type Delivery } from "./newsletters.ts";
import type { ContactLifecycle, GeneratorContext } from "./lifecycle.ts";
import type { ContactEvent } from "./records.ts";
import { czechShop, slovakShop } from "./words/company.ts";

/** The messages sent to the contact and their outcomes, until sending to it ended. */
export function createMailEvents(context: GeneratorContext, lifecycle: ContactLifecycle): ContactEvent[] {
  return lifecycle.deliveries.flatMap((delivery, index) => {
    const isInterested = index < lifecycle.habit.interestedShare * lifecycle.deliveries.length;
    return createNewsletterEvents(context, lifecycle, { delivery, isInterested });
  });
}

function createNewsletterEvents(
  context: GeneratorContext,
  lifecycle: ContactLifecycle,
  sent: { delivery: Delivery; isInterested: boolean },
): ContactEvent[] {
  const { random, calendar } = context;
  const { delivery } = sent;
  const title = delivery.newsletter.subject[lifecycle.language];
  const events: ContactEvent[] = [emailSent.entry({ contactId: null, at: delivery.sentAt, payload: { title } })];
  const lastReading = lifecycle.end?.reading?.delivery === delivery ? lifecycle.end.reading.at : undefined;
  const opens = sent.isInterested && random.chance(lifecycle.habit.opens);
  // A bounced newsletter has no opens.
  if (lastReading === undefined && (!opens || isBounced(lifecycle, delivery))) return events;
  const openedAt = lastReading ?? pickOpening(random, calendar, { delivery, hour: lifecycle.habit.hour });
  events.push(emailOpened.entry({ contactId: null, at: openedAt, payload: { title } }));
  if (lastReading !== undefined) return events;
  if (random.chance(lifecycle.habit.clicks)) {
    const url = `${shopOf(lifecycle).url}/${delivery.newsletter.subject.page}`;
    events.push(
      emailClicked.entry({
        contactId: null,
        at: addMs(openedAt, random.integer(6000, 90_000)),
        payload: { title, url },
      }),
    );
  }
  if (random.chance(0.12)) {
    events.push(
      emailOpened.entry({
        contactId: null,
        at: between(random, addMs(openedAt, hours(1)), addMs(openedAt, hours(30))),
        payload: { title, first: false },
      }),
    );
  }
  return events.filter(({ at }) => at < calendar.now && (lifecycle.end === null || at < lifecycle.end.at));
}

const isBounced = (lifecycle: ContactLifecycle, delivery: Delivery): boolean =>
  lifecycle.end?.kind === "bounced" && lifecycle.deliveries.at(-1) === delivery;

const shopOf = ({ language }: ContactLifecycle) => (language === "cs" ? czechShop : slovakShop);
