import {
  countItems,
  existing,
  readItems,
  maskedEmail,
  objectIn,
  ofObject,
  picked,
  type Previewer,
  type Previewers,
} from "./preview.ts";
import { testAddressHelp } from "../help.ts";

const emailsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
const masked = (emails: readonly string[]): string[] => emails.map((email) => maskedEmail({ email }));

/** A test goes to the named ones of the company's test addresses, or to all of them. */
const ofTest =
  (operation: string, fields: readonly string[]): Previewer =>
  async (read, { params, body }) => {
    const [tested, { emails: known }] = await Promise.all([read(operation, { params }), read("getTestRecipients", {})]);
    const { emails: chosen } = objectIn(body);
    const emails = emailsIn(chosen ?? known);
    const addresses = new Set(emailsIn(known));
    const isRefused = emails.length === 0 || !emails.every((email) => addresses.has(email.trim().toLowerCase()));
    return {
      shown: { recipients: emails.length, emails: masked(emails), ...picked(tested, fields) },
      warnings: isRefused ? [`The test would be refused. ${testAddressHelp}`] : [],
      state: { emails, ...picked(tested, ["id", "version", "updatedAt"]) },
    };
  };

const lookUps = "From now on names below this domain are looked up: its DNS servers see them.";

/** Previews of operations that mail people or send data out, and can be taken back otherwise. */
export const outsidePreviews: Previewers = {
  testCampaign: ofTest("getCampaign", ["name", "subject"]),
  testTemplate: ofTest("getTemplate", ["name", "version"]),
  setTestRecipients: async (read, { body }) => {
    const { emails: before } = await read("getTestRecipients", {});
    const emails = emailsIn(objectIn(body)["emails"]);
    const added = emails.filter((email) => !emailsIn(before).includes(email.toLowerCase()));
    return {
      shown: { recipients: emails.length, added: masked(added) },
      warnings: ["Test e-mails of the company go to these addresses."],
      state: { before },
    };
  },
  publishForm: async (read, { params }) => {
    const [form, draft] = await Promise.all([read("getForm", { params }), read("getFormDraft", { params })]);
    return {
      shown: { forms: 1, ...picked(form, ["name", "status", "url"]), ...picked(draft, ["saved", "outOfDate"]) },
      warnings: ["Whoever fills in the published form gets its confirmation e-mail."],
      state: { status: form["status"], updatedAt: form["updatedAt"], draft },
    };
  },
  enableShop: ofObject("getShop", ["name", "enabled", "contacts"], { shops: 1 }),
  createSender: async (_, { body }) => {
    const { email, name } = objectIn(body);
    return {
      shown: { emails: 1, email: maskedEmail({ email }), name },
      warnings: ["An e-mail with a confirmation link is sent to the address."],
    };
  },
  resendSender: async (read, { params }) => {
    const { senders } = await read("getSendingSetup", {});
    const found = readItems({ items: senders }).find(({ id }) => id === params["sender_id"]);
    const sender = existing(found, "sender");
    return {
      shown: { emails: 1, email: maskedEmail(sender), ...picked(sender, ["name", "verified"]) },
      state: picked(sender, ["id", "email", "verified"]),
    };
  },
  createSendingDomain: async (_, { body }) => ({
    shown: { domains: 1, ...picked(objectIn(body), ["domain"]) },
    warnings: [lookUps],
  }),
  createMonitoredDomain: async (_, { body }) => ({
    shown: { domains: 1, ...picked(objectIn(body), ["domain", "dkimSelectors"]) },
    warnings: [lookUps],
  }),
  updateMonitoredDomain: async (read, { params, body }) => {
    const all = readItems(await read("listMonitoredDomains", {}));
    const found = existing(
      all.find(({ id }) => id === params["domain_id"]),
      "domain",
    );
    return {
      shown: { domains: 1, ...picked(found, ["domain"]), ...picked(objectIn(body), ["dkimSelectors"]) },
      warnings: [lookUps],
      state: picked(found, ["id", "domain", "dkimSelectors"]),
    };
  },
  checkSiteScript: async (read, { params, body }) => {
    const shop = await read("getShop", { params });
    return {
      shown: { shops: 1, ...picked(shop, ["name"]), url: objectIn(body)["url"] ?? shop["url"] ?? null },
      warnings: ["The service loads this page: the server behind it sees the whole address."],
      state: picked(shop, ["id", "url"]),
    };
  },
  rescheduleNode: async (read, { params }) => {
    const counts = await read("getAutomationCounts", { params: { automation_id: params["automation_id"] } });
    const { waiting = 0 } = objectIn(objectIn(counts["nodes"])[String(params["key"])]);
    return {
      shown: { contacts: waiting, node: params["key"] },
      warnings: ["Contacts whose waiting is over go on at once; the next steps may write to them."],
      state: { version: counts["version"], waiting },
      drifting: ["waiting"],
    };
  },
  testWebhookNode: async (read, { params }) => {
    const { version, graph } = await read("getAutomation", { params: { automation_id: params["automation_id"] } });
    const nodes = readItems({ items: objectIn(graph)["nodes"] });
    const node = existing(
      nodes.find(({ id }) => id === params["key"]),
      "node",
    );
    return {
      shown: { contacts: 1, node: node["id"], ...picked(objectIn(node["config"]), ["url", "method"]) },
      warnings: ["Data of the contact are sent to this address."],
      state: { version },
    };
  },
  createAccountWebhook: async (read, { body }) => {
    const webhooks = readItems(await read("listAccountWebhooks", {})).length;
    return {
      shown: { webhooks, ...picked(objectIn(body), ["url", "event"]) },
      warnings: ["From now on data of contacts are sent to this address."],
    };
  },
  createWebhookEndpoint: async (read, { body }) => {
    const endpoints = readItems(await read("listWebhookEndpoints", {})).length;
    return {
      shown: { endpoints, ...picked(objectIn(body), ["url", "events", "batchSize"]) },
      warnings: ["From now on data of contacts are sent to this address."],
    };
  },
  replayWebhookEndpoint: async (read, { params, body }) => {
    const endpoint = await read("getWebhookEndpoint", { params });
    const kept = picked(endpoint, ["url", "events", "active"]);
    return {
      shown: { ...kept, ...picked(endpoint, ["waiting"]), from: objectIn(body)["from"] },
      warnings: ["Everything since then is sent to this address again."],
      state: { kept },
    };
  },
  resendWebhookDelivery: async (read, { params }) => {
    const delivery = await read("getWebhookDelivery", { params });
    const endpoint = await read("getWebhookEndpoint", { params: { endpoint_id: params["endpoint_id"] } });
    const kept = picked(endpoint, ["url", "active"]);
    return {
      shown: { ...kept, ...picked(delivery, ["messageId", "types", "items", "state"]) },
      warnings: ["The data of this call are sent to the address of the endpoint."],
      state: { kept },
    };
  },
  createExport: async (read, { body }) => {
    const { selection, listIds, fields, name } = objectIn(body);
    const { total } = await read("listContacts", { query: { pageSize: 1 } });
    return {
      shown: { name, selection, contactsAtMost: total, lists: countItems(listIds), fields: countItems(fields) },
      warnings: ["The file has personal data of contacts; members with access to contacts can download it."],
      state: { listIds: listIds ?? null, fields, selection },
    };
  },
};
