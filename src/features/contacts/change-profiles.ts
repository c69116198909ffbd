import type { Context } from "../../context.ts";
import { contactUpdated } from "../../journal/events.ts";
import { appendEntries } from "../../journal/journal.ts";
import { isProfileField, profileFields, type Profile } from "../../kernel/contact-columns.ts";
import { profileColumn } from "./contact-columns.sql.ts";
import { compareContact, isChanged } from "./compare-contact.ts";
import type { FieldValuesChange } from "./fields/service.ts";
import { enrichedFields } from "./name-enrichment/name-enrichment.ts";
import { rederive } from "./name-enrichment/rederive.ts";
import { searchColumns } from "./profile.ts";
import { lockContactRecords, type ContactRecord } from "./queries.ts";
import { updateContacts } from "./update-contacts.queries.ts";

/** What the service itself writes into a locked contact; it does not count as edited by a person. */
export type ContactChange = {
  readonly contact: ContactRecord;
  readonly profile: Partial<Profile>;
  readonly customFields: FieldValuesChange;
};

export type ProfileProposal = {
  readonly contactId: string;
  /** The change of the contact as it is now; empty for none. */
  profileFor(contact: ContactRecord): Partial<Profile>;
};

/** Locks the contacts and applies the proposals; returns the number of changed contacts. */
export async function changeProfiles(
  ctx: Context,
  proposals: readonly ProfileProposal[],
  source: string,
): Promise<number> {
  const byId = new Map(proposals.map((proposal) => [proposal.contactId, proposal]));
  const contacts = await lockContactRecords(ctx.db, [...byId.keys()]);
  const changes = contacts.map((contact) => ({
    contact,
    profile: byId.get(contact.id)?.profileFor(contact) ?? {},
    customFields: {},
  }));
  return writeContactChanges(ctx, changes, source);
}

/** Returns the number of contacts that differ afterwards. */
export async function writeContactChanges(
  { db, clock }: Context,
  proposed: readonly ContactChange[],
  source: string,
): Promise<number> {
  const at = clock.now();
  const changes = proposed.flatMap((change) => toColumns(db.tenantId, change));
  await updateContacts(
    db,
    changes.map(({ id, change }) => ({ id, change: { ...change, updated_at: at.toISOString() } })),
  );
  const entries = changes.map(({ id, fields }) =>
    contactUpdated.entry({ contactId: id, at, payload: { fields, title: fields.join(", "), source } }),
  );
  await appendEntries(db, entries);
  return changes.length;
}

function toColumns(tenantId: string, { contact, profile, customFields }: ContactChange) {
  const { merged, changed } = compareContact(contact, profile, customFields);
  if (changed.length === 0) return [];
  const derived = rederive(contact, profile, (field) => [...contact.editedFields, ...changed].includes(field));
  const written = { ...profile, ...derived };
  const { nameKey, ...text } = searchColumns(tenantId, contact.email, { ...contact, ...profile });
  const columns = Object.entries(written).map(([name, value]) => [
    isProfileField(name) ? profileColumn(name) : name,
    value,
  ]);
  const fields = [
    ...changed,
    ...enrichedFields.filter((name) => !changed.includes(name) && isChanged(derived[name], contact[name])),
  ];
  return [
    {
      id: contact.id,
      fields,
      change: { ...Object.fromEntries(columns), ...text, name_key: nameKey, custom_fields: merged },
    },
  ];
}

/** The values for fields that are empty and that no person edited. */
export function missingValues(contact: ContactRecord, values: Partial<Profile>): Partial<Profile> {
  return Object.fromEntries(
    profileFields.flatMap((field) => {
      const value = values[field] ?? null;
      const isOpen = contact[field] === null && !contact.editedFields.includes(field);
      return value === null || !isOpen ? [] : [[field, value]];
    }),
  );
}
