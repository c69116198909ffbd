import { isDeepStrictEqual } from "node:util";
import type { Static } from "typebox";
import type { Context } from "../../context.ts";
import * as journal from "../../journal/journal.ts";
import { ApiError, notFound, validation } from "../../kernel/errors.ts";
import { addMs, hours } from "../../kernel/local-time.ts";
import { pageOf, type Paging } from "../../kernel/schema.ts";
import * as activityQueries from "./activities.queries.ts";
import { listConsentEvents, listConsents } from "./consents/queries.ts";
import { presentConsent, presentConsentEvent, withLockedContact } from "./consents/service.ts";
import { protectedFields, type contactRoutes } from "./contract.ts";
import { parseFieldValues, mergeFieldValues } from "./fields/service.ts";
import type { ContactFilters } from "./filters.sql.ts";
import { listContactRows } from "./contact-list.queries.ts";
import { listOrdersOfContact } from "./contact-orders.queries.ts";
import { presentActivity, presentExportedOrder, presentContactJson } from "./present.ts";
import { getContact } from "./get-contact.ts";
import { profileFields, type Profile } from "../../kernel/contact-columns.ts";
import { pickProvidedProfile, searchColumns } from "./profile.ts";
import { lockListsForShare } from "./memberships/queries.ts";
import * as queries from "./queries.ts";
import { redactSuppressedAddress } from "./suppressions/queries.ts";
import { deleteSurveyAnswersOfContact, listSurveyAnswersOfContact } from "./survey-answers.queries.ts";
import { blacklistUnderLock, unblacklistUnderLock } from "./suppressions/service.ts";
import { eraseImportData, erasePersonalData } from "./erasure.queries.ts";
import { unsubscribeUnderLock } from "./unsubscribe.ts";

export async function listContacts(ctx: Context, query: ContactFilters & Paging & { sort?: string }) {
  if (query.list !== undefined && (await lockListsForShare(ctx.db, [query.list])).length === 0)
    throw validation("list");
  const { page, pageSize, offset } = pageOf(query);
  const { timeZone } = ctx.company;
  const { total, rows } = await listContactRows(ctx.db, { ...query, limit: pageSize, offset }, timeZone);
  return { items: rows.map(presentContactJson), total, page, pageSize };
}

type UpdateBody = Static<(typeof contactRoutes.records.updateContact)["body"]>;

export async function updateContact(ctx: Context, id: string, body: UpdateBody) {
  if (protectedFields.some((field) => field in body)) throw validation("email");
  const customFields = await parseFieldValues(ctx, body.customFields ?? {});
  const profile = pickProvidedProfile(body);
  await withLockedContact(ctx, id, async ({ db, clock }, contact) => {
    const merged = mergeFieldValues(contact.customFields, customFields);
    const changed = [
      ...profileFields.filter((field) => profile[field] !== undefined && profile[field] !== contact[field]),
      ...Object.keys(customFields)
        .filter((field) => !isDeepStrictEqual(merged[field], contact.customFields[field]))
        .map((field) => `customFields.${field}`),
    ];
    // Whoever writes a value that is there already wants it to stay.
    const editedFields = [...new Set([...contact.editedFields, ...providedFieldNames(profile, customFields)])];
    if (changed.length === 0) {
      if (editedFields.length > contact.editedFields.length) await queries.updateContact(db, id, { editedFields });
      return;
    }
    const at = clock.now();
    await queries.updateContact(db, id, {
      ...profile,
      ...searchColumns(db.tenantId, contact.email, { ...contact, ...profile }),
      customFields: JSON.stringify(merged),
      updatedAt: at,
      editedFields,
    });
    const payload = { fields: changed, title: changed.join(", ") };
    await journal.appendEntries(db, [{ type: "contact_updated", contactId: id, at, payload }]);
  });
  return getContact(ctx, id);
}

const providedFieldNames = (profile: Partial<Profile>, customFields: object): string[] => [
  ...Object.keys(profile),
  ...Object.keys(customFields).map((field) => `customFields.${field}`),
];

export async function unsubscribeContact(ctx: Context, id: string, note: string | null) {
  await withLockedContact(ctx, id, (inner, contact) => unsubscribeUnderLock(inner, contact, { note, reason: "admin" }));
  return getContact(ctx, id);
}

export async function blacklistContact(ctx: Context, id: string, note: string | null) {
  await withLockedContact(ctx, id, (inner, { email, fingerprint }) =>
    blacklistUnderLock(inner, { email, fingerprint }, note),
  );
  return getContact(ctx, id);
}

export async function unblacklistContact(ctx: Context, id: string): Promise<void> {
  await withLockedContact(ctx, id, async (inner, contact) => {
    if (contact.suppressionReason !== null) await unblacklistUnderLock(inner, contact);
  });
}

/** Refused while mail to the contact is on its way, because the answers to that mail must find their contact. */
export async function deleteContact(ctx: Context, id: string): Promise<void> {
  await withLockedContact(ctx, id, async ({ db, clock }) => {
    const at = clock.now();
    if (await queries.hasMailSince(db, id, addMs(at, -hours(24)))) throw new ApiError("recently_sent", "contact");
    await queries.deleteContact(db, id);
    await journal.appendEntries(db, [{ type: "contact_deleted", contactId: id, at, payload: {} }]);
  });
}

/** The right to be forgotten is never refused. What remains says only that this address must not come back. */
export async function eraseContact(ctx: Context, id: string) {
  return withLockedContact(ctx, id, async ({ db, clock }, contact) => {
    const at = clock.now();
    await queries.lockExportedFiles(db);
    await deleteSurveyAnswersOfContact(db, contact);
    await queries.deleteContact(db, id);
    await erasePersonalData(db, contact);
    await eraseImportData(db, contact);
    await queries.deleteExportedFiles(db);
    await redactSuppressedAddress(db, contact.fingerprint);
    await queries.insertErasedAddress(db, contact.fingerprint, at);
    return { id, erasedAt: at.toISOString() };
  });
}

const maxExportedActivities = 100_000;
const maxExportedOrders = 20_000;

export async function exportContact(ctx: Context, id: string) {
  const profile = await getContact(ctx, id);
  const [consents, history, activities, orders, labels, surveyAnswers] = await Promise.all([
    listConsents(ctx.db, id),
    listConsentEvents(ctx.db, id),
    activityQueries.listActivityRecords(ctx.db, id, { limit: maxExportedActivities, offset: 0, isOldestFirst: false }),
    listOrdersOfContact(ctx.db, id, maxExportedOrders),
    queries.listLabelNamesOfContact(ctx.db, id),
    listSurveyAnswersOfContact(ctx.db, id),
  ]);
  return {
    profile,
    consents: consents.map(presentConsent),
    consentHistory: history.map(presentConsentEvent),
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
    activityQueries.listActivityRecords(ctx.db, id, { limit: pageSize, offset, isOldestFirst: query.sort === "at" }),
  ]);
  return { items: rows.map(presentActivity), total, page, pageSize };
}
