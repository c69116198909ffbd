import { isDeepStrictEqual } from "node:util";
import type { Static } from "typebox";
import type { Context } from "../../context.ts";
import { contactUpdated } from "../../journal/events.ts";
import * as journal from "../../journal/journal.ts";
import { profileFields } from "../../kernel/contact-columns.ts";
import { validation } from "../../kernel/errors.ts";
import { withLockedContact } from "./consents/service.ts";
import { protectedFields, type contactRoutes } from "./contract.ts";
import { mergeFieldValues, parseFieldValues } from "./fields/service.ts";
import { getContact } from "./get-contact.ts";
import { pickProvidedProfile, searchColumns } from "./profile.ts";
import * as queries from "./queries.ts";

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
    if (changed.length === 0) return;
    const at = clock.now();
    await queries.updateContact(db, id, {
      ...profile,
      ...searchColumns(db.tenantId, contact.email, { ...contact, ...profile }),
      customFields: JSON.stringify(merged),
      updatedAt: at,
      editedFields: [...new Set([...contact.editedFields, ...changed])],
    });
    const payload = { fields: changed, title: changed.join(", ") };
    await journal.appendEntries(db, [contactUpdated.entry({ contactId: id, at, payload })]);
  });
  return getContact(ctx, id);
}
