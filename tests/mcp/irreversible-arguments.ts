import { insertNotification } from "../../src/jobs/queries.ts";
import {
  anAutomation,
  anActiveAutomation,
  enter,
  runAutomations,
  waitGraph,
} from "../harness/factories/automations.ts";
import { anEmailAutomation } from "../harness/factories/automation-emails.ts";
import { aPng } from "../harness/factories/binary-files.ts";
import {
  aDraft,
  aReadyCampaign,
  aSender,
  moveMessages,
  prepareMessages,
} from "../harness/factories/campaign-drafts.ts";
import type { TestCompany } from "../harness/factories/company.ts";
import { aForm } from "../harness/factories/forms.ts";
import { anImport, importBody } from "../harness/factories/imports.ts";
import { aFooter, aTemplate, setAutomationUse } from "../harness/factories/templates.ts";
import { aFile } from "../harness/factories/uploaded-files.ts";
import type { OperationName } from "../harness/servers/api-client.ts";
import type { Arguments } from "../harness/servers/assistant.ts";

/** Makes what an operation needs, and returns arguments with which it succeeds. */
export type Preparation = (own: TestCompany) => Promise<Arguments>;

const contactId: Preparation = async (own) => ({ id: (await own.aContact()).id });

/** A list with one member. */
async function aListMember({ aList, aContact }: TestCompany) {
  const list = await aList();
  const contact = await aContact({ listIds: [list.id] });
  return { list_id: list.id, contactIds: [contact.id] };
}

/** A template whose published version an automation uses, and a newer draft. */
async function aTemplateDraft(own: TestCompany) {
  const { id: template_id } = await aTemplate(own);
  await setAutomationUse(own, template_id, true);
  await own.api.ok("saveTemplateContent", { params: { template_id }, body: { html: "<p>New</p>", baseVersion: 1 } });
  return { template_id };
}

async function aSendingCampaign(own: TestCompany) {
  const { id: campaign_id } = await aReadyCampaign(own, { people: 2 });
  await own.api.ok("approveCampaign", { params: { campaign_id }, body: { expectedRecipients: 2 } });
  return { campaign_id };
}

async function aPausedCampaign(own: TestCompany) {
  const params = await aSendingCampaign(own);
  await own.api.ok("pauseCampaign", { params });
  return params;
}

/** A draft in two languages, with one person for each. */
async function aBilingualDraft(own: TestCompany) {
  const { id: campaign_id, listId } = await aReadyCampaign(own, { people: 0 });
  for (const language of ["cs", "sk"]) await own.aContact({ listIds: [listId], language });
  await own.api.ok("addVariant", { params: { campaign_id }, body: { language: "sk" } });
  return { campaign_id, expectedRecipients: { main: 1, sk: 1 } };
}

async function aPausedVariant(own: TestCompany) {
  const { campaign_id, expectedRecipients } = await aBilingualDraft(own);
  const params = { campaign_id };
  await own.api.ok("approveVariants", { params, body: { expectedRecipients } });
  await own.api.ok("pauseVariants", { params, body: { language: "sk" } });
  return { campaign_id, language: "sk" };
}

const created =
  (operation: OperationName, param: string, body: (own: TestCompany) => Arguments): Preparation =>
  async ({ api, ...own }) => {
    const answer: unknown = await api.ok(operation, { body: body({ api, ...own }) });
    return { [param]: Reflect.get(Object(answer), "id") };
  };

const questions = [{ key: "why", type: "text", label: "Why?" }];

/** Arguments for every irreversible operation that assistants reach. */
export const irreversibleArguments: Readonly<Record<string, Preparation>> = {
  deleteContact: contactId,
  unsubscribeContact: contactId,
  eraseContact: async (own) => ({ ...(await contactId(own)), confirm: true }),
  unblacklistContact: async (own) => {
    const { id } = await own.aContact();
    await own.api.ok("blacklistContact", { params: { id } });
    return { id };
  },
  withdrawContactPurpose: async (own) => {
    const { id } = await own.aContact();
    const { items } = await own.api.ok("listContactPurposes", { params: { id } });
    return { id, consentId: items[0]?.id };
  },
  deleteSuppression: async ({ api, aContact }) => {
    const { email } = await aContact();
    await api.ok("createSuppression", { body: { email } });
    return { email };
  },
  deleteCustomField: created("createCustomField", "id", () => ({ name: "Likes", type: "text" })),
  mergeLists: async (own) => {
    const [first, second] = [await aListMember(own), await aListMember(own)];
    return { listIds: [first.list_id, second.list_id], name: "Merged", deleteSources: true };
  },
  deleteList: async (own) => ({ list_id: (await aListMember(own)).list_id, mode: "with_contacts" }),
  removeListMembers: aListMember,
  unsubscribeListMembers: aListMember,
  maintainShopLists: async ({ shopId }) => ({ shopId, apply: true }),
  deleteSegment: created("createSegment", "segment", ({ shopId }) => ({
    name: "Brno",
    shopId,
    refresh: "daily",
    definition: {
      type: "group",
      match: "all",
      rules: [{ type: "field", field: "city", operator: "eq", value: "brno" }],
    },
  })),
  createImport: (own) => importBody(own, { text: "email\nimported@example.com\n" }),
  deleteImport: async (own) => {
    const { id } = await anImport(own, { text: "email\nanother@example.com\n" });
    await own.runActions();
    return { import_id: id };
  },
  deleteFile: async (own) => ({ asset_id: (await aFile(own, { bytes: await aPng() })).id }),
  deleteFileFolder: created("createFileFolder", "folder_id", () => ({ name: "Photos", parentId: null })),
  deleteLandingPage: created("createLandingPage", "id", () => ({ name: "Page", slug: crypto.randomUUID() })),
  deleteUnsubscribePage: created("createUnsubscribePage", "unsub_page_id", () => ({ name: "Bye" })),
  unmakeUnsubscribePageDefault: async ({ api }) => {
    const { id: unsub_page_id } = await api.ok("createUnsubscribePage", { body: { name: "Default" } });
    await api.ok("makeUnsubscribePageDefault", { params: { unsub_page_id } });
    return { unsub_page_id };
  },
  deleteSurvey: created("createSurvey", "survey_id", () => ({ name: "Spring", questions })),
  deleteCouponStack: created("createCouponStack", "stack_id", () => ({ name: "Spring", mergeKey: "spring" })),
  deleteFeed: created("createFeed", "feed_id", ({ shopId }) => ({ name: "Products", shopId, kind: "heureka" })),
  deleteSender: async (own) => ({ sender_id: (await aSender(own)).id }),
  deleteSendingDomain: created("createSendingDomain", "domain_id", () => ({ domain: "shop.example" })),
  deleteMonitoredDomain: created("createMonitoredDomain", "domain_id", () => ({
    domain: "watched.example",
    dkimSelectors: [],
  })),
  deleteTemplate: async (own) => ({ template_id: (await aTemplate(own)).id }),
  publishTemplate: aTemplateDraft,
  discardTemplateDraft: aTemplateDraft,
  deleteFooter: async (own) => ({ footer_id: (await aFooter(own)).id }),
  unmakeFooterDefault: async (own) => {
    const { id: footer_id } = await aFooter(own);
    await own.api.ok("makeFooterDefault", { params: { footer_id } });
    return { footer_id };
  },
  deleteScriptTemplate: created("createScriptTemplate", "id", () => ({ name: "Basket", source: "{{ name }}" })),
  deleteSmsTemplate: created("createSmsTemplate", "id", () => ({ name: "Order sent", text: "Hello" })),
  deleteEditorElement: created("createEditorElement", "element_id", () => ({
    name: "Greeting",
    kind: "block",
    mjml: "<mj-text>Hello</mj-text>",
  })),
  deleteCampaign: async (own) => ({ campaign_id: (await aDraft(own)).id }),
  approveCampaign: async (own) => {
    const { id } = await aReadyCampaign(own, { people: 2 });
    return { campaign_id: id, expectedRecipients: 2 };
  },
  resumeCampaign: aPausedCampaign,
  cancelCampaign: aPausedCampaign,
  decideUnknown: async (own) => {
    const { campaign_id } = await aSendingCampaign(own);
    await prepareMessages(own, campaign_id);
    await moveMessages(own, campaign_id, { state: "unknown" });
    return { campaign_id, decision: "mark_sent" };
  },
  decideAutomationUnknown: async (own) => ({ automation_id: (await anEmailAutomation(own)).id, decision: "mark_sent" }),
  decideFormUnknown: async (own) => ({ form_id: (await aForm(own)).id, decision: "mark_sent" }),
  approveVariants: aBilingualDraft,
  resumeVariants: aPausedVariant,
  cancelVariants: aPausedVariant,
  discardFormDraft: async (own) => {
    const params = { form_id: (await aForm(own)).id };
    await own.api.ok("saveFormDraft", { params, body: { title: "Other" } });
    return params;
  },
  deleteForm: async (own) => ({ form_id: (await aForm(own)).id }),
  deleteAutomation: async (own) => ({ automation_id: (await anAutomation(own)).id }),
  activateAutomation: async (own) => ({ automation_id: (await anAutomation(own, { graph: waitGraph })).id }),
  releaseNode: async (own) => {
    const automation = await anActiveAutomation(own, waitGraph);
    await enter(own, automation);
    await runAutomations(own);
    return { automation_id: automation.id, key: "w" };
  },
  addAutomationContacts: async (own) => {
    const { id: automation_id } = await anActiveAutomation(own, waitGraph);
    return { automation_id, contactIds: [(await own.aContact()).id] };
  },
  deleteSendingHook: created("createSendingHook", "hook_id", () => ({ provider: "ses" })),
  deleteSavedView: created("createSavedView", "view_id", () => ({
    grid: "contacts",
    name: "From Brno",
    settings: { search: { q: "brno" } },
  })),
  deleteMailbox: created("createMailbox", "mailbox_id", () => ({
    name: "Bounces",
    host: "imap.example.com",
    username: "bounces@shop.example",
    password: "secret",
  })),
  deleteLabel: created("createLabel", "label_id", () => ({ name: "Regulars" })),
  deleteNotifications: async ({ ctx, clock }) => {
    await insertNotification(ctx.db, { type: "list_merged", params: {}, at: clock.now() });
    return { all: true };
  },
  deleteWebhookEndpoint: created("createWebhookEndpoint", "endpoint_id", () => ({
    url: "https://hooks.example/in",
    events: ["new_contact"],
  })),
  deleteAccountWebhook: created("createAccountWebhook", "webhook_id", () => ({
    url: "https://hooks.example/in",
    event: "new_contact",
  })),
};
