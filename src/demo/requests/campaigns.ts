import { created, draftCampaign, waitingApproval } from "./ids.ts";
import type { DemoRequests } from "./request.ts";

const html = '<html><body><h1>Spring flowers</h1><p><a href="{{df_unsubscribe}}">Unsubscribe</a></p></body></html>';
const content = { kind: "html", html };
const node = { automation_id: "5", key: "hello" };
const graph = {
  nodes: [
    { id: "start", type: "manual", config: { reentry: "once" }, position: { x: 0, y: 0 } },
    {
      id: "pause",
      type: "wait",
      config: { spec: { kind: "delay", amount: 2, unit: "days" } },
      position: { x: 0, y: 140 },
    },
    { id: "hook", type: "webhook", config: { url: "https://hooks.example/spring" }, position: { x: 0, y: 280 } },
    { id: "end", type: "end", config: {}, position: { x: 0, y: 420 } },
  ],
  edges: [
    { id: "e1", from: "start", output: "next", to: "pause" },
    { id: "e2", from: "pause", output: "next", to: "hook" },
    { id: "e3", from: "hook", output: "next", to: "end" },
  ],
};
const fields = [{ key: "email", type: "email", label: "E-mail", required: true, target: "email" }];

export const campaignRequests: DemoRequests = {
  createCampaign: {
    body: {
      name: "Spring flowers",
      shopId: "1",
      senderId: "1",
      subject: "Spring flowers are here",
      preheader: "They are in bloom",
      templateId: "1",
      audience: { listIds: ["1"] },
    },
  },
  measureAudience: { body: { audience: { listIds: ["1"] } } },
  updateCampaign: { params: draftCampaign, body: { subject: "Christmas parcels", audience: { listIds: ["1"] } } },
  deleteCampaign: { params: { campaign_id: "32" } },
  approveCampaign: { params: draftCampaign, body: { expectedRecipients: 1536, timing: "now" } },
  approveCampaignRequest: { params: waitingApproval },
  pauseCampaign: { params: created.campaign },
  resumeCampaign: { params: created.campaign },
  cancelCampaign: { params: created.campaign },
  returnCampaignToDraft: { params: created.campaign },
  saveCampaignContent: { params: draftCampaign, body: { ...content, baseVersion: 1 } },
  previewCampaign: { body: { contactId: "1" } },
  testCampaign: { params: draftCampaign, body: { emails: ["anezka@vceli-dvur.example.com"] } },
  addVariant: {
    params: created.campaign,
    body: { language: "sk", subject: "Jarné kvety", preheader: "Kvitnú", content },
  },
  setVariants: {
    params: created.campaign,
    body: {
      variants: [
        { language: "sk", subject: "Jarné kvety", content },
        { language: "de", subject: "Frühlingsblumen", content },
      ],
    },
  },
  approveVariants: {
    params: created.campaign,
    body: { expectedRecipients: { main: 993, sk: 543, de: 0 }, timing: "now" },
  },
  resumeVariants: { params: created.campaign, body: { languages: ["main"] } },
  cancelVariants: { params: created.campaign, body: { languages: ["sk"] } },
  undoCompanyBounces: { body: { day: "2026-11-17", reply: "mailbox full", dryRun: true } },
  pauseVariants: { params: created.campaign, body: { languages: ["main", "de"] } },
  createForm: {
    body: {
      name: "Spring flowers",
      shopId: "1",
      listIds: ["1"],
      purposeId: "1",
      consentText: "I agree to receive news.",
      fields,
    },
  },
  previewForm: { body: { name: "Spring flowers", shopId: "1", consentText: "I agree to receive news.", fields } },
  saveFormDraft: { body: { title: "Tea and news once a week" } },
  publishForm: { body: {} },
  updateForm: { body: { name: "Footer of the web" } },
  tagForms: { body: { ids: ["4"], add: ["spring"] } },
  deleteForm: { params: created.form },
  setWelcome: { body: { enabled: true, templateId: "1" } },
  createAutomation: { body: { name: "Spring flowers", shopId: "1", graph } },
  updateAutomation: { params: created.automation, body: { description: "Two days after a visit" } },
  saveAutomationGraph: { params: created.automation, body: { graph, baseVersion: 1 } },
  validateGraph: { body: { shopId: "1", graph } },
  activateAutomation: { params: created.automation },
  addAutomationContacts: { params: created.automation, body: { contactIds: ["1"] } },
  pauseAutomation: { params: created.automation },
  deleteAutomation: { params: { automation_id: "37" } },
  testAutomation: { params: created.automation, body: { contactIds: ["1"] } },
  tagAutomations: { body: { ids: ["5"], add: ["spring"] } },
  resolveTime: { body: { spec: { kind: "delay", amount: 2, unit: "days" }, place: "wait" } },
  traceContact: { body: { contactId: "1" } },
  releaseNode: { params: { automation_id: "5", key: "pause" } },
  rescheduleNode: { params: { automation_id: "5", key: "pause" } },
  testWebhookNode: { params: { ...created.automation, key: "hook" }, body: { contactId: "1" } },
  decideAutomationUnknown: { params: { automation_id: "5" }, body: { decision: "mark_sent", node: "hello" } },
  getAutomationHeatmap: { query: { node: "hello" } },
  listNodePasses: { params: node },
};
