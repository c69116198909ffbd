import type { EntryOf } from "../../../journal/event.ts";
import {
  actionFailed,
  contactCreated,
  contactEvent,
  contactsCreated,
  contactUnsubscribed,
  couponUsed,
  emailClicked,
  emailOpened,
  formSubmitted,
  listAdded,
  orderCreated,
  orderPaid,
  orderStateChanged,
  statusChanged,
  surveyAnswered,
} from "../../../journal/events.ts";
import { hours } from "../../../kernel/local-time.ts";
import type { EventFacts } from "../../events/queries.ts";
import { stateKey } from "../../orders/states.ts";
import type { TriggerName } from "../grammar.ts";
import { asList } from "../graph/config-field.ts";
import type { JsonObject } from "../graph/json.ts";
import type { Bond } from "./bonds.ts";
import { matchesVisit, meetsConditions } from "./event-conditions.ts";

/** The journal entries that can let contacts in. */
export const triggerEvents = [
  contactCreated,
  contactsCreated,
  statusChanged,
  contactUnsubscribed,
  listAdded,
  orderCreated,
  orderStateChanged,
  orderPaid,
  contactEvent,
  emailOpened,
  emailClicked,
  surveyAnswered,
  formSubmitted,
  couponUsed,
  actionFailed,
] as const;

export type TriggerEntry = EntryOf<(typeof triggerEvents)[number]>;

/** What the entries refer to. */
export type EntryFacts = {
  readonly events: ReadonlyMap<string, EventFacts>;
  /** E-mails of automations by the id of their source. */
  readonly sources: ReadonlyMap<string, EmailSource>;
  /** Addresses of clicked links by `linkKey`. */
  readonly links: ReadonlyMap<string, string>;
  /** Null where no trigger asks for it. */
  readonly defaultPurposeId: string | null;
};

export type EmailSource = { readonly automationId: string; readonly node: string };

export const linkKey = (sourceId: string, variantId: string, link: number): string =>
  `${sourceId} ${variantId} ${link}`;

/** Something happened that triggers of one type wait for. */
export type Signal = {
  readonly trigger: TriggerName;
  /** The shop that the automation has to be of. */
  readonly shopId?: string | undefined;
  /** The automation has to be of the main shop of the contact. */
  readonly isOfMainShop?: boolean;
  readonly matches: (config: JsonObject) => boolean;
  /** What the contact joined; leaving it ends the run, unless the trigger says otherwise. */
  readonly bond?: (config: JsonObject) => Bond;
};

const always = (): boolean => true;

/** What an entry means for triggers. Quiet entries, as of an import without automations, mean nothing. */
export function toSignals(entry: TriggerEntry, facts: EntryFacts): readonly Signal[] {
  if ("quiet" in entry.payload && entry.payload.quiet) return [];
  switch (entry.type) {
    case "contact_created":
    case "contacts_created":
      return [
        { trigger: "contact_created", isOfMainShop: true, matches: always },
        ...subscriptionSignals(entry.payload.to, facts),
        ...listSignals(entry.payload.lists ?? []),
      ];
    case "status_change":
      // An undone bounce is no new subscription.
      return entry.payload.from === "bounced" ? [] : subscriptionSignals(entry.payload.to, facts);
    case "unsubscribed":
      return [{ trigger: "unsubscribed", isOfMainShop: true, matches: always }];
    case "list_added":
      return listSignals([entry.payload.listId]);
    case "order_created":
    case "order_state":
    case "order_paid":
      return orderSignals(entry);
    case "contact_event":
      return eventSignals(entry, facts);
    case "email_opened":
    case "email_clicked":
      return emailSignals(entry, facts);
    case "survey_answered":
      return [{ trigger: "survey_answered", matches: names("surveyId", entry.payload.surveyId) }];
    case "form_submitted":
      return [formSignal(entry, facts)];
    case "coupon_used":
      return [{ trigger: "coupon_used", matches: names("stackId", entry.payload.stackId) }];
    case "action_failed":
      return [{ trigger: "action_failed", matches: always }];
  }
}

/** A field that the trigger leaves out fits everything. */
const names = (field: string, id: string | undefined) => (config: JsonObject) =>
  config[field] === undefined || config[field] === id;

const subscriptionSignals = (status: string, { defaultPurposeId: purposeId }: EntryFacts): Signal[] =>
  status === "subscribed"
    ? [{ trigger: "subscribed", isOfMainShop: true, matches: always, bond: () => ({ listIds: [], purposeId }) }]
    : [];

const formSignal = ({ payload }: EntryOf<typeof formSubmitted>, { defaultPurposeId }: EntryFacts): Signal => {
  const { formId, listIds = [], purposeId = defaultPurposeId } = payload;
  return { trigger: "form_submitted", matches: names("formId", formId), bond: () => ({ listIds, purposeId }) };
};

/** Contacts became members of the lists. */
export function listSignals(listIds: readonly string[]): Signal[] {
  const joined = ({ listIds: wanted }: JsonObject) =>
    asList(wanted)
      .map(String)
      .filter((id) => listIds.includes(id));
  if (listIds.length === 0) return [];
  return [
    {
      trigger: "list_added",
      matches: (config) => joined(config).length > 0,
      bond: (config) => ({ listIds: joined(config), purposeId: null }),
    },
  ];
}

const maxAgeMs = hours(24);

/** What happened over 24 hours before it was received starts nothing. */
export const isFresh = (happenedAt: string, receivedAt: Date): boolean =>
  receivedAt.getTime() - new Date(happenedAt).getTime() <= maxAgeMs;

function orderSignals(entry: EntryOf<typeof orderCreated | typeof orderStateChanged | typeof orderPaid>): Signal[] {
  const { shopId } = entry.payload;
  if (entry.type === "order_paid") {
    return isFresh(entry.payload.paidAt, entry.at) ? [{ trigger: "order_paid", shopId, matches: always }] : [];
  }
  const key = stateKey(entry.payload.state);
  const gotState: Signal = {
    trigger: "order_state",
    shopId,
    matches: ({ states }) => asList(states).some((state) => stateKey(String(state)) === key),
  };
  if (entry.type === "order_state") return [gotState];
  return isFresh(entry.payload.createdAt, entry.at)
    ? [{ trigger: "order_created", shopId, matches: always }, gotState]
    : [];
}

function eventSignals({ payload, at }: EntryOf<typeof contactEvent>, { events }: EntryFacts): Signal[] {
  const event = events.get(payload.eventId);
  if (event === undefined || !isFresh(payload.happenedAt, at)) return [];
  const { type, name, data } = event;
  const { shopId } = payload;
  return [
    {
      trigger: "event",
      shopId,
      matches: (config) => config["name"] === name && meetsConditions(data, config["conditions"]),
    },
    ...(type === "page_visit"
      ? [{ trigger: "page_visit" as const, shopId, matches: (config: JsonObject) => matchesVisit(data["url"], config) }]
      : []),
  ];
}

/** People only: the first open of an e-mail, the first click in it, or the first click on the link that a trigger names. */
function emailSignals(entry: EntryOf<typeof emailOpened | typeof emailClicked>, facts: EntryFacts): Signal[] {
  const { campaignId = "", variantId = "", verdict } = entry.payload;
  if (verdict === "machine") return [];
  const source = facts.sources.get(campaignId);
  const isFromSource = (config: JsonObject): boolean =>
    names("campaignId", campaignId)(config) &&
    names("automationId", source?.automationId)(config) &&
    names("node", source?.node)(config);
  const opened: Signal = { trigger: "email_opened", matches: isFromSource };
  if (entry.type === "email_opened") return entry.payload.first === true ? [opened] : [];
  const { first, firstOfLink, link, impliesOpen } = entry.payload;
  const url = link === undefined ? undefined : facts.links.get(linkKey(campaignId, variantId, link));
  const clicked: Signal = {
    trigger: "email_clicked",
    matches: (config) =>
      isFromSource(config) &&
      (config["url"] === undefined ? first === true : firstOfLink === true && isLink(url, config["url"])),
  };
  return impliesOpen === true ? [opened, clicked] : [clicked];
}

/** Parameters of campaigns may have been added to the address. */
const isLink = (url: string | undefined, wanted: unknown): boolean =>
  url !== undefined &&
  typeof wanted === "string" &&
  (url === wanted || url.startsWith(`${wanted}${wanted.includes("?") ? "&" : "?"}utm_`));
