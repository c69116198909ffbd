import type { Context } from "../../context.ts";
import type { HandlersOf } from "../../kernel/route.ts";
import * as consents from "./consents/service.ts";
import type { contactRoutes } from "./contract.ts";
import { create } from "./creation/service.ts";
import { customFieldHandlers } from "./fields/handlers.ts";
import { get } from "./read.ts";
import * as contacts from "./service.ts";
import * as suppressions from "./suppressions/service.ts";

export const contactHandlers: HandlersOf<Context, typeof contactRoutes.records> = {
  listContacts: (ctx, { query }) => contacts.list(ctx, query),
  createContact: (ctx, { body }) => create(ctx, body),
  getContact: (ctx, { params }) => get(ctx, params.id),
  updateContact: (ctx, { params, body }) => contacts.update(ctx, params.id, body),
  deleteContact: (ctx, { params }) => contacts.remove(ctx, params.id),
  unsubscribeContact: (ctx, { params, body }) => contacts.unsubscribe(ctx, params.id, body.note ?? null),
  exportContact: (ctx, { params }) => contacts.exportAll(ctx, params.id),
  listActivities: (ctx, { params, query }) => contacts.listActivities(ctx, params.id, query),
  eraseContact: (ctx, { params }) => contacts.erase(ctx, params.id),
  blacklistContact: (ctx, { params, body }) => contacts.putOnBlacklist(ctx, params.id, body.note ?? null),
  unblacklistContact: (ctx, { params }) => contacts.takeOffBlacklist(ctx, params.id),
  listContactPurposes: (ctx, { params }) => consents.listOfContact(ctx, params.id),
  addContactPurpose: (ctx, { params, body }) => consents.give(ctx, params.id, body),
  withdrawContactPurpose: (ctx, { params, body }) =>
    consents.withdraw(ctx, { contactId: params.id, consentId: params.consentId }, body.note ?? null),
  listPurposes: (ctx) => consents.listPurposes(ctx),
  createPurpose: (ctx, { body }) => consents.createPurpose(ctx, body),
  updatePurpose: (ctx, { params, body }) => consents.updatePurpose(ctx, params.id, body),
  listSuppressions: (ctx, { query }) => suppressions.list(ctx, query),
  createSuppression: (ctx, { body }) => suppressions.blacklistAddress(ctx, body.email, body.detail ?? null),
  deleteSuppression: (ctx, { params }) => suppressions.unblacklistAddress(ctx, params.email),
};

export const handlers = { contacts: contactHandlers, customFields: customFieldHandlers };
