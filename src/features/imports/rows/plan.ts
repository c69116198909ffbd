import { validation } from "../../../kernel/errors.ts";
import type { FieldRecord } from "../../contacts/fields/queries.ts";
import type { FieldValue } from "../../contacts/fields/values.ts";
import { profileFields, type ProfileField } from "../../contacts/profile.ts";
import type { ImportOptions, Kind, Mapping, Mode } from "../shapes.ts";
import { isShoptet } from "../mapping/shoptet.ts";
import { customReader, profileReader, type Reader } from "./values.ts";

export type ProfileColumn = { readonly index: number; readonly field: ProfileField; readonly read: Reader<string> };
export type CustomColumn = { readonly index: number; readonly id: string; readonly read: Reader<FieldValue> };

/** What to take from which column. */
export type RowPlan = {
  readonly columns: readonly string[];
  readonly email: number;
  readonly profile: readonly ProfileColumn[];
  readonly custom: readonly CustomColumn[];
  readonly fullName: number | undefined;
  readonly tags: number | undefined;
  readonly consent: number | undefined;
  /** Whether a row consents when no column says so. */
  readonly consents: boolean;
};

export type Planned = {
  readonly columns: readonly string[];
  readonly mapping: Mapping;
  readonly fields: readonly FieldRecord[];
  readonly options: ImportOptions;
  readonly kind: Kind;
  readonly mode: Mode;
};

/** A mapping that does not fit the file or the company is refused by the entry that is wrong. */
export function planRows({ columns, mapping, fields, options, kind, mode }: Planned): RowPlan {
  const indexes = new Map<string, number>();
  mapping.forEach(({ column, target }, position) => {
    const index = indexOf(columns, column);
    if (index === undefined) throw validation(`mapping.${position}.column`);
    if (target === "ignore") return;
    if (!isTarget(target, fields, kind) || indexes.has(target)) throw validation(`mapping.${position}.target`);
    indexes.set(target, index);
  });
  const email = indexes.get("email");
  if (email === undefined) throw validation("mapping");
  const addressOnly = mode !== "upsert" && mode !== "update_only";
  const chosen = addressOnly ? new Map<string, number>() : indexes;
  const { dateFormat } = options;
  return {
    columns,
    email,
    profile: profileFields.flatMap((field) => {
      const index = chosen.get(field);
      return index === undefined ? [] : [{ index, field, read: profileReader(field, dateFormat) }];
    }),
    custom: fields.flatMap((field) => {
      const index = chosen.get(`customFields.${field.id}`);
      return index === undefined ? [] : [{ index, id: field.id, read: customReader(field, dateFormat) }];
    }),
    fullName: chosen.get("fullName"),
    tags: chosen.get("tags"),
    consent: chosen.get("consent"),
    // Customers of a shop did not ask for a newsletter by buying.
    consents: kind !== "shoptet_customers",
  };
}

/** By its name; without one, or when no column is called so, by its number. */
function indexOf(columns: readonly string[], column: string): number | undefined {
  const named = columns.indexOf(column.trim());
  if (named >= 0) return named;
  const number = /^[1-9]\d{0,3}$/.test(column) ? Number(column) : undefined;
  return number === undefined || number > columns.length ? undefined : number - 1;
}

function isTarget(target: string, fields: readonly FieldRecord[], kind: Kind): boolean {
  if (target === "email" || target === "tags") return true;
  if (target === "fullName" || target === "consent") return isShoptet(kind);
  if (target.startsWith("customFields.")) return fields.some(({ id }) => `customFields.${id}` === target);
  return profileFields.some((field) => field === target);
}
