import type { PreparedMessage } from "../../mail/render/message.ts";
import { contactColumns, isProfileField, profileFields } from "../../kernel/contact-columns.ts";
import type { MergeContact } from "../../mail/render/values.ts";

type Field = keyof MergeContact;

/** What an e-mail can be filled with. */
const mergeFields: readonly Field[] = ["email", ...profileFields, "customFields"];

/** Every message is addressed to somebody by name. */
const requiredFields: readonly Field[] = ["email", "firstName", "lastName"];

/** The columns of contacts that this e-mail is filled with; all others stay where they are. */
export function mergeColumnsOf({ plan, expressions }: PreparedMessage): string[] {
  // Only the template itself knows what it asks for.
  const needed = plan.hasTwig
    ? new Set(mergeFields)
    : new Set([...requiredFields, ...[...plan.expressions, ...expressions].flatMap(({ needs }) => needs)]);
  return mergeFields.filter((field) => needed.has(field)).map(columnOf);
}

const columnOf = (field: Field): string => {
  if (isProfileField(field)) return contactColumns[field].column;
  return field === "customFields" ? "custom_fields" : field;
};
