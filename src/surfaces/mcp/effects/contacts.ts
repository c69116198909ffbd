import type { Context } from "../../../context.ts";
import { findField } from "../../../features/contacts/fields/queries.ts";
import { listSignals, type Signal } from "../../../features/automations/entry/signals.ts";
import { matchesVisit, meetsConditions } from "../../../features/automations/entry/event-conditions.ts";
import { enrichedFields } from "../../../features/contacts/name-enrichment/name-enrichment.ts";
import { stateKey } from "../../../features/orders/states.ts";
import { listMailers, listSignatureReaders } from "../../../features/automations/reactions/mailers.ts";
import type { Datum } from "../../../features/segments/rule-data.ts";
import type { OperationInput } from "../arguments.ts";
import { objectIn } from "../previews/preview.ts";
import { byArgument, nothing, type Decide, type Decisions } from "./effect.ts";

const asText = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
const textsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
const always = (): boolean => true;

const signal = (trigger: Signal["trigger"], shopId?: string): Signal => ({ trigger, shopId, matches: always });

/** The contact that the path names. */
const contactOf = ({ params }: OperationInput) => [String(params["id"])];
const listOf = ({ params }: OperationInput) => String(params["list_id"]);

const statusData: readonly Datum[] = ["field:status", "field:updatedAt", "consents"];
const enriched = enrichedFields.map((field): Datum => `field:${field}`);

const optOut: Decide = (_, input) => ({
  change: { signals: [signal("unsubscribed")], leftListIds: "all", data: statusData, contactIds: contactOf(input) },
});

/** Names and titles lead to genders, name days and salutations. */
const profileData = (body: object): Datum[] => [
  "field:updatedAt",
  ...Object.keys(body).map((field): Datum => `field:${field}`),
  ...Object.keys(objectIn(Reflect.get(body, "customFields"))).map((id): Datum => `custom_field:${id}`),
  ...enriched,
];

const leavesList: Decide = (_, input) => ({
  change: { data: [`list:${listOf(input)}`], contactIds: textsIn(objectIn(input.body)["contactIds"]) },
});

/** Reports of maintenance change nothing without `apply`. */
const applied =
  (decide: Decide): Decide =>
  (ctx, input) =>
    objectIn(input.body)["apply"] === true ? decide(ctx, input) : nothing;

const fillsFields: Decide = () => ({ change: { data: "all" } });

const newContact = (listIds: readonly string[], shopId?: string): Signal[] => [
  signal("contact_created", shopId),
  signal("subscribed", shopId),
  ...listSignals(listIds),
];

/** Orders of a batch may be invalid in any way; those are reported and have no effect. */
function orderSignals(order: unknown): Signal[] {
  const { shopId, state } = objectIn(order);
  const shop = asText(shopId);
  const key = stateKey(asText(state) ?? "");
  const gotState: Signal = {
    trigger: "order_state",
    shopId: shop,
    matches: ({ states }) => textsIn(states).some((wanted) => stateKey(wanted) === key),
  };
  return [signal("order_created", shop), signal("order_paid", shop), gotState, signal("coupon_used")];
}

/** Visits of a shop's pages and carts that are recorded from now on. */
const visitSignals = (shopId: string): Signal[] => [
  signal("page_visit", shopId),
  signal("cart_abandoned", shopId),
  { trigger: "event", shopId, matches: ({ name }) => name === "page_visit" || name === "cart" },
];

function eventSignals(body: unknown): Signal[] {
  const { type, name, data, ...given } = objectIn(body);
  const shopId = asText(given["shopId"]);
  const own: Signal = {
    trigger: "event",
    shopId,
    matches: (config) =>
      config["name"] === (asText(name) ?? type) && meetsConditions(objectIn(data), config["conditions"]),
  };
  const visit: Signal = {
    trigger: "page_visit",
    shopId,
    matches: (config) => matchesVisit(objectIn(data)["url"], config),
  };
  if (type === "page_visit") return [own, visit];
  return type === "cart" ? [own, signal("cart_abandoned", shopId)] : [own];
}

/** E-mails show the names of options that contacts have. */
async function renamesOption({ db }: Context, fieldId: string, options: unknown): Promise<boolean> {
  const known = (await findField(db, fieldId))?.options ?? [];
  return (Array.isArray(options) ? options : [])
    .map(objectIn)
    .some((option) => known.some(({ id, name }) => id === option["id"] && name !== option["name"]));
}

export const contactDecisions: Decisions = {
  createContact: (_, { body }) => {
    const { listIds, shopId } = objectIn(body);
    const joinedListIds = textsIn(listIds);
    return {
      change: { signals: newContact(joinedListIds, asText(shopId)), joinedListIds, data: "all", contactIds: [] },
    };
  },
  updateContact: (_, input) => ({
    change: { data: profileData(objectIn(input.body)), contactIds: contactOf(input) },
  }),
  unsubscribeContact: optOut,
  withdrawContactPurpose: optOut,
  blacklistContact: (_, input) => ({ change: { data: statusData, contactIds: contactOf(input) } }),
  unblacklistContact: (_, input) => ({ change: { data: statusData, opensGate: true, contactIds: contactOf(input) } }),
  addContactPurpose: (_, input) => ({
    change: {
      signals: [signal("subscribed")],
      data: [...statusData, "field:consentAt"],
      opensGate: true,
      contactIds: contactOf(input),
    },
  }),
  createSuppression: () => ({ change: { data: statusData } }),
  deleteSuppression: () => ({ change: { data: statusData, opensGate: true } }),
  undoBounces: () => ({ change: { data: statusData, opensGate: true } }),
  undoCompanyBounces: () => ({ change: { data: statusData, opensGate: true } }),
  updateCustomField: async (ctx, { params, body }) => {
    const { options } = objectIn(body);
    if (options === undefined) return nothing;
    const fieldId = String(params["id"]);
    const renames = await renamesOption(ctx, fieldId, options);
    return { found: renames ? await listMailers(ctx) : [], change: { data: [`custom_field:${fieldId}`] } };
  },
  deleteCustomField: (_, { params }) => ({ change: { data: [`custom_field:${String(params["id"])}`] } }),
  addListMembers: (_, input) => ({
    change: {
      signals: listSignals([listOf(input)]),
      joinedListIds: [listOf(input)],
      data: [`list:${listOf(input)}`],
      contactIds: textsIn(objectIn(input.body)["contactIds"]),
    },
  }),
  removeListMembers: leavesList,
  unsubscribeListMembers: (_, input) => ({
    change: {
      leftListIds: [listOf(input)],
      data: [`list:${listOf(input)}`],
      contactIds: textsIn(objectIn(input.body)["contactIds"]),
    },
  }),
  deleteList: (_, input) => ({ change: { data: [`list:${listOf(input)}`] } }),
  // No trigger, segment or audience names the new list yet.
  mergeLists: (_, { body }) => {
    const { deleteSources, listIds } = objectIn(body);
    return deleteSources === true ? { change: { data: textsIn(listIds).map((id): Datum => `list:${id}`) } } : nothing;
  },
  autofillList: () => ({ change: { data: ["field:updatedAt", ...enriched] } }),
  maintainShopLists: applied(() => ({ change: { data: ["field:status"] } })),
  maintainPhones: applied(fillsFields),
  maintainShopEnrichment: applied(fillsFields),
  maintainLegacyContacts: applied(fillsFields),
  setContactLanguage: (_, { body }) =>
    objectIn(body)["applyToContacts"] === true
      ? { change: { data: ["field:language", "field:updatedAt", ...enriched] } }
      : nothing,
  recordOrders: (_, { body }) => {
    const { orders, ...order } = objectIn(body);
    const all: unknown[] = Array.isArray(orders) ? orders : [order];
    return { change: { signals: [signal("contact_created"), ...all.flatMap(orderSignals)], data: "all" } };
  },
  setOrdersPaid: applied(() => ({ change: { signals: [signal("order_paid")] } })),
  replaceOrderStates: () => ({ change: { data: ["orders"] } }),
  requestRfm: () => ({ change: { data: ["orders"] } }),
  recordContactEvent: (_, { body }) => ({ change: { signals: eventSignals(body) } }),
  updateWebTracking: (_, { params, body }) =>
    objectIn(body)["enabled"] === true ? { change: { signals: visitSignals(String(params["shop_id"])) } } : nothing,
  markCouponsUsed: (_, { params }) => ({
    change: {
      signals: [
        {
          trigger: "coupon_used",
          matches: ({ stackId }) => stackId === undefined || stackId === String(params["stack_id"]),
        },
      ],
    },
  }),
  updateSegment: async (ctx, { params, body }) => {
    const segmentId = String(params["segment"]);
    const isGiven = (field: string): boolean => Object.hasOwn(objectIn(body), field);
    const changesMembers = ["definition", "refresh", "shopId"].some(isGiven);
    return {
      found: isGiven("signatureHtml") ? await listSignatureReaders(ctx, { segmentId }) : [],
      ...(changesMembers ? { change: { data: [`segment:${segmentId}`] } } : {}),
    };
  },
  recomputeSegment: (_, { params }) => ({ change: { data: [`segment:${String(params["segment"])}`] } }),
  createImport: (_, { body }) => {
    const { listIds, shopId, runAutomations } = objectIn(body);
    const joinedListIds = textsIn(listIds);
    // Without automations it starts no trigger of events; segments still notice its contacts.
    const signals =
      runAutomations === true ? [...newContact(joinedListIds, asText(shopId)), signal("unsubscribed")] : [];
    // It runs in the background: automations may be activated before its last row.
    const found = runAutomations === true ? [byArgument("runAutomations", "sends")] : [];
    // Lists notify of those that a quiet import unsubscribes, too.
    return { found, change: { signals, joinedListIds, leftListIds: "all", data: "all" } };
  },
};
