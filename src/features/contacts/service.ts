import type { Context } from "../../context.ts";
import { contactErased } from "../../journal/events.ts";
import { appendEntries, deleteEntriesOfContact } from "../../journal/journal.ts";
import { notFound } from "../../kernel/errors.ts";
import { iso } from "../../kernel/local-time.ts";
import { toPage, type Paging } from "../../kernel/schema.ts";
import { typesOfKind, type ActivityKind } from "./activity-kinds.ts";
import * as activityQueries from "./activities.queries.ts";
import { listConsentEvents, listConsents } from "./consents/queries.ts";
import { presentConsent, presentConsentEvent, withLockedContact } from "./consents/service.ts";
import { listEventsOfContact } from "./contact-events.queries.ts";
import { listOrdersOfContact } from "./contact-orders.queries.ts";
import { presentActivity, presentDetailedActivity, presentExportedOrder } from "./present.ts";
import { getContact } from "./get-contact.ts";
import * as queries from "./queries.ts";
import { redactSuppressedAddress } from "./suppressions/queries.ts";
import { listSurveyAnswersOfContact } from "./survey-answers.queries.ts";
import { listMigratedRecords } from "./migrated-records.queries.ts";
import { listSignUpsOfContact } from "./sign-ups.queries.ts";
import { blacklistUnderLock, unblacklistUnderLock } from "./suppressions/service.ts";
import { unsubscribeUnderLock } from "./unsubscribe.ts";
import { contactHooks, statementsOfDeletion } from "./contact-hooks.ts";

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

/** An erasure is never rejected. Only a fingerprint remains, so that imports do not recreate the address. */
export async function eraseContact(ctx: Context, id: string) {
  return withLockedContact(ctx, id, async (inner, contact) => {
    const { db } = inner;
    const at = inner.clock.now();
    for (const { beforeErase } of contactHooks.in(inner)) await beforeErase?.(inner, contact);
    await queries.deleteContact(db, id, statementsOfDeletion(inner, db.tenantId, at));
    await deleteEntriesOfContact(db, id);
    await appendEntries(db, [contactErased.entry({ contactId: id, at, payload: {} })]);
    for (const { onErase } of contactHooks.in(inner)) await onErase?.(inner, contact);
    await redactSuppressedAddress(db, contact.fingerprint);
    await queries.insertErasedAddress(db, contact.fingerprint, at);
    return { id, erasedAt: at.toISOString() };
  });
}

const maxExportedActivities = 100_000;
const maxExportedOrders = 20_000;
const maxExportedEvents = 20_000;

export async function exportContact(ctx: Context, id: string) {
  const profile = await getContact(ctx, id);
  const now = ctx.clock.now();
  const [consents, history, activities, orders, labels, surveyAnswers, events, signUps, legacy] = await Promise.all([
    listConsents(ctx.db, id),
    listConsentEvents(ctx.db, id),
    activityQueries.listActivityRecords(ctx.db, id, {
      types: undefined,
      limit: maxExportedActivities,
      offset: 0,
      isOldestFirst: false,
    }),
    listOrdersOfContact(ctx.db, id, maxExportedOrders),
    queries.listLabelNamesOfContact(ctx.db, id),
    listSurveyAnswersOfContact(ctx.db, id),
    listEventsOfContact(ctx.db, id, maxExportedEvents),
    listSignUpsOfContact(ctx.db, id),
    listMigratedRecords(ctx.db, id),
  ]);
  return {
    profile,
    consents: consents.map((consent) => presentConsent(consent, now)),
    consentHistory: history.map(presentConsentEvent),
    lists: profile.lists,
    activities: activities.map(presentActivity),
    orders: orders.map(presentExportedOrder),
    labels,
    surveyAnswers: surveyAnswers.map((answer) => ({ ...answer, at: answer.at.toISOString() })),
    events: events.map((event) => ({ ...event, at: event.at.toISOString() })),
    signUps: signUps.map((signUp) => ({
      ...signUp,
      filledAt: signUp.filledAt.toISOString(),
      confirmedAt: iso(signUp.confirmedAt),
    })),
    legacy: legacy.map((record) => ({ ...record, migratedAt: record.migratedAt.toISOString() })),
  };
}

type ActivityQuery = Paging & { sort?: string; kind?: ActivityKind; details?: boolean };

export async function listActivities(ctx: Context, id: string, query: ActivityQuery) {
  if ((await queries.findContact(ctx.db, id)) === undefined) throw notFound("contact");
  const { page, pageSize, offset } = toPage(query);
  const types = query.kind === undefined ? undefined : typesOfKind(query.kind);
  const [total, rows] = await Promise.all([
    activityQueries.countActivities(ctx.db, id, types),
    activityQueries.listActivityRecords(ctx.db, id, {
      types,
      limit: pageSize,
      offset,
      isOldestFirst: query.sort === "at",
    }),
  ]);
  const present = query.details === true ? presentDetailedActivity : presentActivity;
  return { items: rows.map(present), total, page, pageSize };
}
