import { unguarded } from "../../../kernel/csv.ts";
import { normalizeEmail } from "../../../kernel/email.ts";
import { cutTo } from "../../../kernel/text.ts";
import type { FieldValue } from "../../contacts/fields/values.ts";
import { emptyProfile, type Profile } from "../../contacts/profile.ts";
import type { Row } from "../csv/scan.ts";
import type { RowPlan } from "./plan.ts";
import { splitName, Unfit, type Reader } from "./values.ts";
import { flagIn } from "./words.ts";

export type ReadRow = {
  readonly email: string;
  readonly profile: Profile;
  readonly customFields: Readonly<Record<string, FieldValue>> | undefined;
  readonly tags: readonly string[] | undefined;
  readonly consents: boolean;
};

/** What is wrong with a cell. */
export type Flaw = { readonly column: string; readonly code: string };

/** With the address, where it is one. */
export type Refused = { readonly flaws: readonly Flaw[]; readonly email: string | undefined };

/** So many are told of one row: a file may have as many columns as a sheet. */
const toldFlaws = 20;

const textOf = (cell: string | undefined): string => unguarded((cell ?? "").trim()).trim();

/** In whichever encoding. */
const misread = /[\u0080-\u009f\ufffd]/;

/** A row as it can be stored, or all that is wrong with it. Where it is in doubt which cell is whose, that alone is told. */
export function readRow(plan: RowPlan, cells: Row): ReadRow | Refused {
  const text = textOf(cells[plan.email]);
  const email = normalizeEmail(text);
  const flawAt = (index: number, code: string): Flaw => ({ column: plan.columns[index] ?? String(index + 1), code });
  if (cells.brokenAt !== undefined) return { flaws: [flawAt(cells.brokenAt, "quotes")], email };
  const surplus = surplusAt(plan, cells);
  if (surplus !== undefined) return { flaws: [flawAt(surplus, "too_many_columns")], email };
  const flaws: Flaw[] = [];
  const isMisread = (value: string) => cells.isMisread === true && misread.test(value);
  if (text === "") flaws.push(flawAt(plan.email, "required"));
  else if (isMisread(text)) flaws.push(flawAt(plan.email, "encoding"));
  else if (email === undefined) flaws.push(flawAt(plan.email, "invalid"));
  const read = <Value>(index: number, reader: Reader<Value>): Value | undefined => {
    const value = textOf(cells[index]);
    if (value === "") return undefined;
    try {
      if (isMisread(value)) throw new Unfit("encoding");
      return reader(value);
    } catch (error) {
      if (!(error instanceof Unfit)) throw error;
      if (flaws.length < toldFlaws) flaws.push(flawAt(index, error.code));
      return undefined;
    }
  };
  const profile = { ...emptyProfile };
  for (const { index, field, read: reader } of plan.profile) setField(profile, field, read(index, reader));
  if (plan.fullName !== undefined) {
    const name = read(plan.fullName, splitName);
    profile.firstName ??= cutTo(100, name?.firstName ?? "") || null;
    profile.lastName ??= cutTo(100, name?.lastName ?? "") || null;
  }
  const customFields = plan.custom.length === 0 ? undefined : customIn(plan, read);
  const tags = plan.tags === undefined ? undefined : read(plan.tags.index, plan.tags.read);
  const consents = plan.consent === undefined ? plan.consents : read(plan.consent, flagIn) === true;
  if (email === undefined || flaws.length > 0) return { flaws, email };
  return { email, profile, customFields, tags, consents };
}

/** A value behind the last column: one of the values before it most likely stands in the column of another. */
function surplusAt({ columns }: RowPlan, cells: Row): number | undefined {
  if (cells.length <= columns.length) return undefined;
  const index = cells.findIndex((cell, at) => at >= columns.length && cell.trim() !== "");
  return index < 0 ? undefined : index;
}

type Read = <Value>(index: number, reader: Reader<Value>) => Value | undefined;

function customIn(plan: RowPlan, read: Read): Record<string, FieldValue> | undefined {
  const values: Record<string, FieldValue> = {};
  for (const { index, id, read: reader } of plan.custom) {
    const value = read(index, reader);
    if (value !== undefined) values[id] = value;
  }
  return Object.keys(values).length === 0 ? undefined : values;
}

function setField(profile: Profile, field: keyof Profile, value: string | undefined): void {
  if (field === "gender") profile.gender = value === "f" || value === "m" ? value : null;
  else profile[field] = value ?? null;
}

export const isRefused = (row: ReadRow | Refused): row is Refused => "flaws" in row;
