import type { Status } from "../features/contacts/states.ts";
import { addMs, days, hours, minutes } from "../kernel/local-time.ts";
import { between, pickMoment, type Calendar } from "./calendar.ts";
import { pickHabit, pickOpening, planDeliveries, type Delivery, type Habit, type Letter } from "./letters.ts";
import type { Language, Source } from "./person.ts";
import type { Random } from "./random.ts";

/** The Slovak shop opened later than the Czech one; both began with the customers of an older system. */
export const openedDaysAgo: Readonly<Record<Language, number>> = { cs: 545, sk: 340 };

/** Why mail to a contact ended: their own word, their server's, or the company's. */
export type End = {
  readonly kind: "unsubscribed" | "bounced" | "complained" | "blacklisted";
  readonly at: Date;
  /** The letter that led to it and when it was opened; null when nothing was opened. */
  readonly reading: { readonly delivery: Delivery; readonly at: Date } | null;
};

/** One contact's story in its main points; consents, history and counters are told from it. */
export type Life = {
  readonly language: Language;
  readonly source: Source;
  readonly status: Status;
  readonly createdAt: Date;
  /** When mail was allowed; null while it never was. */
  readonly allowedAt: Date | null;
  readonly end: End | null;
  readonly deliveries: readonly Delivery[];
  readonly habit: Habit;
};

type Fate = Status | "blacklisted";

const fates: readonly (readonly [Fate, number])[] = [
  ["subscribed", 77],
  ["pending", 6],
  ["unsubscribed", 9],
  ["bounced", 3],
  ["complained", 1],
  ["customer", 3],
  ["blacklisted", 1],
];

/** Ways in, where the fate leaves a choice. */
const ways: readonly (readonly [Source, number])[] = [
  ["form", 44],
  ["shop", 35],
  ["import", 17],
  ["manual", 4],
];

export type Timeline = { readonly calendar: Calendar; readonly letters: readonly Letter[] };
export type World = Timeline & { readonly random: Random };

export function createLife(world: World, language: Language): Life {
  const { random, calendar } = world;
  const fate = random.pickWeighted(fates);
  const source = pickSource(random, fate);
  const habit = pickHabit(random);
  const createdAt = pickCreation(world, { language, source, fate });
  const told = { language, source, createdAt, habit };
  if (fate === "pending" || fate === "customer") {
    return { ...told, status: fate, allowedAt: null, end: null, deliveries: [] };
  }
  const allowedAt = isConfirmedByMail(source) ? pickConfirmation(world, createdAt) : createdAt;
  const deliveries = planDeliveries(random, world.letters, addMs(allowedAt, minutes(5)));
  if (fate === "subscribed") return { ...told, status: fate, allowedAt, end: null, deliveries };
  const end = pickEnd({ random, calendar }, { kind: fate, allowedAt, deliveries, hour: habit.hour });
  return {
    ...told,
    // A blacklisting leaves the status alone.
    status: fate === "blacklisted" ? "subscribed" : fate,
    allowedAt,
    end,
    deliveries: deliveries.filter(({ sentAt }) => sentAt < end.at),
  };
}

/** Forms and the shop's checkout ask to confirm by e-mail; elsewhere the company holds the consent already. */
export const isConfirmedByMail = (source: Source): boolean => source === "form" || source === "shop";

/** Mostly within minutes, sometimes hours later. */
function pickConfirmation({ random, calendar }: World, createdAt: Date): Date {
  const latest = addMs(createdAt, random.chance(0.85) ? minutes(9) : hours(10));
  return between(random, addMs(createdAt, 40_000), latest < calendar.now ? latest : calendar.now);
}

function pickSource(random: Random, fate: Fate): Source {
  if (fate === "pending") return "form";
  return fate === "customer" ? "shop" : random.pickWeighted(ways);
}

function pickCreation(world: World, contact: { language: Language; source: Source; fate: Fate }): Date {
  const { random, calendar } = world;
  const opened = openedDaysAgo[contact.language];
  // An import writes row after row within half a minute.
  if (contact.source === "import") return addMs(calendar.at(opened, 10 * 60 + 12), random.integer(0, 30_000));
  if (contact.fate === "pending") return pickMoment(random, calendar, { span: 150, atLeast: 0 });
  return pickMoment(random, calendar, { span: opened, atLeast: contact.fate === "subscribed" ? 0 : 4 });
}

type Ending = { kind: End["kind"]; allowedAt: Date; deliveries: readonly Delivery[]; hour: number };

function pickEnd({ random, calendar }: Pick<World, "random" | "calendar">, ending: Ending): End {
  const { kind, allowedAt, deliveries, hour } = ending;
  const isAfterLetter = kind !== "blacklisted" && deliveries.length > 0 && random.chance(0.85);
  if (!isAfterLetter) {
    const at = between(random, addMs(allowedAt, hours(2)), addMs(calendar.now, -days(1)));
    return { kind, at, reading: null };
  }
  const delivery = random.pick(deliveries);
  if (kind === "bounced") return { kind, at: addMs(delivery.sentAt, random.integer(1500, minutes(2))), reading: null };
  const readAt = pickOpening(random, calendar, { delivery, hour });
  return { kind, at: addMs(readAt, random.integer(15_000, minutes(4))), reading: { delivery, at: readAt } };
}
