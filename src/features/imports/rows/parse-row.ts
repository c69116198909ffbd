import { unescapeFormula } from "../../../kernel/csv.ts";
import { normalizeEmail } from "../../../kernel/email.ts";
import { truncate } from "../../../kernel/text.ts";
import type { FieldValue } from "../../contacts/fields/values.ts";
import type { Profile } from "../../../kernel/contact-columns.ts";
import { emptyProfile } from "../../contacts/profile.ts";
import type { CsvRow } from "../csv/scan.ts";
import type { ProblemCode } from "../problem-codes.ts";
import type { RowPlan } from "./row-plan.ts";
import { splitName, InvalidCell, type CellParser } from "./cell-parsers.ts";
import { parseFlag } from "./value-synonyms.ts";

export type ParsedRow = {
  readonly email: string;
  readonly profile: Profile;
  readonly customFields: Readonly<Record<string, FieldValue>> | undefined;
  readonly tags: readonly string[] | undefined;
  readonly consents: boolean;
  /** Invalid values that are left out. */
  readonly leftOut: readonly CellError[];
};

/** An invalid cell. */
export type CellError = { readonly column: string; readonly code: ProblemCode };

/** `email` is set if the address itself is valid. */
export type InvalidRow = { readonly errors: readonly CellError[]; readonly email: string | undefined };

/** Problems reported per row: a file may have hundreds of columns. */
const maxErrorsPerRow = 20;

export const cellText = (cell: string | undefined): string => unescapeFormula((cell ?? "").trim()).trim();

/** The replacement characters of all encodings. */
const undecodable = /[\u0080-\u009f\ufffd]/;

/**
 * A row ready to be stored, or all its errors. A wrong number of cells is reported alone. An invalid consent is never left
 * out, because nobody knows what it says.
 */
export function parseRow(plan: RowPlan, cells: CsvRow): ParsedRow | InvalidRow {
  const text = cellText(cells[plan.email]);
  const email = normalizeEmail(text);
  const errorAt = (index: number, code: ProblemCode): CellError => ({
    column: plan.columns[index] ?? String(index + 1),
    code,
  });
  if (cells.brokenAt !== undefined) return { errors: [errorAt(cells.brokenAt, "quotes")], email };
  const surplus = surplusCellIndex(plan, cells);
  if (surplus !== undefined) return { errors: [errorAt(surplus, "too_many_columns")], email };
  const errors: CellError[] = [];
  const leftOut: CellError[] = [];
  const isMisread = (value: string) => cells.isMisread === true && undecodable.test(value);
  if (text === "") errors.push(errorAt(plan.email, "required"));
  else if (isMisread(text)) errors.push(errorAt(plan.email, "encoding"));
  else if (email === undefined) errors.push(errorAt(plan.email, "invalid"));
  const reportInvalid = (index: number, code: ProblemCode) => {
    const found = plan.leavesOutInvalid && index !== plan.consent ? leftOut : errors;
    if (errors.length + leftOut.length < maxErrorsPerRow) found.push(errorAt(index, code));
  };
  const parseCell = <Value>(index: number, parser: CellParser<Value>): Value | undefined => {
    const value = cellText(cells[index]);
    if (value === "") return undefined;
    try {
      if (isMisread(value)) throw new InvalidCell("encoding");
      return parser(value);
    } catch (error) {
      if (!(error instanceof InvalidCell)) throw error;
      reportInvalid(index, error.code);
      return undefined;
    }
  };
  const profile = { ...emptyProfile };
  for (const { index, field, parse: parser } of plan.profile) setField(profile, field, parseCell(index, parser));
  if (plan.fullName !== undefined) {
    const name = parseCell(plan.fullName, splitName);
    profile.firstName ??= truncate(100, name?.firstName ?? "") || null;
    profile.lastName ??= truncate(100, name?.lastName ?? "") || null;
  }
  const customFields = plan.custom.length === 0 ? undefined : parseCustomFields(plan, parseCell);
  const tags = plan.tags === undefined ? undefined : parseCell(plan.tags.index, plan.tags.parse);
  const consents = plan.consent === undefined ? plan.consents : parseCell(plan.consent, parseFlag) === true;
  if (email === undefined || errors.length > 0) return { errors: [...errors, ...leftOut], email };
  return { email, profile, customFields, tags, consents, leftOut };
}

/** A value beyond the last column: a value before it is probably in a wrong column. */
function surplusCellIndex({ columns }: RowPlan, cells: CsvRow): number | undefined {
  if (cells.length <= columns.length) return undefined;
  const index = cells.findIndex((cell, at) => at >= columns.length && cell.trim() !== "");
  return index < 0 ? undefined : index;
}

type ParseCell = <Value>(index: number, reader: CellParser<Value>) => Value | undefined;

function parseCustomFields(plan: RowPlan, parseCell: ParseCell): Record<string, FieldValue> | undefined {
  const values: Record<string, FieldValue> = {};
  for (const { index, id, parse: parser } of plan.custom) {
    const value = parseCell(index, parser);
    if (value !== undefined) values[id] = value;
  }
  return Object.keys(values).length === 0 ? undefined : values;
}

function setField(profile: Profile, field: keyof Profile, value: string | undefined): void {
  if (field === "gender") profile.gender = value === "f" || value === "m" ? value : null;
  else profile[field] = value ?? null;
}

export const isInvalidRow = (row: ParsedRow | InvalidRow): row is InvalidRow => "errors" in row;
