import { created } from "./ids.ts";
import type { DemoRequests } from "./request.ts";

const everything = { all: true };
const view = {
  grid: "contacts",
  settings: { columns: ["email", "city"], search: { tab: "active", q: "brno", sort: "-createdAt" } },
};

export const accountRequests: DemoRequests = {
  revokeApiKey: { params: created.apiKey },
  endSession: { params: { id: "2" } },
  changePassword: {
    body: { password: "correct horse battery staple", newPassword: "tulips bloom before roses", endAccess: false },
  },
  updateSender: { params: created.sender, body: { name: "Spring flowers" } },
  resendSender: { params: created.sender },
  deleteSender: { params: created.sender },
  createConnection: { body: { name: "Postmark", kind: "postmark", username: "server-token", secret: "server-token" } },
  updateConnection: { body: { limits: { perSecond: 20, perDay: 50_000 } } },
  updateSendingDomain: { body: { connectionId: null } },
  createMailbox: {
    body: { name: "Bounces", host: "imap.example.com", username: "bounces@example.com", password: "correct horse" },
  },
  updateMailbox: { body: { name: "Bounces of the shop", enabled: false } },
  updateShop: { params: created.shop },
  enableShop: { params: created.shop },
  disableShop: { params: created.shop },
  updateLabel: { params: created.label },
  deleteLabel: { params: created.label },
  createSavedView: { body: { ...view, name: "Subscribers from Brno" } },
  updateSavedView: { body: { settings: view.settings, shared: true } },
  assignLabel: { body: { kind: "contact", add: ["1"] } },
  updateSiteScript: { body: { enabled: true, formIds: ["4"] } },
  checkSiteScript: { body: {} },
  readNotifications: { body: everything },
  unreadNotifications: { body: everything },
  deleteNotifications: { body: { ids: ["1"] } },
  createWebHookV3: { body: { target_url: "https://example.com/hook", event: "new_contact" } },
  deleteWebHookV3: { params: { webhook_id: "2" } },
  downloadEmailEventsCsv: { params: { kind: "sent", sid: "c1" } },
  registerClient: { body: { redirect_uris: ["https://example.com/callback"], client_name: "Flowers" } },
  postMcp: { body: { jsonrpc: "2.0", id: 1, method: "tools/list" } },
};
