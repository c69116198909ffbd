import type { Context } from "../../context.ts";
import type { HandlersOf } from "../../kernel/route.ts";
import * as consents from "./consents/service.ts";
import type { contactRoutes } from "./contract.ts";
import { createContact } from "./create-contact.ts";
import { deleteContact } from "./delete-contact.ts";
import { customFieldHandlers } from "./fields/handlers.ts";
import { getContact } from "./get-contact.ts";
import { listContacts } from "./list-contacts.ts";
import * as contacts from "./service.ts";
import * as suppressions from "./suppressions/service.ts";
import { updateContact } from "./update-contact.ts";

export const contactHandlers: HandlersOf<Context, typeof contactRoutes.records> = {
  listContacts: (ctx, { query }) => listContacts(ctx, query),
  createContact: (ctx, { body }) => createContact(ctx, body),
  getContact: (ctx, { params }) => getContact(ctx, params.id),
  updateContact: (ctx, { params, body }) => updateContact(ctx, params.id, body),
  deleteContact: (ctx, { params }) => deleteContact(ctx, params.id),
  unsubscribeContact: (ctx, { params, body }) => contacts.unsubscribeContact(ctx, params.id, body.note ?? null),
  exportContact: (ctx, { params }) => contacts.exportContact(ctx, params.id),
  listActivities: (ctx, { params, query }) => contacts.listActivities(ctx, params.id, query),
  eraseContact: (ctx, { params }) => contacts.eraseContact(ctx, params.id),
  blacklistContact: (ctx, { params, body }) => contacts.blacklistContact(ctx, params.id, body.note ?? null),
  unblacklistContact: (ctx, { params }) => contacts.unblacklistContact(ctx, params.id),
  listContactPurposes: (ctx, { params }) => consents.listConsentsOfContact(ctx, params.id),
  addContactPurpose: (ctx, { params, body }) => consents.giveConsent(ctx, params.id, body),
  withdrawContactPurpose: (ctx, { params, body }) =>
    consents.withdrawConsent(ctx, { contactId: params.id, consentId: params.consentId }, body.note ?? null),
  listPurposes: (ctx) => consents.listPurposes(ctx),
  createPurpose: (ctx, { body }) => consents.createPurpose(ctx, body),
  updatePurpose: (ctx, { params, body }) => consents.updatePurpose(ctx, params.id, body),
  listSuppressions: (ctx, { query }) => suppressions.listSuppressions(ctx, query),
  createSuppression: (ctx, { body }) => suppressions.blacklistAddress(ctx, body.email, body.detail ?? null),
  deleteSuppression: (ctx, { params }) => suppressions.deleteSuppression(ctx, params.email),
};

export const handlers = { contacts: contactHandlers, customFields: customFieldHandlers };
