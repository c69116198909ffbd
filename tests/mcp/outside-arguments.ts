import { anActiveAutomation, enter, runAutomations, waitGraph } from "../harness/factories/automations.ts";
import { aDraft } from "../harness/factories/campaign-drafts.ts";
import { anEmail, type TestCompany } from "../harness/factories/company.ts";
import { aTemplate } from "../harness/factories/templates.ts";
import type { Preparation } from "./irreversible-arguments.ts";

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
  createAccountWebhook: async () => ({ url: `https://hooks.example/${crypto.randomUUID()}`, event: "new_contact" }),
  createExport: async () => ({ name: "All", selection: "all", fields: ["email"], encoding: "utf-8" }),
};
