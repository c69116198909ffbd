import { isDeepStrictEqual } from "node:util";
import type { Static } from "typebox";
import type { Context } from "../../context.ts";
import * as journal from "../../journal/journal.ts";
import { ApiError, notFound, validation } from "../../kernel/errors.ts";
import { addMs, hours } from "../../kernel/local-time.ts";
import { pageOf, type Paging } from "../../kernel/schema.ts";
import * as activityQueries from "./activities.ts";
import { listConsentEvents, listConsents } from "./consents/queries.ts";
import { presentConsent, presentEvent, withContact } from "./consents/service.ts";
import { protectedFields, type contactRoutes } from "./contract.ts";
import { checkValues, mergeValues } from "./fields/service.ts";
import type { ContactFilters } from "./filters.ts";
import { listContacts } from "./grid.ts";
import { listOrdersOf } from "./orders.ts";
import { presentActivity, presentExportedOrder, presentJson } from "./present.ts";
import { get } from "./read.ts";
import { profileFields, profileIn, wordColumns, type Profile } from "./profile.ts";
import { listTargets } from "./memberships/queries.ts";
import * as queries from "./queries.ts";
import { forgetSuppressedAddress } from "./suppressions/queries.ts";
import { deleteSurveyAnswersOf, listSurveyAnswersOf } from "./survey-answers.ts";
import { blacklist, unblacklist } from "./suppressions/service.ts";
import { deleteImportTraces, deleteTraces } from "./traces.ts";
import { unsubscribeUnderLock } from "./unsubscribe.ts";

export async function list(ctx: Context, query: ContactFilters & Paging & { sort?: string }) {
  if (query.list !== undefined && (await listTargets(ctx.db, [query.list])).length === 0) throw validation("list");
  const { page, pageSize, offset } = pageOf(query);
  const { timeZone } = ctx.company;
  const { total, rows } = await listContacts(ctx.db, { ...query, limit: pageSize, offset }, timeZone);
  return { items: rows.map(presentJson), total, page, pageSize };
}

type UpdateBody = Static<(typeof contactRoutes.records.updateContact)["body"]>;

export async function update(ctx: Context, id: string, body: UpdateBody) {
  if (protectedFields.some((field) => field in body)) throw validation("email");
  const customFields = await checkValues(ctx, body.customFields ?? {});
  const profile = profileIn(body);
  await withContact(ctx, id, async ({ db, clock }, contact) => {
    const merged = mergeValues(contact.customFields, customFields);
    const changed = [
      ...profileFields.filter((field) => profile[field] !== undefined && profile[field] !== contact[field]),
      ...Object.keys(customFields)
        .filter((field) => !isDeepStrictEqual(merged[field], contact.customFields[field]))
        .map((field) => `customFields.${field}`),
    ];
    // Whoever writes a value that is there already wants it to stay.
    const editedFields = [...new Set([...contact.editedFields, ...namedIn(profile, customFields)])];
    if (changed.length === 0) {
      if (editedFields.length > contact.editedFields.length) await queries.updateContact(db, id, { editedFields });
      return;
    }
    const at = clock.now();
    await queries.updateContact(db, id, {
      ...profile,
      ...wordColumns(db.tenantId, contact.email, { ...contact, ...profile }),
      customFields: JSON.stringify(merged),
      updatedAt: at,
      editedFields,
    });
    const payload = { fields: changed, title: changed.join(", ") };
    await journal.append(db, [{ type: "contact_updated", contactId: id, at, payload }]);
  });
  return get(ctx, id);
}

const namedIn = (profile: Partial<Profile>, customFields: object): string[] => [
  ...Object.keys(profile),
  ...Object.keys(customFields).map((field) => `customFields.${field}`),
];

export async function unsubscribe(ctx: Context, id: string, note: string | null) {
  await withContact(ctx, id, (inner, contact) => unsubscribeUnderLock(inner, contact, { note, reason: "admin" }));
  return get(ctx, id);
}

export async function putOnBlacklist(ctx: Context, id: string, note: string | null) {
  await withContact(ctx, id, (inner, { email, fingerprint }) => blacklist(inner, { email, fingerprint }, note));
  return get(ctx, id);
}

export async function takeOffBlacklist(ctx: Context, id: string): Promise<void> {
  await withContact(ctx, id, async (inner, contact) => {
    if (contact.suppressionReason !== null) await unblacklist(inner, contact);
  });
}

/** Refused while mail to the contact is on its way, because the answers to that mail must find their contact. */
export async function remove(ctx: Context, id: string): Promise<void> {
  await withContact(ctx, id, async ({ db, clock }) => {
    const at = clock.now();
    if (await queries.isMailedSince(db, id, addMs(at, -hours(24)))) throw new ApiError("recently_sent", "contact");
    await queries.deleteContact(db, id);
    await journal.append(db, [{ type: "contact_deleted", contactId: id, at, payload: {} }]);
  });
}

/** The right to be forgotten is never refused. What remains says only that this address must not come back. */
export async function erase(ctx: Context, id: string) {
  return withContact(ctx, id, async ({ db, clock }, contact) => {
    const at = clock.now();
    await queries.lockExportedFiles(db);
    await deleteSurveyAnswersOf(db, contact);
    await queries.deleteContact(db, id);
    await deleteTraces(db, contact);
    await deleteImportTraces(db, contact);
    await queries.deleteExportedFiles(db);
    await forgetSuppressedAddress(db, contact.fingerprint);
    await queries.insertErasedAddress(db, contact.fingerprint, at);
    return { id, erasedAt: at.toISOString() };
  });
}

const maxExportedActivities = 100_000;
const maxExportedOrders = 20_000;

export async function exportAll(ctx: Context, id: string) {
  const profile = await get(ctx, id);
  const [consents, history, activities, orders, labels, surveyAnswers] = await Promise.all([
    listConsents(ctx.db, id),
    listConsentEvents(ctx.db, id),
    activityQueries.listActivities(ctx.db, id, { limit: maxExportedActivities, offset: 0, isOldestFirst: false }),
    listOrdersOf(ctx.db, id, maxExportedOrders),
    queries.listLabelNames(ctx.db, id),
    listSurveyAnswersOf(ctx.db, id),
  ]);
  return {
    profile,
    consents: consents.map(presentConsent),
    consentHistory: history.map(presentEvent),
    lists: profile.lists,
    activities: activities.map(presentActivity),
    orders: orders.map(presentExportedOrder),
    labels,
    surveyAnswers: surveyAnswers.map((answer) => ({ ...answer, at: answer.at.toISOString() })),
  };
}

export async function listActivities(ctx: Context, id: string, query: Paging & { sort?: string }) {
  if ((await queries.findContact(ctx.db, id)) === undefined) throw notFound("contact");
  const { page, pageSize, offset } = pageOf(query);
  const [total, rows] = await Promise.all([
    activityQueries.countActivities(ctx.db, id),
    activityQueries.listActivities(ctx.db, id, { limit: pageSize, offset, isOldestFirst: query.sort === "at" }),
  ]);
  return { items: rows.map(presentActivity), total, page, pageSize };
}
