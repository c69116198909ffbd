import {
  consentGiven,
  consentWithdrawn,
  contactBlacklisted,
  contactCreated,
  contactUnsubscribed,
  statusChanged,
} from "../journal/events.ts";
import { addMonths } from "../kernel/local-time.ts";
import { between } from "./calendar.ts";
import { isConfirmedByMail, type SubscriptionEnd, type ContactLifecycle, type GeneratorContext } from "./lifecycle.ts";
import type { Language } from "./person.ts";
import type { Random } from "./random.ts";
import type { Consent, ConsentEvent, ContactEvent, Purpose, Purposes, ContactRecords, Suppression } from "./records.ts";
import { blacklistNotes, bounceDetails, consentTexts, unsubscribeNotes } from "./words/texts.ts";

/** Consents and opt-outs of the contact, consistent across all tables, as the services would have written them. */
export function createConsentRecords(
  context: GeneratorContext,
  lifecycle: ContactLifecycle,
  purposes: Purposes,
): ContactRecords {
  if (lifecycle.status === "customer") return onlyCreated(lifecycle);
  const news = createNewsRecords(context, lifecycle, purposes.news);
  const recipes = createRecipeRecords(context, lifecycle, purposes.recipes);
  const before = joinRecords(news, recipes);
  const { end, language } = lifecycle;
  return end === null ? before : recordsByEnd[end.kind](context.random, { end, before, language });
}

const noRecords: ContactRecords = { events: [], consents: [], consentEvents: [], suppression: null };

const joinRecords = (...parts: readonly ContactRecords[]): ContactRecords => ({
  events: parts.flatMap(({ events }) => events),
  consents: parts.flatMap(({ consents }) => consents),
  consentEvents: parts.flatMap(({ consentEvents }) => consentEvents),
  suppression: parts.find(({ suppression }) => suppression !== null)?.suppression ?? null,
});

const created = ({ source, createdAt }: ContactLifecycle, to: string): ContactEvent =>
  contactCreated.entry({ contactId: null, at: createdAt, payload: { source, to } });

const onlyCreated = (lifecycle: ContactLifecycle): ContactRecords => ({
  ...noRecords,
  events: [created(lifecycle, lifecycle.status)],
});

function createNewsRecords(
  { random }: GeneratorContext,
  lifecycle: ContactLifecycle,
  purpose: Purpose,
): ContactRecords {
  const { source, createdAt, allowedAt } = lifecycle;
  const isByMail = isConfirmedByMail(source);
  const basis = isByMail ? "double_opt_in" : "imported";
  const about = { purposeId: purpose.id, basis, source, note: null } as const;
  const consent: Consent = {
    purposeId: purpose.id,
    state: allowedAt === null ? "pending" : "valid",
    basis,
    source,
    text: isByMail ? consentTexts.news[lifecycle.language] : null,
    ip: isByMail ? documentationAddress(random) : null,
    at: allowedAt ?? createdAt,
    withdrawnAt: null,
    validUntil: null,
  };
  const requested: ConsentEvent = { ...about, action: "requested", at: createdAt };
  if (allowedAt === null) {
    return { ...noRecords, consents: [consent], consentEvents: [requested], events: [created(lifecycle, "pending")] };
  }
  const given: ConsentEvent = { ...about, action: "given", at: allowedAt };
  if (!isByMail) {
    return { ...noRecords, consents: [consent], consentEvents: [given], events: [created(lifecycle, "subscribed")] };
  }
  return {
    ...noRecords,
    consents: [consent],
    consentEvents: [requested, given],
    events: [
      created(lifecycle, "pending"),
      consentGiven.entry({ contactId: null, at: allowedAt, payload: { purposeId: purpose.id, title: purpose.title } }),
      statusChanged.entry({ contactId: null, at: allowedAt, payload: { from: "pending", to: "subscribed" } }),
    ],
  };
}

/** Almost half also subscribe to recipes: most at once, some later, and a few change their choice. */
function createRecipeRecords(
  { random, calendar }: GeneratorContext,
  lifecycle: ContactLifecycle,
  purpose: Purpose,
): ContactRecords {
  const { allowedAt, source } = lifecycle;
  if (allowedAt === null || !random.chance(0.45)) return noRecords;
  const until = lifecycle.end?.at ?? calendar.now;
  const isByMail = isConfirmedByMail(source);
  const at = isByMail && random.chance(0.7) ? allowedAt : between(random, allowedAt, until);
  const withdrawnAt = random.chance(0.06) ? between(random, at, until) : null;
  const basis = isByMail ? "double_opt_in" : "imported";
  const about = { purposeId: purpose.id, basis, note: null } as const;
  const consent: Consent = {
    purposeId: purpose.id,
    state: withdrawnAt === null ? "valid" : "withdrawn",
    basis,
    source: isByMail ? source : "manual",
    text: consentTexts.recipes[lifecycle.language],
    ip: isByMail ? documentationAddress(random) : null,
    at,
    withdrawnAt,
    validUntil: purpose.validMonths === null ? null : addMonths(at, purpose.validMonths),
  };
  const records: ContactRecords = {
    ...noRecords,
    consents: [consent],
    consentEvents: [{ ...about, action: "given", source: consent.source, at }],
    events: [consentGiven.entry({ contactId: null, at, payload: { purposeId: purpose.id, title: purpose.title } })],
  };
  if (withdrawnAt === null) return records;
  return joinRecords(records, {
    ...noRecords,
    consentEvents: [{ ...about, action: "withdrawn", source: "admin", at: withdrawnAt }],
    events: [consentWithdrawn.entry({ contactId: null, at: withdrawnAt, payload: { purposeId: purpose.id } })],
  });
}

type EndingInput = { readonly end: SubscriptionEnd; readonly before: ContactRecords; readonly language: Language };

const recordsByEnd: Readonly<Record<SubscriptionEnd["kind"], (random: Random, ending: EndingInput) => ContactRecords>> =
  {
    blacklisted: (random, { end, before, language }) =>
      joinRecords(before, {
        ...noRecords,
        suppression: suppress(end, {
          reason: "manual",
          source: "admin",
          detail: random.pick(blacklistNotes[language]),
        }),
        events: [contactBlacklisted.entry({ contactId: null, at: end.at, payload: {} })],
      }),
    bounced: (random, { end, before }) =>
      joinRecords(before, {
        ...noRecords,
        suppression: suppress(end, { reason: "bounced", source: "bounce", detail: random.pick(bounceDetails) }),
        events: [changed(end)],
      }),
    complained: (_random, { end, before }) =>
      joinRecords(withdrawAll(before, end.at, "complaint"), {
        ...noRecords,
        suppression: suppress(end, { reason: "complained", source: "complaint", detail: null }),
        events: [changed(end)],
      }),
    unsubscribed: (random, { end, before, language }) => {
      const source = end.reading === null ? "admin" : "link";
      const note = random.chance(0.3) ? random.pick(unsubscribeNotes[language]) : null;
      const said: ConsentEvent = { purposeId: null, action: "unsubscribed", basis: null, source, note, at: end.at };
      const heard: ContactRecords = { ...before, consentEvents: [...before.consentEvents, said] };
      return joinRecords(withdrawAll(heard, end.at, source), {
        ...noRecords,
        suppression: suppress(end, { reason: "unsubscribed", source, detail: note }),
        events: [changed(end), unsubscribedBy(end, source, language)],
      });
    },
  };

/** One of this many unsubscribes after a newsletter is attributed to it; the others come from older e-mails. */
const leavesByNewestEvery = 5;

function unsubscribedBy({ at, reading }: SubscriptionEnd, reason: string, language: Language): ContactEvent {
  const isByNewest = language === "cs" && at.getTime() % leavesByNewestEvery === 0;
  const campaignId = isByNewest ? reading?.delivery.newsletter.campaignId : undefined;
  const payload = campaignId === undefined ? { reason } : { reason, campaignId };
  return contactUnsubscribed.entry({ contactId: null, at, payload });
}

const suppress = (end: SubscriptionEnd, why: Pick<Suppression, "reason" | "source" | "detail">): Suppression => ({
  ...why,
  blacklisted: end.kind === "blacklisted",
  createdAt: end.at,
});

const changed = ({ kind, at }: SubscriptionEnd): ContactEvent =>
  statusChanged.entry({ contactId: null, at, payload: { from: "subscribed", to: kind } });

/** The same records with every consent withdrawn, each with its entry in the history. */
function withdrawAll(records: ContactRecords, at: Date, source: string): ContactRecords {
  const isOpen = ({ state }: Consent) => state === "valid" || state === "pending";
  return {
    ...records,
    consents: records.consents.map((consent) =>
      isOpen(consent) ? { ...consent, state: "withdrawn", withdrawnAt: at } : consent,
    ),
    consentEvents: [
      ...records.consentEvents,
      ...records.consents.filter(isOpen).map(({ purposeId, basis }) => ({
        purposeId,
        action: "withdrawn" as const,
        basis,
        source,
        note: null,
        at,
      })),
    ],
  };
}

/** Addresses from the documentation networks of RFC 5737. */
function documentationAddress(random: Random): string {
  return `${random.pick(["192.0.2", "198.51.100", "203.0.113"])}.${random.integer(1, 254)}`;
}
