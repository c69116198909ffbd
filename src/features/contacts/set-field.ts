import type { Context } from "../../context.ts";
import { writeContactChanges } from "./change-profiles.ts";
import { parseFieldValues } from "./fields/service.ts";
import { pickProvidedProfile } from "./profile.ts";
import { lockContactRecords } from "./queries.ts";

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
  await writeContactChanges(
    ctx,
    contacts.map((contact) => ({ contact, profile, customFields })),
    source,
  );
}
