import { wordColumns } from "../features/contacts/profile.ts";
import type { NewContact } from "../features/contacts/queries.ts";
import type { JournalType } from "../journal/entry.ts";
import { addressFingerprint } from "../kernel/crypto.ts";
import { between } from "./calendar.ts";
import { tellConsents } from "./consent-history.ts";
import { createLife, isConfirmedByMail, type Life, type Timeline, type World } from "./life.ts";
import { tellMail } from "./mail-history.ts";
import { planOrders, type DemoOrder } from "./orders.ts";
import { createPerson, type Language } from "./person.ts";
import { seededRandom, type Random } from "./random.ts";
import type { Event, Purposes, Story } from "./story.ts";
import { pickTraits, type DemoFields } from "./traits.ts";
import type { LabelKey } from "./words/company.ts";

const contactCounts: Readonly<Record<Language, number>> = { cs: 1310, sk: 702 };

export type ContactRow = NewContact & {
  readonly receivedCount: number;
  readonly lastSentAt: Date | null;
  readonly lastOpenAt: Date | null;
  readonly lastClickAt: Date | null;
};

export type DemoContact = {
  readonly row: ContactRow;
  readonly story: Story;
  readonly labels: readonly LabelKey[];
  readonly orders: readonly DemoOrder[];
};

export type Setting = {
  readonly tenantId: string;
  readonly shopIds: Readonly<Record<Language, string>>;
  readonly purposes: Purposes;
  readonly fields: DemoFields;
  readonly fingerprintKey: Uint8Array;
};

/** Above the seeds of all lives and names. */
const wishSeed = 1_000_000;

/**
 * Everybody, from the oldest contact to the newest. Each has chances of their own, and so do their name and what they buy: what the
 * day of the first start changes for one contact changes nothing for the others.
 */
export function createContacts(time: Timeline, setting: Setting): DemoContact[] {
  const takenEmails = new Set<string>();
  const languages = (["cs", "sk"] as const).flatMap((language) =>
    Array.from({ length: contactCounts[language] }, () => language),
  );
  return languages
    .map((language, index) => {
      const world = { ...time, random: seededRandom(2 * index) };
      const names = seededRandom(2 * index + 1);
      return createContact(world, setting, { language, names, wishes: seededRandom(wishSeed + index), takenEmails });
    })
    .sort((left, right) => left.row.createdAt.getTime() - right.row.createdAt.getTime());
}

type Asked = {
  readonly language: Language;
  readonly names: Random;
  readonly wishes: Random;
  readonly takenEmails: Set<string>;
};

function createContact(world: World, setting: Setting, asked: Asked): DemoContact {
  const { language, names, takenEmails } = asked;
  const life = createLife(world, language);
  const thisYear = world.calendar.now.getUTCFullYear();
  const { email, profile } = createPerson(names, { language, source: life.source, thisYear }, takenEmails);
  const consents = tellConsents(world, life, setting.purposes);
  const mail = tellMail(world, life);
  const traits = pickTraits(world, setting.fields, { life, profile });
  const { suppression } = consents;
  const row: ContactRow = {
    email,
    fingerprint: addressFingerprint(setting.fingerprintKey, email),
    shopId: setting.shopIds[life.language],
    status: life.status,
    statusAt: statusTime(life),
    source: life.source,
    sources: JSON.stringify(sourcesOf(world, life)),
    createdAt: life.createdAt,
    customFields: JSON.stringify(traits.values),
    consentBasis: basisOf(life),
    consentAt: life.allowedAt,
    suppressionReason: suppression?.reason ?? null,
    suppressionNote: suppression?.detail ?? null,
    suppressedAt: suppression?.createdAt ?? null,
    blacklistedAt: suppression?.blacklisted === true ? suppression.createdAt : null,
    receivedCount: mail.filter(({ type }) => type === "email_sent").length,
    lastSentAt: lastTime(mail, "email_sent"),
    lastOpenAt: lastTime(mail, "email_opened"),
    lastClickAt: lastTime(mail, "email_clicked"),
    ...wordColumns(setting.tenantId, email, profile),
    ...profile,
  };
  const orders = planOrders({ ...world, random: asked.wishes }, life, row.shopId);
  return { row, story: { ...consents, events: [...consents.events, ...mail] }, labels: traits.labels, orders };
}

function statusTime({ end, allowedAt, createdAt }: Life): Date {
  if (end !== null && end.kind !== "blacklisted") return end.at;
  return allowedAt ?? createdAt;
}

function basisOf({ status, allowedAt, source }: Life): ContactRow["consentBasis"] {
  if (status === "customer") return "soft_opt_in_customer";
  if (allowedAt === null) return "none";
  return isConfirmedByMail(source) ? "double_opt_in" : "imported";
}

/** Some who came through a form have bought something since. */
function sourcesOf({ random, calendar }: World, { source, createdAt }: Life) {
  const first = { source, at: createdAt.toISOString() };
  if (source === "shop" || !random.chance(0.15)) return [first];
  return [first, { source: "shop", at: between(random, createdAt, calendar.now).toISOString() }];
}

function lastTime(events: readonly Event[], type: JournalType): Date | null {
  const times = events.filter((event) => event.type === type).map(({ at }) => at.getTime());
  return times.length === 0 ? null : new Date(Math.max(...times));
}
