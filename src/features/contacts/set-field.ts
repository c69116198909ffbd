import type { Context } from "../../context.ts";
import { contactUpdated } from "../../journal/events.ts";
import { appendEntries } from "../../journal/journal.ts";
import { isProfileField, type Profile } from "../../kernel/contact-columns.ts";
import { profileColumn } from "./contact-columns.sql.ts";
import { compareContact, isChanged } from "./compare-contact.ts";
import { parseFieldValues, type FieldValuesChange } from "./fields/service.ts";
import { enrichedFields } from "./name-enrichment/name-enrichment.ts";
import { rederive } from "./name-enrichment/rederive.ts";
import { pickProvidedProfile, searchColumns } from "./profile.ts";
import { lockContactRecords, type ContactRecord } from "./queries.ts";
import { updateContacts } from "./update-contacts.queries.ts";

/** A field of the profile, or `customFields.<id>`; null empties it. */
export type FieldSetting = { readonly field: string; readonly value: unknown; readonly source: string };

/**
 * Sets a field of many contacts, which are locked. The value does not count as edited by a person, so that imports may change
 * it. Throws 400 when the field does not take the value.
 */
export async function setField(
  ctx: Context,
  contactIds: readonly string[],
  { field, value, source }: FieldSetting,
): Promise<void> {
  const customId = field.startsWith("customFields.") ? field.slice("customFields.".length) : undefined;
  const customFields = await parseFieldValues(ctx, customId === undefined ? {} : { [customId]: value });
  const profile = customId === undefined ? pickProvidedProfile({ [field]: value }) : {};
  const contacts = await lockContactRecords(ctx.db, contactIds);
  const at = ctx.clock.now();
  const changes = contacts.flatMap((contact) => changeOf(ctx.db.tenantId, contact, { profile, customFields }));
  await updateContacts(
    ctx.db,
    changes.map(({ id, change }) => ({ id, change: { ...change, updated_at: at.toISOString() } })),
  );
  const entries = changes.map(({ id, fields }) =>
    contactUpdated.entry({ contactId: id, at, payload: { fields, title: fields.join(", "), source } }),
  );
  await appendEntries(ctx.db, entries);
}

type Setting = { readonly profile: Partial<Profile>; readonly customFields: FieldValuesChange };

function changeOf(tenantId: string, contact: ContactRecord, { profile, customFields }: Setting) {
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
