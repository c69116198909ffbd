import type { PreparedMessage } from "../../mail/render/message.ts";
import { contactColumns, isProfileField, profileFields } from "../../kernel/contact-columns.ts";
import type { MergeContact } from "../../mail/render/values.ts";

type Field = keyof MergeContact;

/** Fields that merge tags can use. */
const mergeFields: readonly Field[] = ["email", ...profileFields, "customFields"];

/** The To header of every message has the name of the contact. */
const requiredFields: readonly Field[] = ["email", "firstName", "lastName"];

/** The contact columns that this e-mail uses; others are not read. */
export function mergeColumnsOf({ plan, expressions }: PreparedMessage): string[] {
  // The fields that a Twig template uses are not known before it runs.
  const needed = plan.hasTwig
    ? new Set(mergeFields)
    : new Set([...requiredFields, ...[...plan.expressions, ...expressions].flatMap(({ needs }) => needs)]);
  return mergeFields.filter((field) => needed.has(field)).map(columnOf);
}

const columnOf = (field: Field): string => {
  if (isProfileField(field)) return contactColumns[field].column;
  return field === "customFields" ? "custom_fields" : field;
};
