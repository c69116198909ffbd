import type { Static } from "typebox";
import type { Context } from "../../context.ts";
import { contactUpdated } from "../../journal/events.ts";
import * as journal from "../../journal/journal.ts";
import { accepts } from "../../kernel/accepts.ts";
import { validation } from "../../kernel/errors.ts";
import { withLockedContact } from "./consents/service.ts";
import { protectedFields, type contactRoutes } from "./contract.ts";
import { compareContact, isChanged } from "./compare-contact.ts";
import { parseFieldValues } from "./fields/service.ts";
import { getContact } from "./get-contact.ts";
import { enrichedFields } from "./name-enrichment/name-enrichment.ts";
import { rederive } from "./name-enrichment/rederive.ts";
import { pickProvidedProfile, searchColumns } from "./profile.ts";
import * as queries from "./queries.ts";

type UpdateBody = Static<(typeof contactRoutes.records.updateContact)["body"]>;

export async function updateContact(ctx: Context, id: string, body: UpdateBody) {
  const fixed = protectedFields.find((field) => field in body);
  if (fixed !== undefined)
    throw validation("email", { ...accepts.unchangeable, ...(fixed === "email" ? {} : { path: fixed }) });
  const customFields = await parseFieldValues(ctx, body.customFields ?? {});
  const profile = pickProvidedProfile(body);
  await withLockedContact(ctx, id, async ({ db, clock }, contact) => {
    const { merged, changed } = compareContact(contact, profile, customFields);
    if (changed.length === 0) return;
    const at = clock.now();
    const editedFields = [...new Set([...contact.editedFields, ...changed])];
    const change = Object.fromEntries(Object.entries(profile).filter(([field]) => changed.includes(field)));
    const derived = rederive(contact, change, (field) => editedFields.includes(field));
    await queries.updateContact(db, id, {
      ...profile,
      ...derived,
      ...searchColumns(db.tenantId, contact.email, { ...contact, ...profile }),
      customFields: JSON.stringify(merged),
      updatedAt: at,
      editedFields,
    });
    const fields = [...changed, ...enrichedFields.filter((field) => isChanged(derived[field], contact[field]))];
    const payload = { fields, title: fields.join(", ") };
    await journal.appendEntries(db, [contactUpdated.entry({ contactId: id, at, payload })]);
  });
  return getContact(ctx, id);
}
