import type { FieldRecord } from "../contacts/fields/queries.ts";
import type { ExportColumn } from "./columns.ts";
import type { ContactValues } from "./queries.ts";

/** Separates several values in one column. */
const separator = "|";

export type CellFormatter = (contact: ContactValues) => string;

/** One formatter per column, created once for all rows. */
export const cellFormatters = (fields: readonly ExportColumn[]): CellFormatter[] => fields.map(cellFormatter);

function cellFormatter({ field, source }: ExportColumn): CellFormatter {
  if (typeof source === "string") return (contact) => formatValue(contact[field]);
  return customFieldFormatter(source.custom);
}

/** Options are written by name, which people can read and an import accepts. */
function customFieldFormatter({ id, type, options }: FieldRecord): CellFormatter {
  if (type !== "select" && type !== "multiselect") return ({ customFields }) => formatValue(customFields[id]);
  const names = new Map<unknown, string>(options.map((option) => [option.id, option.name]));
  return ({ customFields }) => formatValue([customFields[id]].flat().flatMap((option) => names.get(option) ?? []));
}

function formatValue(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.join(separator);
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}
