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

/** With the address, where it is one. */
export type Refused = { readonly column: string; readonly code: string; readonly email: string | undefined };

/** A row as it can be stored, or the first thing that is wrong with it. */
export function readRow(plan: RowPlan, cells: Row): ReadRow | Refused {
  const text = (cells[plan.email] ?? "").trim();
  const email = normalizeEmail(text);
  const refuse = (index: number, code: string): Refused => ({
    column: plan.columns[index] ?? String(index + 1),
    code,
    email,
  });
  if (cells.brokenAt !== undefined) return refuse(cells.brokenAt, "quotes");
  if (text === "") return refuse(plan.email, "required");
  if (email === undefined) return refuse(plan.email, "invalid");
  let at = plan.email;
  const read = <Value>(index: number, reader: Reader<Value>): Value | undefined => {
    const value = (cells[index] ?? "").trim();
    if (value === "") return undefined;
    at = index;
    return reader(value);
  };
  try {
    const profile = { ...emptyProfile };
    for (const { index, field, read: reader } of plan.profile) setField(profile, field, read(index, reader));
    if (plan.fullName !== undefined) {
      const name = read(plan.fullName, splitName);
      profile.firstName ??= cutTo(100, name?.firstName ?? "") || null;
      profile.lastName ??= cutTo(100, name?.lastName ?? "") || null;
    }
    return {
      email,
      profile,
      customFields: plan.custom.length === 0 ? undefined : customIn(plan, read),
      tags: plan.tags === undefined ? undefined : read(plan.tags.index, plan.tags.read),
      consents: plan.consent === undefined ? plan.consents : read(plan.consent, flagIn) === true,
    };
  } catch (error) {
    if (error instanceof Unfit) return refuse(at, error.code);
    throw error;
  }
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

export const isRefused = (row: ReadRow | Refused): row is Refused => "code" in row;
