import { isProfileField, type Profile, type ProfileField } from "../../kernel/contact-columns.ts";
import { truncate } from "../../kernel/text.ts";
import type { FieldRecord } from "../contacts/fields/queries.ts";
import { customFieldParser, InvalidCell, profileFieldParser, type CellParser } from "../imports/rows/cell-parsers.ts";
import type { MigratedField } from "./queries.ts";
import type { StagedContact } from "./staged-contacts.queries.ts";

/** A value as the import will read it; undefined if it does not fit the field. */
function parseCell<Value>(parser: CellParser<Value>, text: string): Value | undefined {
  try {
    return parser(text);
  } catch (error) {
    if (error instanceof InvalidCell) return undefined;
    throw error;
  }
}

/** The valid values of a profile in an export. */
export const parseProfile = (profile: Readonly<Record<string, string>>): Partial<Profile> =>
  Object.fromEntries(
    Object.entries(profile).flatMap(([field, text]) => {
      const value = isProfileField(field) ? parseCell(profileFieldParser(field, undefined), text) : undefined;
      return value === undefined ? [] : [[field, value]];
    }),
  );

/** A column of the file of an import; its name is the target. */
export type MigratedColumn = {
  readonly target: string;
  readonly cellOf: (contact: StagedContact) => string | undefined;
};

const emailColumn: MigratedColumn = { target: "email", cellOf: ({ email }) => email };

export const addressColumns: readonly MigratedColumn[] = [emailColumn];

/** Profile and custom fields; `cellOf` answers undefined for a value that does not fit, which is then left out. */
export function contactColumns(
  profileFields: readonly ProfileField[],
  migrated: readonly MigratedField[],
  fields: readonly FieldRecord[],
): MigratedColumn[] {
  return [
    emailColumn,
    { target: "consent", cellOf: ({ state }) => (state === "subscribed" ? "1" : "0") },
    ...profileFields.map((field) =>
      validated(field, profileFieldParser(field, undefined), ({ profile }) => profile[field]),
    ),
    ...migrated.flatMap(({ key, fieldId }) => {
      const field = fields.find(({ id }) => id === fieldId);
      if (field === undefined) return [];
      const parser = customFieldParser(field, undefined);
      return [validated(`customFields.${field.id}`, parser, ({ customFields }) => customFields[key])];
    }),
    // The bar after each tag keeps one with a comma whole.
    { target: "tags", cellOf: ({ tags }) => tags.map((tag) => `${truncate(200, tag.replaceAll("|", " "))}|`).join("") },
  ];
}

const validated = (
  target: string,
  parser: CellParser<unknown>,
  textOf: (contact: StagedContact) => string | undefined,
): MigratedColumn => ({
  target,
  cellOf: (contact) => {
    const text = textOf(contact)?.trim() ?? "";
    return text === "" || parseCell(parser, text) !== undefined ? text : undefined;
  },
});
