import { normalizeEmail } from "../../../kernel/email.ts";
import type { FieldRecord } from "../../contacts/fields/queries.ts";
import type { ColumnMapping } from "../shapes.ts";
import { isSameHeader, targetForHeader } from "./column-synonyms.ts";

type SampledTable = { readonly columns: readonly string[]; readonly samples: readonly (readonly string[])[] };

/**
 * Proposes a target for every column by its name, each target once. A column of e-mail addresses is recognized by its
 * values.
 */
export function proposeMapping(table: SampledTable, fields: readonly FieldRecord[]): ColumnMapping {
  const taken = new Set<string>();
  const claim = (target: string | undefined) => {
    if (target === undefined || taken.has(target)) return "ignore";
    taken.add(target);
    return target;
  };
  const named = table.columns.map((column) => ({ column, target: claim(proposeTarget(column, fields)) }));
  if (taken.has("email")) return named;
  const addresses = table.columns.findIndex((_column, index) => holdsAddresses(table.samples, index));
  return named.map((entry, index) => (index === addresses ? { ...entry, target: "email" } : entry));
}

/** Custom fields take precedence over synonyms. */
function proposeTarget(column: string, fields: readonly FieldRecord[]): string | undefined {
  const field = fields.find(({ name }) => isSameHeader(name, column));
  return field === undefined ? targetForHeader(column) : `customFields.${field.id}`;
}

function holdsAddresses(samples: SampledTable["samples"], index: number): boolean {
  const values = samples.map((cells) => cells[index] ?? "").filter((value) => value.trim() !== "");
  return values.length > 0 && values.every((value) => normalizeEmail(value) !== undefined);
}
