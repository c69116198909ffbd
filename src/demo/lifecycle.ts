import type { ContactStatus } from "../features/contacts/states.ts";
import { addMs, days, hours, minutes } from "../kernel/local-time.ts";
import { between, pickMoment, type Calendar } from "./calendar.ts";
import {
  pickHabit,
  pickOpening,
  planDeliveries,
  type Delivery,
  type ReadingHabit,
  type Newsletter,
} from "./newsletters.ts";
import type { Language, ContactSource } from "./person.ts";
import type { Random } from "./random.ts";

/** The Slovak shop opened later than the Czech one; both started with customers imported from an older system. */
export const openedDaysAgo: Readonly<Record<Language, number>> = { cs: 545, sk: 340 };

/** Why sending to a contact ended: by the contact, by a bounce, or by the company. */
export type SubscriptionEnd = {
  readonly kind: "unsubscribed" | "bounced" | "complained" | "blacklisted";
  readonly at: Date;
  /** The newsletter that caused it and when it was opened; null without an open. */
  readonly reading: { readonly delivery: Delivery; readonly at: Date } | null;
};

/** The main events of one contact; consents, history and counters are derived from them. */
export type ContactLifecycle = {
  readonly language: Language;
  readonly source: ContactSource;
  readonly status: ContactStatus;
  readonly createdAt: Date;
  /** When sending was first allowed; null when it never was. */
  readonly allowedAt: Date | null;
  readonly end: SubscriptionEnd | null;
  readonly deliveries: readonly Delivery[];
  readonly habit: ReadingHabit;
};

type TargetStatus = ContactStatus | "blacklisted";

const statusWeights: readonly (readonly [TargetStatus, number])[] = [
  ["subscribed", 77],
  ["pending", 6],
  ["unsubscribed", 9],
  ["bounced", 3],
  ["complained", 1],
  ["customer", 3],
  ["blacklisted", 1],
];

/** Possible sources, where the target status leaves a choice. */
const sourceWeights: readonly (readonly [ContactSource, number])[] = [
  ["form", 44],
  ["shop", 35],
  ["import", 17],
  ["manual", 4],
];

export type DemoTimeline = { readonly calendar: Calendar; readonly newsletters: readonly Newsletter[] };
export type GeneratorContext = DemoTimeline & { readonly random: Random };

export function createLifecycle(context: GeneratorContext, language: Language): ContactLifecycle {
  const { random, calendar } = context;
  const targetStatus = random.pickWeighted(statusWeights);
  const source = pickSource(random, targetStatus);
  const habit = pickHabit(random);
  const createdAt = pickCreation(context, { language, source, targetStatus });
  const base = { language, source, createdAt, habit };
  if (targetStatus === "pending" || targetStatus === "customer") {
    return { ...base, status: targetStatus, allowedAt: null, end: null, deliveries: [] };
  }
  const allowedAt = isConfirmedByMail(source) ? pickConfirmation(context, createdAt) : createdAt;
  const deliveries = planDeliveries(random, context.newsletters, addMs(allowedAt, minutes(5)));
  if (targetStatus === "subscribed") return { ...base, status: targetStatus, allowedAt, end: null, deliveries };
  const end = pickEnd({ random, calendar }, { kind: targetStatus, allowedAt, deliveries, hour: habit.hour });
  return {
    ...base,
    // Blacklisting does not change the status.
    status: targetStatus === "blacklisted" ? "subscribed" : targetStatus,
    allowedAt,
    end,
    deliveries: deliveries.filter(({ sentAt }) => sentAt < end.at),
  };
}

/** Forms and the checkout use double opt-in; for other sources the company holds the consent already. */
export const isConfirmedByMail = (source: ContactSource): boolean => source === "form" || source === "shop";

/** Usually within minutes, sometimes hours later. */
function pickConfirmation({ random, calendar }: GeneratorContext, createdAt: Date): Date {
  const latest = addMs(createdAt, random.chance(0.85) ? minutes(9) : hours(10));
  return between(random, addMs(createdAt, 40_000), latest < calendar.now ? latest : calendar.now);
}

function pickSource(random: Random, targetStatus: TargetStatus): ContactSource {
  if (targetStatus === "pending") return "form";
  return targetStatus === "customer" ? "shop" : random.pickWeighted(sourceWeights);
}

function pickCreation(
  context: GeneratorContext,
  contact: { language: Language; source: ContactSource; targetStatus: TargetStatus },
): Date {
  const { random, calendar } = context;
  const opened = openedDaysAgo[contact.language];
  // An import writes all rows within half a minute.
  if (contact.source === "import") return addMs(calendar.at(opened, 10 * 60 + 12), random.integer(0, 30_000));
  if (contact.targetStatus === "pending") return pickMoment(random, calendar, { span: 150, atLeast: 0 });
  return pickMoment(random, calendar, { span: opened, atLeast: contact.targetStatus === "subscribed" ? 0 : 4 });
}

type EndInput = { kind: SubscriptionEnd["kind"]; allowedAt: Date; deliveries: readonly Delivery[]; hour: number };

function pickEnd(
  { random, calendar }: Pick<GeneratorContext, "random" | "calendar">,
  ending: EndInput,
): SubscriptionEnd {
  const { kind, allowedAt, deliveries, hour } = ending;
  const isAfterNewsletter = kind !== "blacklisted" && deliveries.length > 0 && random.chance(0.85);
  if (!isAfterNewsletter) {
    const at = between(random, addMs(allowedAt, hours(2)), addMs(calendar.now, -days(1)));
    return { kind, at, reading: null };
  }
  const delivery = random.pick(deliveries);
  if (kind === "bounced") return { kind, at: addMs(delivery.sentAt, random.integer(1500, minutes(2))), reading: null };
  const readAt = pickOpening(random, calendar, { delivery, hour });
  return { kind, at: addMs(readAt, random.integer(15_000, minutes(4))), reading: { delivery, at: readAt } };
}
