import type { Json } from "../arguments.ts";
import { existing, readItems, ofListed, ofObject, picked, type Previewer, type Previewers } from "./preview.ts";

const ofShared =
  (operation: string, effect: Record<string, number>): Previewer =>
  async (read, { params }) => {
    const { content: _, ...object } = await read(operation, { params });
    const uses = Array.isArray(object["uses"]) ? object["uses"].length : (object["uses"] ?? null);
    return { shown: { ...effect, uses, ...picked(object, ["name", "version", "hasDraft"]) }, state: { object } };
  };

export const contentPreviews: Previewers = {
  deleteFile: async (read, { params }) => {
    const file = await read("getFile", { params });
    const { usedIn } = file;
    const places = Array.isArray(usedIn) ? usedIn.length : 0;
    return {
      shown: { files: 1, usedIn: places, ...picked(file, ["name", "size"]) },
      warnings: places > 0 ? ["Sent e-mails that show the file lose it."] : [],
      state: { id: file["id"], updatedAt: file["updatedAt"], usedIn },
    };
  },
  deleteFileFolder: ofListed("listFileFolders", "folder_id", {
    name: "folder",
    fields: ["name", "files"],
    effect: { folders: 1 },
  }),
  deleteLandingPage: ofObject("getLandingPage", ["name", "published", "url"], { pages: 1 }),
  deleteUnsubscribePage: ofObject("getUnsubscribePage", ["name", "active", "isDefault"], { pages: 1 }),
  unmakeUnsubscribePageDefault: ofObject("getUnsubscribePage", ["name", "isDefault"], { defaultsRemoved: 1 }),
  deleteSurvey: ofObject("getSurvey", ["name", "active", "responses"], { surveys: 1 }),
  deleteTemplate: ofShared("getTemplate", { templates: 1 }),
  publishTemplate: ofShared("getTemplate", { publishedVersions: 1 }),
  discardTemplateDraft: ofShared("getTemplate", { discardedDrafts: 1 }),
  deleteFooter: ofShared("getFooter", { footers: 1 }),
  unmakeFooterDefault: ofShared("getFooter", { defaultsRemoved: 1 }),
  deleteScriptTemplate: ofObject("getScriptTemplate", ["name"], { scriptTemplates: 1 }),
  deleteSmsTemplate: ofObject("getSmsTemplate", ["name", "parts"], { smsTemplates: 1 }),
  deleteEditorElement: ofListed("listEditorElements", "element_id", {
    name: "element",
    fields: ["name", "kind"],
    effect: { elements: 1 },
  }),
  discardFormDraft: ofObject("getFormDraft", ["saved", "revision", "updatedAt"], { discardedDrafts: 1 }),
  deleteForm: ofObject("getForm", ["name", "status", "counts"], { forms: 1 }),
  deleteCouponStack: ofObject("getCouponStack", ["name", "counts"], { stacks: 1 }),
  deleteFeed: ofObject("getFeed", ["name", "items"], { feeds: 1 }),
  deleteSender: async (read, { params }) => {
    const usage = await read("getSenderUsage", { params });
    return { shown: { senders: 1, campaigns: usage["total"], locked: usage["locked"] }, state: { usage } };
  },
  deleteSendingDomain: async (read, { params }) => {
    const [{ domains }, senders] = await Promise.all([read("getSendingSetup", {}), read("listSenders", {})]);
    const found = readItems({ items: domains }).find(({ id }) => id === params["domain_id"]);
    const domain = existing(found, "domain");
    const isOfDomain = ({ email }: Json) => String(email).endsWith(`@${String(domain["domain"])}`);
    return {
      shown: {
        domains: 1,
        domain: domain["domain"],
        senders: readItems(senders).filter(isOfDomain).length,
      },
      warnings: ["E-mails of this domain are no longer signed with it."],
      state: { domain },
    };
  },
  deleteMonitoredDomain: ofListed("listMonitoredDomains", "domain_id", {
    name: "domain",
    fields: ["domain"],
    effect: { domains: 1 },
  }),
  deleteSendingHook: ofListed("listSendingHooks", "hook_id", {
    name: "hook",
    fields: ["provider"],
    effect: { hooks: 1 },
  }),
  deleteMailbox: ofListed("listMailboxes", "mailbox_id", {
    name: "mailbox",
    fields: ["name", "host", "username"],
    effect: { mailboxes: 1 },
  }),
  deleteAccountWebhook: async (read, { params }) => {
    const all = readItems(await read("listAccountWebhooks", {}));
    const found = all.find(({ id }) => id === params["webhook_id"]);
    const webhook = existing(found, "webhook");
    const kept = picked(webhook, ["url", "event", "active"]);
    // Its counters change with every call.
    return { shown: { webhooks: 1, ...kept, waiting: webhook["waiting"] ?? 0 }, state: { kept } };
  },
  deleteWebhookEndpoint: async (read, { params }) => {
    const endpoint = await read("getWebhookEndpoint", { params });
    const kept = picked(endpoint, ["url", "events", "active"]);
    return { shown: { endpoints: 1, ...kept, waiting: endpoint["waiting"] ?? 0 }, state: { kept } };
  },
  deleteSavedView: async (read, { params }) => {
    const all = readItems(await read("listSavedViews", {}));
    const found = all.find(({ id, mine }) => id === params["view_id"] && mine === true);
    const view = existing(found, "view");
    return { shown: { views: 1, ...picked(view, ["name", "grid", "shared"]) }, state: { view } };
  },
  deleteLabel: ofListed("listLabels", "label_id", { name: "label", fields: ["name", "uses"], effect: { labels: 1 } }),
  deleteNotifications: async (read, { body }) => {
    const given: unknown = Reflect.get(Object(body), "ids");
    const { total } = await read("listNotifications", { query: { pageSize: 1 } });
    const notifications = Array.isArray(given) ? given.length : total;
    return { shown: { notifications } };
  },
};
