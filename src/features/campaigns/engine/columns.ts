import type { PreparedMessage } from "../../../mail/render/message.ts";
import { profileFields } from "../../contacts/profile.ts";
import type { MergeContact } from "../../../mail/render/values.ts";

type Field = keyof MergeContact;

/** What an e-mail can be filled with. */
const fields: readonly Field[] = ["email", ...profileFields, "customFields"];

/** Every message is addressed to somebody by name. */
const always: readonly Field[] = ["email", "firstName", "lastName"];

/** The columns of contacts that this e-mail is filled with; all others stay where they are. */
export function columnsOf({ plan, expressions }: PreparedMessage): string[] {
  // Only the template itself knows what it asks for.
  const needed = plan.hasTwig
    ? new Set(fields)
    : new Set([...always, ...[...plan.expressions, ...expressions].flatMap(({ needs }) => needs)]);
  return fields.filter((field) => needed.has(field)).map(columnOf);
}

const columnOf = (field: Field): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
