import { Type, type Static, type TSchema } from "typebox";
import { Value } from "typebox/value";
import type { ProfileField } from "../../../kernel/contact-columns.ts";
import { normalizeEmail } from "../../../kernel/email.ts";
import type { FieldType } from "../../contacts/fields/values.ts";
import {
  membershipStates,
  mostCareful,
  type ExportedContact,
  type ExportedField,
  type ExportedList,
  type ExportFile,
  type ExportPart,
  type ExportProblem,
  type MembershipState,
  type PersonState,
} from "../exported-contact.ts";

/** Answers of the API v3, from the API itself or saved in files. Objects may have more properties. */
const Key = Type.Union([Type.Integer(), Type.String()]);
const Nullable = <Schema extends TSchema>(schema: Schema) => Type.Optional(Type.Union([schema, Type.Null()]));
const ApiList = Type.Object({ id: Key, name: Type.String() });
const ApiField = Type.Object({
  id: Key,
  name: Type.String(),
  type: Type.String(),
  customfield_options: Type.Optional(Type.Array(Type.Object({ id: Key, name: Type.String() }))),
});
const ApiContact = Type.Object({
  emailaddress: Type.String(),
  contactlists: Type.Optional(Type.Array(Type.Object({ contactlist_id: Key, status: Type.String() }))),
  customfields: Type.Optional(
    Type.Array(
      Type.Object({ customfield_id: Key, customfield_options_id: Nullable(Key), value: Nullable(Type.String()) }),
    ),
  ),
});
type ApiContact = Static<typeof ApiContact>;
const Answer = Type.Object({ data: Type.Union([Type.Array(Type.Unknown()), Type.Object({})]) });

const columns: Readonly<Record<string, ProfileField>> = {
  name: "firstName",
  surname: "lastName",
  titlesbefore: "titleBefore",
  titlesafter: "titleAfter",
  salution: "salutation",
  company: "company",
  street: "street",
  town: "city",
  postalcode: "postalCode",
  country: "country",
  cellphone: "mobile",
  phone: "phone",
  language: "language",
  gender: "gender",
  notes: "note",
};

const types = new Map<string, FieldType>([
  ["text", "text"],
  ["date", "date"],
  ["checkbox", "multiselect"],
  ["radio", "select"],
  ["select", "select"],
  ["bool", "bool"],
  ["numeric", "number"],
]);

/** The objects of a saved or received answer: a page of a list, or one object. */
export function readRows(answer: unknown): unknown[] {
  if (Array.isArray(answer)) return answer;
  if (!Value.Check(Answer, answer)) return [];
  return Array.isArray(answer.data) ? answer.data : [answer.data];
}

export function toLists(rows: readonly unknown[]): ExportedList[] {
  return rows.flatMap((row) => (Value.Check(ApiList, row) ? [{ key: String(row.id), name: row.name }] : []));
}

/** A field of choices without choices takes text. */
export function toFields(rows: readonly unknown[]): ExportedField[] {
  return rows.flatMap((row) => {
    if (!Value.Check(ApiField, row)) return [];
    const options = (row.customfield_options ?? []).map(({ id, name }) => ({ key: String(id), name }));
    const type = types.get(row.type) ?? "textarea";
    const isChoice = type === "select" || type === "multiselect";
    if (isChoice && options.length === 0) return [{ key: String(row.id), name: row.name, type: "text", options }];
    return [{ key: String(row.id), name: row.name, type, options: isChoice ? options : [] }];
  });
}

export function toContacts(
  rows: readonly unknown[],
  fields: readonly ExportedField[],
  first: { readonly source: string; readonly row: number },
): ExportPart {
  const contacts: ExportedContact[] = [];
  const problems: ExportProblem[] = [];
  for (const [index, row] of rows.entries()) {
    const email = Value.Check(ApiContact, row) ? normalizeEmail(row.emailaddress) : undefined;
    if (Value.Check(ApiContact, row) && email !== undefined) contacts.push(toContact(email, row, fields));
    else problems.push({ source: first.source, row: first.row + index, column: "emailaddress", code: "invalid" });
  }
  return { contacts, problems, lists: [], fields: [] };
}

function toContact(email: string, contact: ApiContact, fields: readonly ExportedField[]): ExportedContact {
  const values = new Map(Object.entries(contact));
  const textAt = (name: string): string => {
    const value = values.get(name);
    return typeof value === "string" ? value.trim() : "";
  };
  const dates = { birthday: textAt("birthday").slice(0, 10), nameDay: textAt("nameday").slice(5, 10) };
  const profile = Object.entries(columns).map(([name, field]) => [field, textAt(name)]);
  return {
    email,
    state: readState(contact, (name) => isSetFlag(values.get(name))),
    profile: Object.fromEntries([...profile, ...Object.entries(dates)].filter(([, value]) => value !== "")),
    customFields: readCustomFields(contact, fields),
    tags: [],
    lists: Object.fromEntries(
      (contact.contactlists ?? []).map(({ contactlist_id, status }) => [String(contactlist_id), toMembership(status)]),
    ),
  };
}

const isSetFlag = (value: unknown): boolean => value === 1 || value === "1" || value === true;

const toMembership = (status: string): MembershipState =>
  membershipStates.find((state) => state === status) ?? "unconfirmed";

/** Who left a list and is confirmed on none has refused everything. */
function readState({ contactlists = [] }: ApiContact, isSet: (name: string) => boolean): PersonState {
  const memberships = contactlists.map(({ status }) => status);
  const states: PersonState[] = [];
  if (isSet("blacklisted") || isSet("is_blacklisted")) states.push("blacklisted");
  if (isSet("hardbounced")) states.push("bounced");
  if (memberships.includes("confirmed")) states.push("subscribed");
  else if (memberships.includes("unsubscribed")) states.push("unsubscribed");
  return mostCareful(states);
}

function readCustomFields({ customfields = [] }: ApiContact, fields: readonly ExportedField[]): Record<string, string> {
  const values: Record<string, string> = {};
  for (const { customfield_id, customfield_options_id, value } of customfields) {
    const field = fields.find(({ key }) => key === String(customfield_id));
    if (field === undefined) continue;
    const option = field.options.find(({ key }) => key === String(customfield_options_id ?? ""));
    const text = (option?.name ?? value ?? "").trim();
    if (text === "") continue;
    const before = values[field.key];
    const next = field.type === "date" ? text.slice(0, 10) : text;
    values[field.key] = before === undefined ? next : `${before}|${next}`;
  }
  return values;
}

/** Saved answers in any order; what a file holds is seen from its objects. */
export async function* readSmartEmailing(files: readonly ExportFile[]): AsyncGenerator<ExportPart> {
  const isContact = (row: unknown) => Value.Check(Type.Object({ emailaddress: Type.Unknown() }), row);
  const isField = (row: unknown) => Value.Check(ApiField, row);
  const pages: { source: string; rows: unknown[] }[] = [];
  let fields: ExportedField[] = [];
  let lists: ExportedList[] = [];
  for (const file of files) {
    const rows = readRows(await readJson(file));
    if (rows.some(isContact)) pages.push({ source: file.name, rows });
    else if (rows.some(isField)) fields = [...fields, ...toFields(rows)];
    else lists = [...lists, ...toLists(rows)];
  }
  yield { contacts: [], lists, fields, problems: [] };
  for (const { source, rows } of pages) yield toContacts(rows, fields, { source, row: 1 });
}

async function readJson({ content }: ExportFile): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content()) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString("utf8"));
}
