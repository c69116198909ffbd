import { inTransaction, type Context } from "../../../context.ts";
import { conflictOnTakenName } from "../../../db/unique-names.ts";
import { consentGiven, consentWithdrawn, statusChanged } from "../../../journal/events.ts";
import * as journal from "../../../journal/journal.ts";
import { accepts, existing } from "../../../kernel/accepts.ts";
import { conflict, notFound, validation } from "../../../kernel/errors.ts";
import { addMonths } from "../../../kernel/local-time.ts";
import { fixedPurposeFields } from "../contract.ts";
import { findContact, lockAddress, lockContact, updateContact, type ContactRecord } from "../queries.ts";
import { nextContactStatus } from "../states.ts";
import { unsubscribeUnderLock } from "../unsubscribe.ts";
import * as queries from "./queries.ts";

/** A consent past its time is expired, whether or not the nightly job has marked it. */
const consentAt = (row: queries.ConsentRecord, now: Date): queries.ConsentRecord =>
  row.state === "valid" && row.validUntil !== null && row.validUntil <= now ? { ...row, state: "expired" } : row;

export const presentConsent = (row: queries.ConsentRecord, now: Date) => ({
  ...consentAt(row, now),
  at: row.at.toISOString(),
  withdrawnAt: row.withdrawnAt?.toISOString() ?? null,
  validUntil: row.validUntil?.toISOString() ?? null,
});

export const presentConsentEvent = (row: queries.ConsentEventRecord) => ({ ...row, at: row.at.toISOString() });

const presentPurpose = (row: queries.PurposeRecord) => ({ ...row, createdAt: row.createdAt.toISOString() });

export async function listConsentsOfContact(ctx: Context, contactId: string) {
  if ((await findContact(ctx.db, contactId)) === undefined) throw notFound("contact");
  const [items, history] = await Promise.all([
    queries.listConsents(ctx.db, contactId),
    queries.listConsentEvents(ctx.db, contactId),
  ]);
  const now = ctx.clock.now();
  return { items: items.map((row) => presentConsent(row, now)), history: history.map(presentConsentEvent) };
}

export type ConsentInput = { purposeId: string; text?: string };

/** Records a consent that the company states it holds. It never overrides an opt-out or a withdrawal. */
export async function giveConsent(ctx: Context, contactId: string, input: ConsentInput) {
  return withLockedContact(ctx, contactId, async (inner, contact) => {
    const purpose = await queries.findPurpose(inner.db, input.purposeId);
    if (purpose === undefined) throw validation("purposeId", existing("purpose"));
    const at = inner.clock.now();
    const latest = await queries.findLatestConsent(inner.db, contactId, purpose.id);
    const present = latest && consentAt(latest, at);
    if (present?.state === "valid" || present?.state === "pending")
      return { status: 200 as const, body: presentConsent(present, at) };
    if (present?.state === "withdrawn" || hasOptedOut(contact)) throw conflict("status");
    const consent = await queries.insertConsent(inner.db, {
      contactId,
      purposeId: purpose.id,
      state: contact.status === "pending" ? "pending" : "valid",
      basis: "imported",
      source: "manual",
      text: input.text ?? null,
      ip: null,
      at,
      withdrawnAt: null,
      validUntil: purpose.validMonths === null ? null : addMonths(at, purpose.validMonths),
    });
    inner.db.created(consent.id, "consents");
    await queries.insertConsentEvents(inner.db, [toConsentEvent(consent, "given", null)]);
    await journal.appendEntries(inner.db, [
      consentGiven.entry({ contactId, at, payload: { purposeId: purpose.id, title: purpose.name } }),
    ]);
    await updateContact(inner.db, contactId, { updatedAt: at });
    if (purpose.isDefault) await applyConsentToStatus(inner, contact, at);
    return { status: 201 as const, body: presentConsent(consent, at) };
  });
}

const hasOptedOut = ({ status }: ContactRecord) =>
  status === "unsubscribed" || status === "complained" || status === "bounced";

async function applyConsentToStatus(ctx: Context, contact: ContactRecord, at: Date): Promise<void> {
  const status = nextContactStatus(contact.status, "consent");
  if (status === contact.status) {
    if (contact.lacksConsent && status === "subscribed") {
      await updateContact(ctx.db, contact.id, { lacksConsent: false });
    }
    return;
  }
  await updateContact(ctx.db, contact.id, {
    status,
    statusAt: at,
    consentBasis: "imported",
    consentAt: at,
    lacksConsent: false,
  });
  await journal.appendEntries(ctx.db, [
    statusChanged.entry({ contactId: contact.id, at, payload: { from: contact.status, to: status } }),
  ]);
}

/** Withdrawing the consent to the default purpose unsubscribes the contact. */
export async function withdrawConsent(
  ctx: Context,
  path: { contactId: string; consentId: string },
  note: string | null,
) {
  return withLockedContact(ctx, path.contactId, async (inner, contact) => {
    const at = inner.clock.now();
    const found = await queries.findConsent(inner.db, contact.id, path.consentId);
    if (found === undefined) throw notFound("consent");
    const consent = consentAt(found, at);
    if (consent.state === "withdrawn" || consent.state === "expired") return presentConsent(consent, at);
    const [withdrawn] = await queries.withdrawConsents(inner.db, contact.id, { consentId: consent.id, at });
    await queries.insertConsentEvents(inner.db, [toConsentEvent({ ...consent, at }, "withdrawn", note)]);
    await journal.appendEntries(inner.db, [
      consentWithdrawn.entry({ contactId: contact.id, at, payload: { purposeId: consent.purposeId } }),
    ]);
    await updateContact(inner.db, contact.id, { updatedAt: at });
    const purpose = await queries.findPurpose(inner.db, consent.purposeId);
    if (purpose?.isDefault === true) await unsubscribeUnderLock(inner, contact, { note, reason: "consent" });
    return presentConsent(withdrawn ?? consent, at);
  });
}

const toConsentEvent = (consent: queries.ConsentRecord, action: queries.ConsentAction, note: string | null) => ({
  contactId: consent.contactId,
  purposeId: consent.purposeId,
  action,
  basis: consent.basis,
  source: "admin",
  note,
  at: consent.at,
});

/** Runs under the lock of the address, with the locked contact. */
export async function withLockedContact<Result>(
  ctx: Context,
  contactId: string,
  run: (ctx: Context, contact: ContactRecord) => Promise<Result>,
): Promise<Result> {
  const seen = await findContact(ctx.db, contactId);
  if (seen === undefined) throw notFound("contact");
  return inTransaction(ctx, async (inner) => {
    await lockAddress(inner.db, seen.fingerprint);
    const contact = await lockContact(inner.db, contactId);
    if (contact === undefined) throw notFound("contact");
    return run(inner, contact);
  });
}

export async function listPurposes(ctx: Context) {
  return { items: (await queries.listPurposes(ctx.db)).map(presentPurpose) };
}

export async function createPurpose(ctx: Context, input: { name: string; description?: string; validMonths?: number }) {
  return conflictOnTakenName(
    inTransaction(ctx, async ({ db, clock }) => {
      const purpose = await queries.insertPurpose(db, {
        name: input.name.trim(),
        description: input.description ?? "",
        validMonths: input.validMonths ?? null,
        createdAt: clock.now(),
      });
      db.created(purpose.id);
      return presentPurpose(purpose);
    }),
  );
}

export async function updatePurpose(ctx: Context, id: string, change: { name?: string; description?: string }) {
  const fixed = fixedPurposeFields.find((field) => field in change);
  if (fixed !== undefined) throw validation(fixed, accepts.unchangeable);
  const { name, ...rest } = change;
  const written = name === undefined ? rest : { ...rest, name: name.trim() };
  const purpose = await conflictOnTakenName(ctx.db.transaction((db) => queries.updatePurpose(db, id, written)));
  if (purpose === undefined) throw notFound("purpose");
  return presentPurpose(purpose);
}
