import type { Context, VisitorContext } from "../../context.ts";
import type { HandlersOf } from "../../kernel/route.ts";
import type { contactListRoutes } from "./contact-lists/contract.ts";
import * as contactLists from "./contact-lists/service.ts";
import type { contactRoutes } from "./contacts/contract.ts";
import * as contacts from "./contacts/service.ts";
import type { customFieldRoutes } from "./custom-fields/contract.ts";
import * as customFields from "./custom-fields/service.ts";
import type { csvRoutes } from "./csv/contract.ts";
import * as csv from "./csv/service.ts";
import type { credentialRoutes, pingRoutes } from "./credentials/contract.ts";
import * as credentials from "./credentials/service.ts";

const pingHandlers: HandlersOf<VisitorContext, typeof pingRoutes.records> = {
  pingV3: () => credentials.ping(),
};

const credentialHandlers: HandlersOf<Context, typeof credentialRoutes.records> = {
  checkCredentialsV3: (ctx) => credentials.checkCredentials(ctx),
  postCredentialsV3: (ctx) => credentials.checkCredentials(ctx),
  getAccountInfoV3: (ctx) => credentials.getAccountInfo(ctx),
};

const contactHandlers: HandlersOf<Context, typeof contactRoutes.records> = {
  listContactsV3: (ctx, { query }) => contacts.listContacts(ctx, query),
  getContactV3: (ctx, { params, query }) => contacts.getContact(ctx, params.contact_id, query),
  listContactCustomFieldsV3: (ctx, { query }) => contacts.listContactCustomFields(ctx, query),
};

const contactListHandlers: HandlersOf<Context, typeof contactListRoutes.records> = {
  listContactListsV3: (ctx, { query }) => contactLists.listContactLists(ctx, query),
  getContactListV3: (ctx, { params, query }) => contactLists.getContactList(ctx, params.list_id, query),
};

const customFieldHandlers: HandlersOf<Context, typeof customFieldRoutes.records> = {
  listCustomFieldsV3: (ctx, { query }) => customFields.listCustomFields(ctx, query),
  listCustomFieldOptionsV3: (ctx, { query }) => customFields.listCustomFieldOptions(ctx, query),
};

const csvHandlers: HandlersOf<Context, typeof csvRoutes.records> = {
  downloadListContactsCsv: (ctx, { query }) => csv.downloadListContacts(ctx, query.listid),
  downloadStatisticIdsCsv: (ctx) => csv.downloadStatisticIds(ctx),
  downloadAutomationStatisticIdsCsv: (ctx, { params }) => csv.downloadAutomationStatisticIds(ctx, params.automation_id),
  downloadEmailEventsCsv: (ctx, { params, query }) => csv.downloadEmailEvents(ctx, params, query),
};

export const handlers = {
  ping: pingHandlers,
  credentials: credentialHandlers,
  contacts: contactHandlers,
  contactLists: contactListHandlers,
  customFields: customFieldHandlers,
  csv: csvHandlers,
};
