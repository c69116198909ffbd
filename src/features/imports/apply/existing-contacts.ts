import { textOrNull } from "../../../kernel/text.ts";
import type { Context } from "../../../context.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { consentGiven, contactUpdated, statusChanged } from "../../../journal/events.ts";
import * as journal from "../../../journal/journal.ts";
import type { NewJournalEntry } from "../../../journal/entry.ts";
import { insertImportedConsents } from "../../contacts/consents/queries.ts";
import type { FieldValue } from "../../contacts/fields/values.ts";
import { joinLists } from "../../contacts/memberships/join-lists.queries.ts";
import { updateContacts, type ContactUpdate } from "../../contacts/update-contacts.queries.ts";
import { isProfileField } from "../../../kernel/contact-columns.ts";
import type { SearchColumns } from "../../contacts/profile.ts";
import type { SkipCode } from "../problem-codes.ts";
import { insertProblemRows } from "../queries.ts";
import { profileColumn } from "../../contacts/contact-columns.sql.ts";
import { mappedFields } from "../validate-and-stage.ts";
import { emailColumn, journalOrigin, sourceOf, type BatchContext } from "./batch.ts";
import {
  diffContact,
  hasOptedOut,
  type ContactDiff,
  type ExistingContact,
  type UpdateRules,
  type FileRow,
} from "./contact-diff.ts";
import * as queries from "./existing-contacts.queries.ts";

export type ApplyCounts = { created: number; updated: number; unchanged: number; notAddedToLists: number };

type ChangedContact = { contact: ExistingContact; change: ContactDiff; row: number; tags: readonly string[] };

/** Rows about existing contacts. An opted-out contact gets profile changes only, never a consent or a list. */
export async function updateExistingContacts(ctx: Context, batch: BatchContext): Promise<ApplyCounts> {
  const { db } = ctx;
  const rows = await queries.takeRowsOfExistingContacts(db);
  if (rows.length === 0) return { created: 0, updated: 0, unchanged: 0, notAddedToLists: 0 };
  const byId = new Map(rows.map((row) => [row.contactId, row]));
  const rules = toRules(db, batch);
  const changed = (await queries.lockExistingContacts(db, batch, [...byId.keys()])).flatMap(
    (contact): ChangedContact[] => {
      const row = byId.get(contact.id);
      if (row === undefined) return [];
      return [
        { contact, change: diffContact(contact, toFileRow(row, rules), rules), row: row.row, tags: row.tags ?? [] },
      ];
    },
  );
  await updateContacts(
    db,
    changed.flatMap((item) => toContactUpdate(item, batch)),
  );
  await insertImportedConsents(db, {
    contactIds: changed.filter(({ change }) => change.consents).map(({ contact }) => contact.id),
    purposeId: batch.record.purposeId,
    source: batch.record.source || "import",
    at: batch.at,
    validMonths: batch.purpose?.validMonths ?? null,
  });
  await journal.appendEntries(
    db,
    changed.flatMap((item) => toJournalEntries(item, batch)),
  );
  const { joined, leftOut } = await joinLists(db, {
    listIds: batch.listIds,
    contactIds: changed.map(({ contact }) => contact.id),
    at: batch.at,
    journalOrigin: journalOrigin(batch),
  });
  const labelled = await queries.addLabels(
    db,
    changed.filter(({ tags }) => tags.length > 0).map(({ contact, tags }) => ({ id: contact.id, tags })),
  );
  return rejectSkippedAndCount(ctx, batch, changed, {
    added: new Set([...joined, ...labelled]),
    leftOut: new Set(leftOut),
  });
}

function toRules({ tenantId }: TenantDb, { plan, record }: BatchContext): UpdateRules {
  return {
    tenantId,
    fields: mappedFields(plan),
    customIds: plan.custom.map(({ id }) => id),
    emptyOverwrites: record.options.emptyOverwrites === true,
    consentWeak: record.options.consentWeak === true,
    keepsStatus: record.kind === "legacy",
  };
}

function toFileRow({ staged }: queries.StagedRow, rules: UpdateRules): FileRow {
  const custom = staged["custom_fields"];
  const derived: unknown = staged["derived"];
  // The file left these cells empty.
  const isDerived = (field: string) => Array.isArray(derived) && derived.includes(field);
  return {
    profile: Object.fromEntries(
      rules.fields.map((field) => [field, isDerived(field) ? null : textOrNull(staged[profileColumn(field)])]),
    ),
    customFields: isFieldValues(custom) ? custom : {},
    consents: staged["consents"] === true,
  };
}

const isFieldValues = (value: unknown): value is Record<string, FieldValue> =>
  typeof value === "object" && value !== null;

function toContactUpdate({ contact, change }: ChangedContact, batch: BatchContext): ContactUpdate[] {
  const { at, record } = batch;
  const hasNewStatus = change.status !== contact.status;
  const isWeak = change.consents && record.options.consentWeak === true;
  if (change.fields.length === 0 && !change.consents) return [];
  const profile = Object.entries(change.profile).map(([field, value]) => [columnOfName(field), value]);
  return [
    {
      id: contact.id,
      change: {
        ...Object.fromEntries(profile),
        ...(change.text === undefined ? {} : toSearchUpdate(change.text)),
        ...(change.customFields === undefined ? {} : { custom_fields: change.customFields }),
        ...(hasNewStatus ? { status: change.status, status_at: at, consent_basis: "imported", consent_at: at } : {}),
        ...(isWeak ? { consent_weak: true } : {}),
        ...(change.consents ? { lacks_consent: lacksConsent(contact, change, batch) } : {}),
        ...(contact.sources.some(({ source }) => source === sourceOf(batch))
          ? {}
          : { sources: [...contact.sources, { source: sourceOf(batch), at }] }),
        updated_at: at,
      },
    },
  ];
}

const lacksConsent = ({ hasDefaultConsent }: ExistingContact, { status }: ContactDiff, { purpose }: BatchContext) =>
  status === "subscribed" && !hasDefaultConsent && purpose?.isDefault !== true;

const toSearchUpdate = ({ nameKey, ...text }: SearchColumns) => ({ ...text, name_key: nameKey });

const columnOfName = (field: string): string => (isProfileField(field) ? profileColumn(field) : field);

function toJournalEntries({ contact, change }: ChangedContact, batch: BatchContext): NewJournalEntry[] {
  const { at, purpose } = batch;
  const about = { contactId: contact.id, at };
  const origin = journalOrigin(batch);
  const entries: NewJournalEntry[] = [];
  if (change.fields.length > 0) {
    const payload = { fields: [...change.fields], title: change.fields.join(", "), ...origin };
    entries.push(contactUpdated.entry({ ...about, payload }));
  }
  if (change.consents && purpose !== undefined) {
    entries.push(consentGiven.entry({ ...about, payload: { purposeId: purpose.id, title: purpose.name, ...origin } }));
  }
  if (change.status !== contact.status) {
    entries.push(statusChanged.entry({ ...about, payload: { from: contact.status, to: change.status, ...origin } }));
  }
  return entries;
}

/** Contacts added to a list or a label, and contacts that could not be added to a list. */
type MembershipOutcome = { readonly added: ReadonlySet<string>; readonly leftOut: ReadonlySet<string> };

/** A row about an opted-out contact that changes nothing is reported as skipped, with the reason. */
async function rejectSkippedAndCount(
  { db }: Context,
  batch: BatchContext,
  changed: readonly ChangedContact[],
  { added, leftOut }: MembershipOutcome,
) {
  const isUpdate = ({ contact, change }: ChangedContact) =>
    change.fields.length > 0 || change.consents || added.has(contact.id);
  const unaffected = changed.filter((one) => !isUpdate(one));
  const skipped = unaffected.filter(({ contact }) => hasOptedOut(contact));
  await insertProblemRows(
    db,
    batch.record.id,
    skipped.map(({ row, contact }) => ({
      row,
      errors: [{ column: emailColumn(batch), code: skipCode(contact) }],
      fingerprint: contact.fingerprint.toString("hex"),
      cells: null,
      isImported: false,
    })),
  );
  return {
    created: 0,
    updated: changed.length - unaffected.length,
    unchanged: unaffected.length - skipped.length,
    notAddedToLists: leftOut.size - skipped.filter(({ contact }) => leftOut.has(contact.id)).length,
  };
}

const skipCode = ({ status, suppressionReason }: ExistingContact): SkipCode =>
  suppressionReason === "manual" ? "blacklisted" : (suppressionReason ?? status);
