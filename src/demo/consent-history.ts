import { addMonths } from "../kernel/local-time.ts";
import { between } from "./calendar.ts";
import { isConfirmedByMail, type End, type Life, type World } from "./life.ts";
import type { Language } from "./person.ts";
import type { Random } from "./random.ts";
import type { Consent, ConsentEvent, Event, Purpose, Purposes, Story, Suppression } from "./story.ts";
import { blacklistNotes, bounceDetails, consentTexts, unsubscribeNotes } from "./words/texts.ts";

/** What the contact agreed to and refused, as the services would have written it: every table says the same. */
export function tellConsents(world: World, life: Life, purposes: Purposes): Story {
  if (life.status === "customer") return onlyCreated(life);
  const news = tellNews(world, life, purposes.news);
  const recipes = tellRecipes(world, life, purposes.recipes);
  const before = join(news, recipes);
  const { end, language } = life;
  return end === null ? before : endings[end.kind](world.random, { end, before, language });
}

const noStory: Story = { events: [], consents: [], consentEvents: [], suppression: null };

const join = (...stories: readonly Story[]): Story => ({
  events: stories.flatMap(({ events }) => events),
  consents: stories.flatMap(({ consents }) => consents),
  consentEvents: stories.flatMap(({ consentEvents }) => consentEvents),
  suppression: stories.find(({ suppression }) => suppression !== null)?.suppression ?? null,
});

const created = ({ source, createdAt }: Life, to: string): Event => ({
  type: "contact_created",
  at: createdAt,
  payload: { source, to },
});

const onlyCreated = (life: Life): Story => ({ ...noStory, events: [created(life, life.status)] });

function tellNews({ random }: World, life: Life, purpose: Purpose): Story {
  const { source, createdAt, allowedAt } = life;
  const isByMail = isConfirmedByMail(source);
  const basis = isByMail ? "double_opt_in" : "imported";
  const about = { purposeId: purpose.id, basis, source, note: null } as const;
  const consent: Consent = {
    purposeId: purpose.id,
    state: allowedAt === null ? "pending" : "valid",
    basis,
    source,
    text: isByMail ? consentTexts.news[life.language] : null,
    ip: isByMail ? documentationAddress(random) : null,
    at: allowedAt ?? createdAt,
    withdrawnAt: null,
    validUntil: null,
  };
  const requested: ConsentEvent = { ...about, action: "requested", at: createdAt };
  if (allowedAt === null) {
    return { ...noStory, consents: [consent], consentEvents: [requested], events: [created(life, "pending")] };
  }
  const given: ConsentEvent = { ...about, action: "given", at: allowedAt };
  if (!isByMail) {
    return { ...noStory, consents: [consent], consentEvents: [given], events: [created(life, "subscribed")] };
  }
  return {
    ...noStory,
    consents: [consent],
    consentEvents: [requested, given],
    events: [
      created(life, "pending"),
      { type: "consent_given", at: allowedAt, payload: { purposeId: purpose.id, title: purpose.title } },
      { type: "status_change", at: allowedAt, payload: { from: "pending", to: "subscribed" } },
    ],
  };
}

/** Almost half want recipes too: most say so at once, some later, and a few change their mind. */
function tellRecipes({ random, calendar }: World, life: Life, purpose: Purpose): Story {
  const { allowedAt, source } = life;
  if (allowedAt === null || !random.chance(0.45)) return noStory;
  const until = life.end?.at ?? calendar.now;
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
    text: consentTexts.recipes[life.language],
    ip: isByMail ? documentationAddress(random) : null,
    at,
    withdrawnAt,
    validUntil: purpose.validMonths === null ? null : addMonths(at, purpose.validMonths),
  };
  const story: Story = {
    ...noStory,
    consents: [consent],
    consentEvents: [{ ...about, action: "given", source: consent.source, at }],
    events: [{ type: "consent_given", at, payload: { purposeId: purpose.id, title: purpose.title } }],
  };
  if (withdrawnAt === null) return story;
  return join(story, {
    ...noStory,
    consentEvents: [{ ...about, action: "withdrawn", source: "admin", at: withdrawnAt }],
    events: [{ type: "consent_withdrawn", at: withdrawnAt, payload: { purposeId: purpose.id } }],
  });
}

type Ending = { readonly end: End; readonly before: Story; readonly language: Language };

const endings: Readonly<Record<End["kind"], (random: Random, ending: Ending) => Story>> = {
  blacklisted: (random, { end, before, language }) =>
    join(before, {
      ...noStory,
      suppression: suppress(end, { reason: "manual", source: "admin", detail: random.pick(blacklistNotes[language]) }),
      events: [{ type: "blacklisted", at: end.at, payload: {} }],
    }),
  bounced: (random, { end, before }) =>
    join(before, {
      ...noStory,
      suppression: suppress(end, { reason: "bounced", source: "bounce", detail: random.pick(bounceDetails) }),
      events: [changed(end)],
    }),
  complained: (_random, { end, before }) =>
    join(withdrawAll(before, end.at, "complaint"), {
      ...noStory,
      suppression: suppress(end, { reason: "complained", source: "complaint", detail: null }),
      events: [changed(end)],
    }),
  unsubscribed: (random, { end, before, language }) => {
    const source = end.reading === null ? "admin" : "link";
    const note = random.chance(0.3) ? random.pick(unsubscribeNotes[language]) : null;
    const said: ConsentEvent = { purposeId: null, action: "unsubscribed", basis: null, source, note, at: end.at };
    const heard: Story = { ...before, consentEvents: [...before.consentEvents, said] };
    return join(withdrawAll(heard, end.at, source), {
      ...noStory,
      suppression: suppress(end, { reason: "unsubscribed", source, detail: note }),
      events: [changed(end), { type: "unsubscribed", at: end.at, payload: { reason: source } }],
    });
  },
};

const suppress = (end: End, why: Pick<Suppression, "reason" | "source" | "detail">): Suppression => ({
  ...why,
  blacklisted: end.kind === "blacklisted",
  createdAt: end.at,
});

const changed = ({ kind, at }: End): Event => ({
  type: "status_change",
  at,
  payload: { from: "subscribed", to: kind },
});

/** The same story with every consent taken back, each with its line in the history. */
function withdrawAll(story: Story, at: Date, source: string): Story {
  const isOpen = ({ state }: Consent) => state === "valid" || state === "pending";
  return {
    ...story,
    consents: story.consents.map((consent) =>
      isOpen(consent) ? { ...consent, state: "withdrawn", withdrawnAt: at } : consent,
    ),
    consentEvents: [
      ...story.consentEvents,
      ...story.consents.filter(isOpen).map(({ purposeId, basis }) => ({
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

/** From the networks that RFC 5737 keeps for examples. */
function documentationAddress(random: Random): string {
  return `${random.pick(["192.0.2", "198.51.100", "203.0.113"])}.${random.integer(1, 254)}`;
}
