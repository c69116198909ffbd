import type { ProfileField } from "../../../kernel/contact-columns.ts";
import { normalizeEmail } from "../../../kernel/email.ts";
import { truncate } from "../../../kernel/text.ts";
import { columnNames } from "../../imports/csv/columns.ts";
import { detectDelimiter } from "../../imports/csv/delimiter.ts";
import { decode } from "../../imports/csv/encoding.ts";
import { readRecords } from "../../imports/csv/records.ts";
import type {
  ExportedContact,
  ExportedField,
  ExportFile,
  ExportPart,
  ExportProblem,
  PersonState,
} from "../exported-contact.ts";

/** The values of a row by the column's name in lower case. */
export type CsvCells = Readonly<Record<string, string>>;

/** How a platform writes its table; names of columns in lower case. */
export type CsvLayout = {
  readonly email: readonly string[];
  readonly profile: Readonly<Record<string, ProfileField>>;
  readonly ignored: RegExp;
  /** Columns that are no custom field, because the functions below read them. */
  readonly special: readonly string[];
  state(cells: CsvCells): PersonState;
  profileOf?(cells: CsvCells): ExportedContact["profile"];
  customFieldsOf?(cells: CsvCells): Readonly<Record<string, string>>;
  tagsOf(cells: CsvCells): readonly string[];
  /** Names of the lists that the person is on. */
  listsOf(cells: CsvCells): readonly string[];
};

const partContacts = 500;
/** A column without a header is named by its number. */
const hasNoTitle = /^\d+$/;
const maxNameLength = 200;

/** Reads a table part by part. A list that the person left is known only by the state of the person. */
export async function* readCsvTable({ name, content }: ExportFile, layout: CsvLayout): AsyncGenerator<ExportPart> {
  let titles: string[] | undefined;
  let columns: string[] = [];
  let contacts: ExportedContact[] = [];
  let problems: ExportProblem[] = [];
  const take = (): ExportPart => {
    const titleOf = (column: string) => titles?.[columns.indexOf(column)] ?? column;
    const part = { contacts, problems, lists: collectLists(contacts), fields: collectFields(contacts, titleOf) };
    [contacts, problems] = [[], []];
    return part;
  };
  for await (const { firstRow, records } of readTable(content())) {
    for (const [index, record] of records.entries()) {
      if (titles === undefined) {
        titles = columnNames(record, true);
        columns = titles.map((title) => title.toLowerCase());
        continue;
      }
      const cells = Object.fromEntries(columns.map((column, at) => [column, (record[at] ?? "").trim()]));
      const contact = toContact(cells, layout);
      if (contact !== undefined) contacts.push(contact);
      else problems.push({ source: name, row: firstRow + index, column: layout.email[0] ?? "", code: "invalid" });
    }
    if (contacts.length + problems.length >= partContacts) yield take();
  }
  yield take();
}

async function* readTable(content: AsyncIterable<Uint8Array>) {
  const pieces = decode(content, "utf-8")[Symbol.asyncIterator]();
  const first = await pieces.next();
  const head = first.done === true ? "" : first.value;
  const text = async function* () {
    yield head;
    for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) yield next.value;
  };
  yield* readRecords(text(), detectDelimiter(head));
}

function toContact(cells: CsvCells, layout: CsvLayout): ExportedContact | undefined {
  const address = layout.email.map((column) => cells[column] ?? "").find((text) => text !== "");
  const email = normalizeEmail(address ?? "");
  if (email === undefined) return undefined;
  const named = Object.entries(cells).filter(([, value]) => value !== "");
  const isCustom = (column: string) =>
    !hasNoTitle.test(column) &&
    !layout.email.includes(column) &&
    !Object.hasOwn(layout.profile, column) &&
    !layout.special.includes(column) &&
    !layout.ignored.test(column);
  const profile = named.flatMap(([column, value]) => {
    const field = Object.hasOwn(layout.profile, column) ? layout.profile[column] : undefined;
    return field === undefined ? [] : [[field, value]];
  });
  const state = layout.state(cells);
  const membership = state === "subscribed" ? "confirmed" : "unconfirmed";
  return {
    email,
    state,
    profile: { ...layout.profileOf?.(cells), ...Object.fromEntries(profile) },
    customFields: {
      ...Object.fromEntries(named.filter(([column]) => isCustom(column))),
      ...layout.customFieldsOf?.(cells),
    },
    tags: layout.tagsOf(cells),
    lists: Object.fromEntries(
      layout.listsOf(cells).map((list) => [list, state === "unsubscribed" ? "unsubscribed" : membership] as const),
    ),
  };
}

/** Names in one cell, separated by commas or bars. */
export const splitNames = (text: string): string[] =>
  text
    .split(/[,|]/)
    .map((name) => name.trim())
    .filter((name) => name !== "");

const collectLists = (contacts: readonly ExportedContact[]) =>
  [...new Set(contacts.flatMap(({ lists }) => Object.keys(lists)))].map((key) => ({
    key,
    name: truncate(maxNameLength, key),
  }));

const collectFields = (contacts: readonly ExportedContact[], titleOf: (column: string) => string): ExportedField[] =>
  [...new Set(contacts.flatMap(({ customFields }) => Object.keys(customFields)))].map((key) => ({
    key,
    name: truncate(maxNameLength, titleOf(key)),
    type: "textarea",
    options: [],
  }));
