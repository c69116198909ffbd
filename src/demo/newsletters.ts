import { addMs, minutes } from "../kernel/local-time.ts";
import { between, pickHour, secondsInto, type Calendar } from "./calendar.ts";
import type { Random } from "./random.ts";
import { subjectsByMonth, type Subject } from "./words/newsletters.ts";

export type Newsletter = {
  readonly at: Date;
  readonly daysAgo: number;
  readonly subject: Subject;
  /** The campaign that sent it to the readers of the Czech shop. */
  readonly campaignId?: string;
};

const newsletterCount = 10;
const daysBetween = 24;
/** A contact that was sent to recently cannot be deleted: the newest newsletter is old enough to allow that. */
const newestDaysAgo = 4;

const tuesday = 2;
const thursday = 4;

/** The newsletters of the last eight months, oldest first, each on a Tuesday or Thursday at half past eight. */
export function planNewsletters(calendar: Calendar): Newsletter[] {
  const used = new Set<Subject>();
  return Array.from({ length: newsletterCount }, (_, index) => {
    const daysAgo = lastMailingDay(calendar, newestDaysAgo + (newsletterCount - 1 - index) * daysBetween);
    const [first, second] = subjectsByMonth[calendar.month(daysAgo) - 1] ?? [];
    const subject = first === undefined || used.has(first) ? second : first;
    if (subject === undefined) throw new Error("a month has no newsletter");
    used.add(subject);
    return { at: calendar.at(daysAgo, 8 * 60 + 30), daysAgo, subject };
  });
}

function lastMailingDay(calendar: Calendar, daysAgo: number): number {
  const weekday = calendar.weekday(daysAgo);
  return weekday === tuesday || weekday === thursday ? daysAgo : lastMailingDay(calendar, daysAgo + 1);
}

export type Delivery = { readonly newsletter: Newsletter; readonly sentAt: Date };

/** The newsletters sent after sending to the contact was allowed; a mailing takes some minutes. */
export function planDeliveries(random: Random, newsletters: readonly Newsletter[], since: Date): Delivery[] {
  return newsletters
    .map((newsletter) => ({ newsletter, sentAt: addMs(newsletter.at, random.integer(0, minutes(6))) }))
    .filter(({ sentAt }) => sentAt > since);
}

/** How one person reads: at a preferred hour, often or rarely, some only until they lose interest. */
export type ReadingHabit = {
  readonly hour: number;
  readonly opens: number;
  readonly clicks: number;
  /** The share of the newsletters, from the oldest, that they read with interest. */
  readonly interestedShare: number;
};

export function pickHabit(random: Random): ReadingHabit {
  const hour = pickHour(random);
  const kind = random.pickWeighted([
    [{ opens: 0.85, clicks: 0.3, interestedShare: 1 }, 17],
    [{ opens: 0.45, clicks: 0.18, interestedShare: 1 }, 26],
    [{ opens: 0.15, clicks: 0.2, interestedShare: 1 }, 17],
    [{ opens: 0.7, clicks: 0.15, interestedShare: random.next() }, 22],
    [{ opens: 0, clicks: 0, interestedShare: 0 }, 18],
  ]);
  return { hour, ...kind };
}

/** When the newsletter is opened: at the person's hour of the same day or one of the next. Never before delivery. */
export function pickOpening(random: Random, calendar: Calendar, read: { delivery: Delivery; hour: number }): Date {
  const { newsletter, sentAt } = read.delivery;
  const daysLater = random.pickWeighted([
    [0, 64],
    [1, 20],
    [2, 10],
    [3, 6],
  ]);
  const minute = Math.max(1, read.hour * 60 + random.integer(-40, 75));
  const at = secondsInto(random, calendar.at(newsletter.daysAgo - daysLater, minute));
  const isPossible = at > sentAt && at < calendar.now;
  return isPossible ? at : between(random, addMs(sentAt, minutes(1)), addMs(sentAt, minutes(95)));
}
