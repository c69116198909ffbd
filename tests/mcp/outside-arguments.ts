import { insertDeliveries } from "../../src/features/webhook-endpoints/sending/enqueue.queries.ts";
import {
  aGraph,
  anActiveAutomation,
  anAutomation,
  enter,
  runAutomations,
  waitGraph,
} from "../harness/factories/automations.ts";
import { aDraft } from "../harness/factories/campaign-drafts.ts";
import { anEmail, type TestCompany } from "../harness/factories/company.ts";
import { aForm } from "../harness/factories/forms.ts";
import { aTemplate } from "../harness/factories/templates.ts";
import type { Preparation } from "./irreversible-arguments.ts";

const endpointFields = () => ({ url: `https://hooks.example/${crypto.randomUUID()}`, events: ["new_contact"] });

const html = `<p>Hello</p><p><a href="{{unsubscribe_url}}">Bye</a></p>`;

const setRecipients = ({ api }: TestCompany) =>
  api.ok("setTestRecipients", { body: { emails: ["tester@example.com"] } });

/** Arguments for every operation that always mails people or sends data out, and is not irreversible. */
export const outsideArguments: Readonly<Record<string, Preparation>> = {
  testCampaign: async (own) => {
    await setRecipients(own);
    const { id: campaign_id } = await aDraft(own, { subject: "Hello" });
    await own.api.ok("saveCampaignContent", { params: { campaign_id }, body: { html, baseVersion: 1 } });
    return { campaign_id };
  },
  testTemplate: async (own) => {
    await setRecipients(own);
    return { template_id: (await aTemplate(own, { html })).id };
  },
  setTestRecipients: async () => ({ emails: [anEmail()] }),
  enableShop: async ({ api }) => {
    const shop = { name: `Shop ${crypto.randomUUID()}`, language: "sk", country: "SK", currencies: ["EUR"] };
    const { id: shop_id } = await api.ok("createShop", { body: shop });
    await api.ok("disableShop", { params: { shop_id } });
    return { shop_id };
  },
  publishForm: async (own) => ({ form_id: (await aForm(own, { status: "inactive" })).id }),
  createSender: async () => ({ email: anEmail(), name: "Shop" }),
  resendSender: async (own) => {
    const { id } = await own.api.ok("createSender", { body: { email: anEmail(), name: "Shop" } });
    own.clock.advance(61_000);
    return { sender_id: id };
  },
  rescheduleNode: async (own) => {
    const automation = await anActiveAutomation(own, waitGraph);
    await enter(own, automation);
    await runAutomations(own);
    return { automation_id: automation.id, key: "w" };
  },
  testWebhookNode: async (own) => {
    const graph = aGraph({ t: ["manual"], hook: ["webhook", { url: "https://hooks.example/try" }] }, ["t hook"]);
    const { id: automation_id } = await anAutomation(own, { graph });
    return { automation_id, key: "hook", contactId: (await own.aContact()).id };
  },
  createAccountWebhook: async () => ({ url: `https://hooks.example/${crypto.randomUUID()}`, event: "new_contact" }),
  createWebhookEndpoint: async () => endpointFields(),
  replayWebhookEndpoint: async ({ api, clock }) => {
    const { id: endpoint_id } = await api.ok("createWebhookEndpoint", { body: endpointFields() });
    return { endpoint_id, from: clock.now().toISOString() };
  },
  resendWebhookDelivery: async ({ api, ctx, clock }) => {
    const { id: endpoint_id } = await api.ok("createWebhookEndpoint", { body: endpointFields() });
    const item = { id: "msg_1_1_0", type: "new_contact", timestamp: "", data: {}, contactId: null };
    const delivery = { messageId: item.id, isBatch: false, items: [item] };
    await insertDeliveries(ctx.db, endpoint_id, { deliveries: [delivery], at: clock.now() });
    const { items } = await api.ok("listWebhookDeliveries", { params: { endpoint_id } });
    return { endpoint_id, delivery_id: items[0]?.id };
  },
  createSendingDomain: async () => ({ domain: "new.example" }),
  createMonitoredDomain: async () => ({ domain: "looked-up.example", dkimSelectors: ["google"] }),
  updateMonitoredDomain: async ({ api }) => {
    const body = { domain: "other.example", dkimSelectors: [] };
    const { id: domain_id } = await api.ok("createMonitoredDomain", { body });
    return { domain_id, dkimSelectors: ["google"] };
  },
  checkSiteScript: async ({ api, shopId: shop_id }) => {
    await api.ok("updateShop", { params: { shop_id }, body: { url: "https://shop.example" } });
    return { shop_id };
  },
  createExport: async () => ({ name: "All", selection: "all", fields: ["email"], encoding: "utf-8" }),
};
