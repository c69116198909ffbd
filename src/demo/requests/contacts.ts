import { created } from "./ids.ts";
import type { DemoRequests } from "./request.ts";

const consent = { consentConfirmed: true };
const member = { contactIds: ["1"] };
const csv = "email,firstName\npetr@example.com,Petr\nnot an address,Eva\n";
const mapping = [
  { column: "email", target: "email" },
  { column: "firstName", target: "firstName" },
];

export const contactRequests: DemoRequests = {
  createContact: {
    body: { email: "jana@example.com", purposeId: "1", ...consent, firstName: "Jana", lastName: "Nováková" },
  },
  createCustomField: { body: { name: "Favourite flower", type: "text" } },
  updateCustomField: { params: created.customField, body: { name: "Favourite flowers" } },
  deleteCustomField: { params: created.customField },
  addContactPurpose: { body: { purposeId: "2", ...consent, text: "I agree to receive recipes by e-mail." } },
  blacklistContact: { params: { id: "2" } },
  unblacklistContact: { params: { id: "2" } },
  unsubscribeContact: { params: { id: "3" } },
  eraseContact: { params: { id: "4" } },
  deleteContact: { params: created.contact },
  withdrawContactPurpose: { params: { id: "6", consentId: "8" } },
  createSuppression: { body: { email: "no@example.com", reason: "unsubscribed", detail: "Asked by phone" } },
  deleteSuppression: { params: { email: "no@example.com" } },
  mergeLists: { body: { listIds: ["2", "3"], name: "Club and course", deleteSources: false } },
  updateList: { params: created.list },
  deleteList: { params: created.list },
  addListMembers: { params: created.list, body: { contactIds: ["1", "7", "8"] } },
  previewMemberRemoval: { params: created.list, body: member },
  removeListMembers: { params: created.list, body: member },
  unsubscribeListMembers: { params: created.list, body: { contactIds: ["7"] } },
  convertSegment: { body: { name: "Buyers of this half year" } },
  updateSegment: { params: created.segment },
  deleteSegment: { params: created.segment },
  uploadImportFile: { body: { name: "contacts.csv", text: csv } },
  previewImport: { body: { fileId: "2", mapping } },
  createImportDraft: { body: { name: "Contacts of the fair", source: "Fair in Brno", step: 1, fileId: "2" } },
  replaceImportDraft: { body: { name: "Contacts of the fair", source: "Fair in Brno", step: 2, fileId: "2" } },
  createImport: {
    body: {
      name: "Contacts of the fair",
      source: "Fair in Brno",
      fileId: "1",
      mapping,
      mode: "upsert",
      shopId: "1",
      listIds: [],
      purposeId: "1",
      ...consent,
    },
  },
  listContactValues: { query: { ids: "1,7", fields: "city,lists,lastOpenAt" } },
  createExport: { body: { name: "All contacts", selection: "all", fields: ["email", "firstName"], encoding: "utf-8" } },
  recordOrders: {
    body: {
      shopId: "1",
      externalId: "VD9001",
      email: "jana@example.com",
      state: "Vyřízeno",
      currency: "CZK",
      total: "1290.00",
      createdAt: "2026-05-01T08:30:00Z",
    },
  },
  setOrdersPaid: { body: { orders: [{ id: "1", paidAt: "2026-05-01T08:30:00Z" }], apply: false } },
  recordContactEvent: {
    body: { contactId: "1", shopId: "1", type: "custom", name: "catalogue_requested", data: { catalogue: "spring" } },
  },
};
