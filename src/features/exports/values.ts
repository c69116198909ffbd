import type { FieldRecord } from "../contacts/fields/queries.ts";
import type { ExportField } from "./fields.ts";
import type { ContactValues } from "./queries.ts";

/** Between several values in one column. */
const separator = "|";

export type Writer = (contact: ContactValues) => string;

/** One function a column, made once for all rows. */
export const writersOf = (fields: readonly ExportField[]): Writer[] => fields.map(writerOf);

function writerOf({ field, source }: ExportField): Writer {
  if (typeof source === "string") return (contact) => written(contact[field]);
  return customWriter(source.custom);
}

/** Options go by their names: what a person reads, and what an import takes. */
function customWriter({ id, type, options }: FieldRecord): Writer {
  if (type !== "select" && type !== "multiselect") return ({ customFields }) => written(customFields[id]);
  const names = new Map<unknown, string>(options.map((option) => [option.id, option.name]));
  return ({ customFields }) => written([customFields[id]].flat().flatMap((option) => names.get(option) ?? []));
}

function written(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.join(separator);
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}
