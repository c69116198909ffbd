import { searchColumns } from "../features/contacts/profile.ts";
import type { ContactWrite } from "../features/contacts/queries.ts";
import type { JournalType } from "../journal/entry.ts";
import { addressFingerprint } from "../kernel/crypto.ts";
import { between } from "./calendar.ts";
import { createConsentRecords } from "./consent-history.ts";
import {
  createLifecycle,
  isConfirmedByMail,
  type ContactLifecycle,
  type DemoTimeline,
  type GeneratorContext,
} from "./lifecycle.ts";
import { createMailEvents } from "./mail-history.ts";
import { planOrders, type DemoOrder } from "./orders.ts";
import { createPerson, type Language } from "./person.ts";
import { seededRandom, type Random } from "./random.ts";
import type { ContactEvent, Purposes, ContactRecords } from "./records.ts";
import { pickTraits, type DemoFields } from "./traits.ts";
import type { LabelKey } from "./words/company.ts";

const contactCounts: Readonly<Record<Language, number>> = { cs: 1310, sk: 702 };

export type ContactRow = ContactWrite & {
  readonly receivedCount: number;
  readonly lastSentAt: Date | null;
  readonly lastOpenAt: Date | null;
  readonly lastClickAt: Date | null;
};

export type DemoContact = {
  readonly row: ContactRow;
  readonly records: ContactRecords;
  readonly labels: readonly LabelKey[];
  readonly orders: readonly DemoOrder[];
};

export type DemoContactSettings = {
  readonly tenantId: string;
  readonly shopIds: Readonly<Record<Language, string>>;
  readonly purposes: Purposes;
  readonly fields: DemoFields;
  readonly fingerprintKey: Uint8Array;
};

/** Above the seeds of all contacts and names. */
const orderSeed = 1_000_000;

/**
 * All contacts, oldest first. Each contact, its name and its orders have seeds of their own: a change in one contact,
 * caused by the day of the first start, does not affect the others.
 */
export function createContacts(time: DemoTimeline, setting: DemoContactSettings): DemoContact[] {
  const takenEmails = new Set<string>();
  const languages = (["cs", "sk"] as const).flatMap((language) =>
    Array.from({ length: contactCounts[language] }, () => language),
  );
  return languages
    .map((language, index) => {
      const context = { ...time, random: seededRandom(2 * index) };
      const nameRandom = seededRandom(2 * index + 1);
      return createContact(context, setting, {
        language,
        nameRandom,
        orderRandom: seededRandom(orderSeed + index),
        takenEmails,
      });
    })
    .sort((left, right) => left.row.createdAt.getTime() - right.row.createdAt.getTime());
}

type DemoContactInput = {
  readonly language: Language;
  readonly nameRandom: Random;
  readonly orderRandom: Random;
  readonly takenEmails: Set<string>;
};

function createContact(context: GeneratorContext, setting: DemoContactSettings, input: DemoContactInput): DemoContact {
  const { language, nameRandom, takenEmails } = input;
  const lifecycle = createLifecycle(context, language);
  const thisYear = context.calendar.now.getUTCFullYear();
  const { email, profile } = createPerson(nameRandom, { language, source: lifecycle.source, thisYear }, takenEmails);
  const consents = createConsentRecords(context, lifecycle, setting.purposes);
  const mail = createMailEvents(context, lifecycle, email);
  const traits = pickTraits(context, setting.fields, { lifecycle, profile });
  const { suppression } = consents;
  const row: ContactRow = {
    email,
    fingerprint: addressFingerprint(setting.fingerprintKey, email),
    shopId: setting.shopIds[lifecycle.language],
    status: lifecycle.status,
    statusAt: statusTime(lifecycle),
    source: lifecycle.source,
    sources: JSON.stringify(chooseSources(context, lifecycle)),
    createdAt: lifecycle.createdAt,
    customFields: JSON.stringify(traits.values),
    consentBasis: toBasis(lifecycle),
    consentAt: lifecycle.allowedAt,
    suppressionReason: suppression?.reason ?? null,
    suppressionNote: suppression?.detail ?? null,
    suppressedAt: suppression?.createdAt ?? null,
    blacklistedAt: suppression?.blacklisted === true ? suppression.createdAt : null,
    receivedCount: mail.filter(({ type }) => type === "email_sent").length,
    lastSentAt: lastTime(mail, "email_sent"),
    lastOpenAt: lastTime(mail, "email_opened"),
    lastClickAt: lastTime(mail, "email_clicked"),
    ...searchColumns(setting.tenantId, email, profile),
    ...profile,
  };
  const orders = planOrders({ ...context, random: input.orderRandom }, lifecycle, row.shopId);
  return { row, records: { ...consents, events: [...consents.events, ...mail] }, labels: traits.labels, orders };
}

function statusTime({ end, allowedAt, createdAt }: ContactLifecycle): Date {
  if (end !== null && end.kind !== "blacklisted") return end.at;
  return allowedAt ?? createdAt;
}

function toBasis({ status, allowedAt, source }: ContactLifecycle): ContactRow["consentBasis"] {
  if (status === "customer") return "soft_opt_in_customer";
  if (allowedAt === null) return "none";
  return isConfirmedByMail(source) ? "double_opt_in" : "imported";
}

/** Some contacts from forms have ordered since. */
function chooseSources({ random, calendar }: GeneratorContext, { source, createdAt }: ContactLifecycle) {
  const first = { source, at: createdAt.toISOString() };
  if (source === "shop" || !random.chance(0.15)) return [first];
  return [first, { source: "shop", at: between(random, createdAt, calendar.now).toISOString() }];
}

function lastTime(events: readonly ContactEvent[], type: JournalType): Date | null {
  const times = events.filter((event) => event.type === type).map(({ at }) => at.getTime());
  return times.length === 0 ? null : new Date(Math.max(...times));
}
