import { rawIdentifier, type SqlNode } from "../../db/sql-node.ts";
import { contactColumns, profileFields, type ProfileField } from "../../kernel/contact-columns.ts";
import { enrichedFields } from "./name-enrichment/name-enrichment.ts";

/**
 * Lists of the profile columns for SQL statements. Each is one node with a constant text: built once per process, so
 * that statements keep their text and stay prepared.
 */
const listFields = (
  textOf: (field: ProfileField) => string,
  fields: readonly ProfileField[] = profileFields,
): SqlNode => rawIdentifier(fields.map(textOf).join(", "));

export const profileColumn = (field: ProfileField): string => contactColumns[field].column;

/** `first_name, last_name, …` */
export const profileColumnList = listFields(profileColumn);

/** `n.first_name, n.last_name, …` */
export const profileColumnsOf = (alias: string): SqlNode => listFields((field) => `${alias}.${profileColumn(field)}`);

/** `first_name text, last_name text, …` for the definition of a table. */
export const profileColumnDefinitions = listFields(
  (field) => `${profileColumn(field)} ${contactColumns[field].sqlType}`,
);

/** `"firstName" text, "lastName" text, …` for `jsonb_to_recordset`. */
export const profileRecordsetDefinitions = listFields((field) => `"${field}" ${contactColumns[field].sqlType}`);

const isEnriched = (field: ProfileField): boolean => enrichedFields.some((each) => each === field);

/** `g."firstName" as first_name, …`; an empty field that a name determines is read from the JSON object `derived`. */
export const profileColumnsFromRecordset = (alias: string, derived: string): SqlNode =>
  listFields((field) => {
    const value = `${alias}."${field}"`;
    return `${isEnriched(field) ? `coalesce(${value}, ${derived}->>'${field}')` : value} as ${profileColumn(field)}`;
  });

/** `n.gender, n.name_day, …` */
export const enrichedColumnsOf = (alias: string): SqlNode =>
  listFields((field) => `${alias}.${profileColumn(field)}`, enrichedFields);

const rowFields: readonly ProfileField[] = ["firstName", "lastName"];

/** `title_before as "titleBefore", …`: the fields that a row of the contact list does not have. */
export const profileDetailFields = listFields(
  (field) => `${profileColumn(field)} as "${field}"`,
  profileFields.filter((field) => !rowFields.includes(field)),
);

/** `'firstName', c.first_name, …` for `json_build_object`. */
export const profileJsonPairs = (alias: string): SqlNode =>
  listFields((field) => `'${field}', ${alias}.${profileColumn(field)}`);
