import { addMs, hours } from "../kernel/local-time.ts";
import { between } from "./calendar.ts";
import { pickOpening, type Delivery } from "./letters.ts";
import type { Life, World } from "./life.ts";
import type { Event } from "./story.ts";
import { czechShop, slovakShop } from "./words/company.ts";

/** What was sent to the contact and what became of it, until mail to it ended. */
export function tellMail(world: World, life: Life): Event[] {
  return life.deliveries.flatMap((delivery, index) => {
    const isCaredFor = index < life.habit.patience * life.deliveries.length;
    return tellLetter(world, life, { delivery, isCaredFor });
  });
}

function tellLetter(world: World, life: Life, sent: { delivery: Delivery; isCaredFor: boolean }): Event[] {
  const { random, calendar } = world;
  const { delivery } = sent;
  const title = delivery.letter.subject[life.language];
  const told: Event[] = [{ type: "email_sent", at: delivery.sentAt, payload: { title } }];
  const lastReading = life.end?.reading?.delivery === delivery ? life.end.reading.at : undefined;
  const opens = sent.isCaredFor && random.chance(life.habit.opens);
  // Nobody opens a letter that bounced.
  if (lastReading === undefined && (!opens || isBounced(life, delivery))) return told;
  const openedAt = lastReading ?? pickOpening(random, calendar, { delivery, hour: life.habit.hour });
  told.push({ type: "email_opened", at: openedAt, payload: { title } });
  if (lastReading !== undefined) return told;
  if (random.chance(life.habit.clicks)) {
    const url = `${shopOf(life).url}/${delivery.letter.subject.page}`;
    told.push({ type: "email_clicked", at: addMs(openedAt, random.integer(6000, 90_000)), payload: { title, url } });
  }
  if (random.chance(0.12)) {
    told.push({
      type: "email_opened",
      at: between(random, addMs(openedAt, hours(1)), addMs(openedAt, hours(30))),
      payload: { title, first: false },
    });
  }
  return told.filter(({ at }) => at < calendar.now && (life.end === null || at < life.end.at));
}

const isBounced = (life: Life, delivery: Delivery): boolean =>
  life.end?.kind === "bounced" && life.deliveries.at(-1) === delivery;

const shopOf = ({ language }: Life) => (language === "cs" ? czechShop : slovakShop);
