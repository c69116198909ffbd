import type { Context } from "../../../context.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import * as journal from "../../../journal/journal.ts";
import type { NewEntry } from "../../../journal/entry.ts";
import type { FieldValue } from "../../contacts/fields/values.ts";
import type { ProfileField, WordColumns } from "../../contacts/profile.ts";
import { insertProblems } from "../queries.ts";
import { columnOf } from "../rows/staging.ts";
import { fieldsOf } from "../stage.ts";
import { emailColumn, origin, type Batch } from "./batch.ts";
import { changeOf, isRefused, type Change, type Known, type Rules, type Told } from "./change.ts";
import * as queries from "./existing-queries.ts";

export type Counts = { created: number; updated: number; unchanged: number; notAddedToLists: number };

type Changed = { contact: Known; change: Change; row: number; tags: readonly string[] };

/** Rows about contacts that exist. Whoever refused mail gets a description at most, never a consent or a list. */
export async function updateExisting(ctx: Context, batch: Batch): Promise<Counts> {
  const { db } = ctx;
  const rows = await queries.takeExisting(db);
  if (rows.length === 0) return { created: 0, updated: 0, unchanged: 0, notAddedToLists: 0 };
  const byId = new Map(rows.map((row) => [row.contactId, row]));
  const rules = rulesOf(db, batch);
  const changed = (await queries.lockKnown(db, batch, [...byId.keys()])).flatMap((contact): Changed[] => {
    const row = byId.get(contact.id);
    if (row === undefined) return [];
    return [{ contact, change: changeOf(contact, toldBy(row, rules), rules), row: row.row, tags: row.tags ?? [] }];
  });
  await queries.updateContacts(
    db,
    changed.flatMap((one) => writeOf(one, batch)),
  );
  await queries.insertConsents(
    db,
    batch,
    changed.filter(({ change }) => change.consents).map(({ contact }) => contact.id),
  );
  await journal.append(
    db,
    changed.flatMap((one) => entriesOf(one, batch)),
  );
  const { joined, leftOut } = await queries.joinLists(
    db,
    batch,
    changed.map(({ contact }) => contact.id),
  );
  const labelled = await queries.addLabels(
    db,
    changed.filter(({ tags }) => tags.length > 0).map(({ contact, tags }) => ({ id: contact.id, tags })),
  );
  return countOf(ctx, batch, changed, { moved: new Set([...joined, ...labelled]), leftOut: new Set(leftOut) });
}

function rulesOf({ tenantId }: TenantDb, { plan, record }: Batch): Rules {
  return {
    tenantId,
    fields: fieldsOf(plan),
    customIds: plan.custom.map(({ id }) => id),
    emptyOverwrites: record.options.emptyOverwrites === true,
    consentWeak: record.options.consentWeak === true,
  };
}

function toldBy({ staged }: queries.StagedRow, rules: Rules): Told {
  const custom = staged["custom_fields"];
  return {
    profile: Object.fromEntries(rules.fields.map((field) => [field, textOf(staged[columnOf(field)])])),
    customFields: isValues(custom) ? custom : {},
    consents: staged["consents"] === true,
  };
}

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);
const isValues = (value: unknown): value is Record<string, FieldValue> => typeof value === "object" && value !== null;

function writeOf({ contact, change }: Changed, { at, record }: Batch): queries.Write[] {
  const becomes = change.status !== contact.status;
  const isWeak = change.consents && record.options.consentWeak === true;
  if (change.fields.length === 0 && !becomes && !isWeak) return [];
  const profile = Object.entries(change.profile).map(([field, value]) => [columnOfName(field), value]);
  return [
    {
      id: contact.id,
      change: {
        ...Object.fromEntries(profile),
        ...(change.text === undefined ? {} : textWrite(change.text)),
        ...(change.customFields === undefined ? {} : { custom_fields: change.customFields }),
        ...(becomes ? { status: change.status, status_at: at, consent_basis: "imported", consent_at: at } : {}),
        ...(isWeak ? { consent_weak: true } : {}),
        updated_at: at,
      },
    },
  ];
}

const textWrite = ({ nameKey, ...text }: WordColumns) => ({ ...text, name_key: nameKey });

const columnOfName = (field: string): string => (isField(field) ? columnOf(field) : field);
const isField = (name: string): name is ProfileField => name !== "";

function entriesOf({ contact, change }: Changed, batch: Batch): NewEntry[] {
  const { at, purpose } = batch;
  const entry = (type: NewEntry["type"], payload: object): NewEntry => ({
    type,
    contactId: contact.id,
    at,
    payload: { ...payload, ...origin(batch) },
  });
  const { fields } = change;
  return [
    ...(fields.length === 0 ? [] : [entry("contact_updated", { fields, title: fields.join(", ") })]),
    ...(change.consents ? [entry("consent_given", { purposeId: purpose?.id, title: purpose?.name })] : []),
    ...(change.status === contact.status ? [] : [entry("status_change", { from: contact.status, to: change.status })]),
  ];
}

/** Who came to a list or a label, and who to one of the lists could not. */
type Listed = { readonly moved: ReadonlySet<string>; readonly leftOut: ReadonlySet<string> };

/** A row about somebody who refused, and that changes nothing else, was skipped; it says why. */
async function countOf({ db }: Context, batch: Batch, changed: readonly Changed[], { moved, leftOut }: Listed) {
  const isUpdate = ({ contact, change }: Changed) =>
    change.fields.length > 0 || change.consents || moved.has(contact.id);
  const rest = changed.filter((one) => !isUpdate(one));
  const skipped = rest.filter(({ contact }) => isRefused(contact));
  await insertProblems(
    db,
    batch.record.id,
    skipped.map(({ row, contact }) => ({
      row,
      flaws: [{ column: emailColumn(batch), code: reasonOf(contact) }],
      fingerprint: contact.fingerprint.toString("hex"),
      cells: null,
    })),
  );
  return {
    created: 0,
    updated: changed.length - rest.length,
    unchanged: rest.length - skipped.length,
    notAddedToLists: leftOut.size - skipped.filter(({ contact }) => leftOut.has(contact.id)).length,
  };
}

const reasonOf = ({ status, suppressionReason }: Known): string =>
  suppressionReason === "manual" ? "blacklisted" : (suppressionReason ?? status);
