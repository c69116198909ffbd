import { anActiveAutomation, anAutomation, aGraph, waitGraph } from "../harness/factories/automations.ts";
import { emailGraph } from "../harness/factories/automation-emails.ts";
import { aReadyCampaign } from "../harness/factories/campaign-drafts.ts";
import { anEmail, type TestCompany } from "../harness/factories/company.ts";
import { aForm } from "../harness/factories/forms.ts";
import { importBody } from "../harness/factories/imports.ts";
import { aVerifiedSender } from "../harness/factories/sending-campaigns.ts";
import { aFooter, aTemplate } from "../harness/factories/templates.ts";
import type { Arguments } from "../harness/servers/assistant.ts";

/** Objects of a company that triggers, segments and audiences may name. */
export type Named = {
  readonly listId: string;
  readonly segmentId: string;
  readonly fieldId: string;
  readonly stackId: string;
  readonly templateId: string;
  readonly senderId: string;
};

export type DependingCase = {
  /** Arguments with which the operation has an effect outside, where automations react. */
  readonly values: (own: TestCompany, named: Named) => Promise<Arguments> | Arguments;
  /** Other ones, or the same where nothing is active, have none. */
  readonly quiet?: (own: TestCompany, named: Named) => Promise<Arguments> | Arguments;
  /** The effect of the arguments alone cannot be avoided, or objects in use cannot be deleted. */
  readonly isOnlyAsked?: true;
};

const city = (value: string) => ({ type: "field", field: "city", operator: "eq", value });
const anyOf = (rules: readonly object[]) => ({ type: "group", match: "any", rules });

export async function namedObjects(own: TestCompany): Promise<Named> {
  const { api, aList, shopId } = own;
  const { id: listId } = await aList();
  const segment = { name: "Brno", shopId, refresh: "daily", definition: anyOf([city("Brno")]) };
  const { id: segmentId } = await api.ok("createSegment", { body: segment });
  const { id: fieldId } = await api.ok("createCustomField", {
    body: { name: "Size", type: "select", options: ["S", "M"] },
  });
  const { id: stackId } = await api.ok("createCouponStack", { body: { name: "Spring", mergeKey: "spring" } });
  await api.ok("addCouponCodes", { params: { stack_id: stackId }, body: { text: "A\nB\nC" } });
  const { id: templateId } = await aTemplate(own);
  return { listId, segmentId, fieldId, stackId, templateId, senderId: await aVerifiedSender(own, anEmail()) };
}

/** Automations and a scheduled campaign that react to all kinds of changes. */
export async function makeReacting(own: TestCompany, named: Named): Promise<void> {
  const { listId, segmentId, fieldId, stackId, templateId, senderId } = named;
  const definition = anyOf([
    { type: "segment", operator: "in", segmentId },
    { type: "field", field: "language", operator: "eq", value: "de" },
    { type: "field", field: "gender", operator: "is_empty" },
    { type: "field", field: "status", operator: "eq", value: "bounced" },
    { type: "custom_field", fieldId, operator: "is_empty" },
    { type: "list", operator: "not_in", listId },
    { type: "order_count", operator: "gte", count: "5" },
    { type: "purpose", operator: "not_valid", purposeId: own.purposeId },
  ]);
  const body = { name: "Reads everything", shopId: own.shopId, refresh: "daily", definition };
  const { id: readingId } = await own.api.ok("createSegment", { body });
  const mail = { senderId, templateId, subject: "Hello" };
  const triggers: Record<string, [string, Arguments]> = {
    created: ["contact_created", {}],
    left: ["unsubscribed", {}],
    joined: ["list_added", { listIds: [listId] }],
    entered: ["segment_entered", { segmentId: readingId }],
    paid: ["order_paid", {}],
    pinged: ["event", { name: "ping" }],
    used: ["coupon_used", { stackId }],
  };
  const edges = Object.keys(triggers).map((key) => `${key} mail`);
  await anActiveAutomation(own, aGraph({ ...triggers, mail: ["email", mail] }, edges));
  const plannedAt = new Date(own.clock.now().getTime() + 86_400_000).toISOString();
  const { id: campaign_id } = await aReadyCampaign(own, { people: 1 });
  const approval = { expectedRecipients: 1, timing: "schedule", plannedAt };
  await own.api.ok("approveCampaign", { params: { campaign_id }, body: approval });
}

const aContactId = async ({ aContact }: TestCompany) => ({ id: (await aContact()).id });
const aWebhook = async ({ api }: TestCompany) => {
  const body = { url: `https://hooks.example/${crypto.randomUUID()}`, event: "new_contact" };
  return { webhook_id: (await api.ok("createAccountWebhook", { body })).id };
};
const anEndpoint = async ({ api }: TestCompany) => {
  const body = { url: `https://hooks.example/${crypto.randomUUID()}`, events: ["new_contact"] };
  return { endpoint_id: (await api.ok("createWebhookEndpoint", { body })).id };
};
const aFormId = async (own: TestCompany, fields: Arguments = {}) => ({ form_id: (await aForm(own, fields)).id });
const members: DependingCase["values"] = async ({ aContact }, { listId }) => ({
  list_id: listId,
  contactIds: [(await aContact({ listIds: [listId] })).id],
});
const onlyIfApplied: DependingCase = { values: () => ({ apply: true }), quiet: () => ({}) };

/** The confirmation e-mail of an active form. */
async function aSentTemplate(own: TestCompany) {
  const html = `<p><a href="{{df_confirmation_url}}">Yes</a></p>`;
  const { id: template_id } = await aTemplate(own, { html });
  await aForm(own, { settings: { language: "en", doiTemplateId: template_id } });
  return { template_id, baseVersion: 1 };
}

/** An active automation whose e-mails name the coupon. */
const aCouponEmail = async (own: TestCompany, { senderId, templateId }: Named, mergeKey: string) =>
  anActiveAutomation(own, emailGraph({ senderId, templateId, subject: `Your code {{coupon:${mergeKey}}}` }));

const listFields = () => ({
  name: crypto.randomUUID(),
  publicName: "",
  shopId: null,
  notifyOnUnsubscribe: false,
  notifyOnAdd: false,
  note: "",
});
const aListId = async ({ aList }: TestCompany, fields: Arguments = {}) => ({ list_id: (await aList(fields)).id });
const feedFields = ({ shopId }: TestCompany) => ({ name: crypto.randomUUID(), shopId, kind: "heureka" });
const aFeedId = async (own: TestCompany) => ({
  feed_id: (await own.api.ok("createFeed", { body: feedFields(own) })).id,
});
const feedUrl = "https://feeds.example/heureka.xml";

const anyContent = async (own: TestCompany) => ({ template_id: (await aTemplate(own)).id, baseVersion: 1 });
const html = `<p>New <a href="{{df_confirmation_url}}">Yes</a></p>`;
const aFooterId = async (own: TestCompany) => ({ footer_id: (await aFooter(own)).id });

export const dependingArguments: Readonly<Record<string, DependingCase>> = {
  createContact: { values: ({ purposeId }) => ({ email: anEmail(), purposeId, consentConfirmed: true }) },
  updateContact: { values: async (own) => ({ ...(await aContactId(own)), city: "Brno" }) },
  unsubscribeContact: { values: aContactId },
  blacklistContact: { values: aContactId },
  unblacklistContact: {
    values: async (own) => {
      const { id } = await aContactId(own);
      await own.api.ok("blacklistContact", { params: { id } });
      return { id };
    },
  },
  addContactPurpose: {
    values: async (own) => {
      const { id: purposeId } = await own.api.ok("createPurpose", { body: { name: crypto.randomUUID() } });
      return { ...(await aContactId(own)), purposeId, consentConfirmed: true };
    },
  },
  withdrawContactPurpose: {
    values: async (own) => {
      const { id } = await aContactId(own);
      const { items } = await own.api.ok("listContactPurposes", { params: { id } });
      return { id, consentId: items[0]?.id };
    },
  },
  createSuppression: { values: () => ({ email: anEmail() }) },
  deleteSuppression: {
    values: async ({ api }) => {
      const email = anEmail();
      await api.ok("createSuppression", { body: { email } });
      return { email };
    },
  },
  undoBounces: { values: async (own) => ({ campaign_id: (await aReadyCampaign(own, { people: 0 })).id }) },
  undoCompanyBounces: { values: () => ({ day: "2026-11-17" }) },
  updateCustomField: {
    values: (_, { fieldId }) => ({ id: fieldId, options: ["S", "M", "L"] }),
    quiet: (_, { fieldId }) => ({ id: fieldId, name: "Other" }),
  },
  createList: { values: () => ({ ...listFields(), notifyOnAdd: true }), quiet: listFields },
  updateList: {
    values: async (own) => ({ ...(await aListId(own)), notifyOnUnsubscribe: true }),
    quiet: async (own) => ({ ...(await aListId(own)), notifyOnUnsubscribe: false, signatureHtml: "Bye" }),
  },
  copyList: { values: (own) => aListId(own, { notifyOnAdd: true }), quiet: (own) => aListId(own) },
  addListMembers: {
    values: async ({ aContact }, { listId }) => ({ list_id: listId, contactIds: [(await aContact()).id] }),
  },
  removeListMembers: { values: members },
  unsubscribeListMembers: { values: members },
  deleteList: { values: (_, { listId }) => ({ list_id: listId }), isOnlyAsked: true },
  mergeLists: {
    values: async ({ aList }, { listId }) => ({
      listIds: [listId, (await aList()).id],
      name: crypto.randomUUID(),
      deleteSources: true,
    }),
    isOnlyAsked: true,
  },
  autofillList: { values: (_, { listId }) => ({ list_id: listId }) },
  maintainShopLists: onlyIfApplied,
  maintainPhones: onlyIfApplied,
  maintainShopEnrichment: onlyIfApplied,
  maintainLegacyContacts: onlyIfApplied,
  setContactLanguage: {
    values: ({ shopId }) => ({ shop_id: shopId, language: "sk", applyToContacts: true }),
    quiet: ({ shopId }) => ({ shop_id: shopId, language: "sk" }),
  },
  recordOrders: {
    values: ({ shopId }) => ({
      shopId,
      externalId: crypto.randomUUID(),
      email: anEmail(),
      state: "new",
      currency: "CZK",
      total: "10",
    }),
  },
  setOrdersPaid: {
    values: ({ shopId, clock }) => ({
      orders: [{ shopId, externalId: "1", paidAt: clock.now().toISOString() }],
      apply: true,
    }),
    quiet: ({ shopId, clock }) => ({ orders: [{ shopId, externalId: "1", paidAt: clock.now().toISOString() }] }),
  },
  replaceOrderStates: { values: () => ({ items: [] }) },
  requestRfm: { values: () => ({}) },
  recordContactEvent: {
    values: async ({ aContact }) => ({ contactId: (await aContact()).id, type: "custom", name: "ping" }),
    quiet: async ({ aContact }) => ({ contactId: (await aContact()).id, type: "custom", name: "other" }),
  },
  markCouponsUsed: { values: (_, { stackId }) => ({ stack_id: stackId, text: "A" }) },
  updateSegment: {
    values: (_, { segmentId }) => ({ segment: segmentId, definition: anyOf([city("Praha")]) }),
    quiet: (_, { segmentId }) => ({ segment: segmentId, name: "Named otherwise" }),
  },
  recomputeSegment: { values: (_, { segmentId }) => ({ segment: segmentId }) },
  createImport: {
    values: (own, { listId }) => importBody(own, { text: "email\nnew@example.com\n", listIds: [listId] }),
  },
  updateTemplate: {
    values: async (own) => ({ template_id: (await aSentTemplate(own)).template_id, subject: "Other" }),
    quiet: async (own) => ({ template_id: (await aTemplate(own)).id, subject: "Other" }),
  },
  publishTemplate: { values: (_, { templateId }) => ({ template_id: templateId }) },
  saveTemplateContent: {
    values: async (own) => ({ ...(await aSentTemplate(own)), html }),
    quiet: async (own) => ({ ...(await anyContent(own)), html }),
  },
  convertTemplate: { values: aSentTemplate, quiet: anyContent },
  deleteFooter: {
    values: async (own) => {
      const params = await aFooterId(own);
      await own.api.ok("makeFooterDefault", { params });
      return params;
    },
  },
  publishFooter: { values: aFooterId },
  makeFooterDefault: { values: aFooterId },
  unmakeFooterDefault: {
    values: async (own) => {
      const params = await aFooterId(own);
      await own.api.ok("makeFooterDefault", { params });
      return params;
    },
  },
  createFeed: { values: (own) => ({ ...feedFields(own), url: feedUrl }), quiet: feedFields },
  updateFeed: {
    values: async (own) => ({ ...(await aFeedId(own)), url: feedUrl }),
    quiet: async (own) => ({ ...(await aFeedId(own)), name: crypto.randomUUID() }),
  },
  createCouponStack: {
    values: async (own, named) => {
      await aCouponEmail(own, named, "later");
      return { name: "Later", mergeKey: "later" };
    },
    quiet: () => ({ name: "Later", mergeKey: "later" }),
  },
  addCouponCodes: {
    values: async (own, named) => {
      await aCouponEmail(own, named, "spring");
      return { stack_id: named.stackId, text: "D" };
    },
    quiet: (_, { stackId }) => ({ stack_id: stackId, text: "D" }),
  },
  createForm: {
    values: ({ shopId }) => ({ name: crypto.randomUUID(), shopId, listIds: [], purposeId: null, consentText: "Yes" }),
    quiet: ({ shopId }) => ({
      name: crypto.randomUUID(),
      shopId,
      listIds: [],
      purposeId: null,
      consentText: "Yes",
      status: "inactive",
    }),
  },
  updateForm: {
    values: async (own) => ({ ...(await aFormId(own, { status: "inactive" })), status: "active" }),
    quiet: async (own) => ({ ...(await aFormId(own)), title: "Other" }),
  },
  setWelcome: {
    values: async (own, { templateId }) => ({ ...(await aFormId(own)), enabled: true, templateId }),
    quiet: async (own) => ({ ...(await aFormId(own)), enabled: false }),
  },
  saveAutomationGraph: {
    values: async (own, { senderId, templateId }) => ({
      automation_id: (await anActiveAutomation(own, waitGraph)).id,
      graph: {
        nodes: [...waitGraph.nodes, ...emailGraph({ senderId, templateId, subject: "Hi" }).nodes.slice(1, 2)],
        edges: [
          { id: "a", from: "t", output: "next", to: "w" },
          { id: "b", from: "w", output: "next", to: "mail" },
          { id: "c", from: "mail", output: "next", to: "end" },
        ],
      },
      baseVersion: 1,
      confirmRunning: true,
    }),
    quiet: async (own) => ({ automation_id: (await anAutomation(own)).id, graph: waitGraph, baseVersion: 1 }),
  },
  updateSender: {
    values: async (_, { senderId }) => ({ sender_id: senderId, replyTo: anEmail() }),
    quiet: (_, { senderId }) => ({ sender_id: senderId, replyTo: null }),
  },
  setSendingDefaults: {
    values: () => ({ utmDefaultOn: true, frequencyCap: null }),
    quiet: () => ({ utmDefaultOn: true }),
  },
  updateCompany: { values: () => ({ sendingEnabled: true }), quiet: () => ({ conversionWindowDays: 8 }) },
  updateConsentSettings: {
    values: ({ shopId }) => ({ shop_id: shopId, customerException: true }),
    quiet: ({ shopId }) => ({ shop_id: shopId, customerException: false }),
  },
  updateShopSettings: {
    values: ({ shopId }) => ({ shop_id: shopId, replyTo: anEmail() }),
    quiet: ({ shopId }) => ({ shop_id: shopId, syncOrders: true }),
  },
  updateShop: {
    values: ({ shopId }) => ({ shop_id: shopId, name: "Other" }),
    quiet: ({ shopId }) => ({ shop_id: shopId, currencies: ["CZK", "EUR"] }),
  },
  replaceShopBrand: {
    values: ({ shopId }) => ({ shop_id: shopId, logoUrl: "https://shop.example/logo.png" }),
    quiet: ({ shopId }) => ({ shop_id: shopId, primaryColor: "#112233" }),
  },
  updateWebTracking: {
    values: async (own) => {
      const { member, shopId } = own;
      const notify = { memberIds: [member], subject: "Visit", text: "Visit" };
      const graph = aGraph({ t: ["page_visit", { url: "/cart" }], n: ["notify", notify] }, ["t n"]);
      await anActiveAutomation(own, graph);
      return { shop_id: shopId, enabled: true };
    },
    quiet: ({ shopId }) => ({ shop_id: shopId, enabled: true }),
  },
  updateAccountWebhook: {
    values: async (own) => ({ ...(await aWebhook(own)), url: `https://hooks.example/${crypto.randomUUID()}` }),
    quiet: async (own) => ({ ...(await aWebhook(own)), active: false }),
  },
  updateWebhookEndpoint: {
    values: async (own) => ({ ...(await anEndpoint(own)), events: ["email_open"] }),
    quiet: async (own) => ({ ...(await anEndpoint(own)), active: false }),
  },
  deleteCustomField: { values: (_, { fieldId }) => ({ id: fieldId }), isOnlyAsked: true },
};
