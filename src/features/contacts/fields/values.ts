import { accepts } from "../../../kernel/accepts.ts";
import type { RejectionRule } from "../../../kernel/errors.ts";
import { isCalendarDay } from "../../../kernel/local-time.ts";

export const fieldTypes = ["text", "textarea", "number", "date", "bool", "select", "multiselect", "url"] as const;
export type FieldType = (typeof fieldTypes)[number];

export type FieldDefinition = { id: string; type: FieldType; options: readonly { id: string }[] };

const maxTextLength = 500;
const maxLongTextLength = 5000;
const maxAddressLength = 2000;

export type FieldValue = string | number | boolean | string[];

/** The value to store, or undefined if it does not fit the field. */
export function parseValue(field: FieldDefinition, value: unknown): FieldValue | undefined {
  switch (field.type) {
    case "text":
      return textUpTo(maxTextLength, value);
    case "textarea":
      return textUpTo(maxLongTextLength, value);
    case "number":
      return numberIn(value);
    case "date":
      return typeof value === "string" && isCalendarDay(value) ? value : undefined;
    case "bool":
      return typeof value === "boolean" ? value : undefined;
    case "select":
      return optionIn(field, value);
    case "multiselect":
      return optionsIn(field, value);
    case "url":
      return typeof value === "string" && value.length <= maxAddressLength && isWebAddress(value) ? value : undefined;
  }
}

/** What a field takes, for the refusal of a value. */
export function ruleOfValue({ type, options }: FieldDefinition): RejectionRule {
  switch (type) {
    case "text":
      return { type: "string", max: maxTextLength };
    case "textarea":
      return { type: "string", max: maxLongTextLength };
    case "number":
      return { type: "number" };
    case "date":
      return accepts.date;
    case "bool":
      return { type: "boolean", allowed: [true, false] };
    case "select":
      return { type: "string", allowed: options.map(({ id }) => id) };
    case "multiselect":
      return { type: "array", allowed: options.map(({ id }) => id) };
    case "url":
      return { ...accepts.webAddress, max: maxAddressLength };
  }
}

/** Trimmed, like text of the profile. */
function textUpTo(max: number, value: unknown): string | undefined {
  const text = typeof value === "string" ? value.trim() : undefined;
  return text !== undefined && text.length <= max ? text : undefined;
}

/** Decimal text is accepted too, because forms and CSV files contain only text. */
function numberIn(value: unknown): number | undefined {
  const number = typeof value === "string" && /^-?\d{1,15}(\.\d{1,10})?$/.test(value.trim()) ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

const optionIn = (field: Pick<FieldDefinition, "options">, value: unknown) =>
  field.options.find(({ id }) => id === value)?.id;

function optionsIn(field: FieldDefinition, value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const chosen = new Set(value.map((item: unknown) => optionIn(field, item)));
  if (chosen.has(undefined)) return undefined;
  return field.options.map(({ id }) => id).filter((id) => chosen.has(id));
}

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  return /^https?:$/.test(new URL(text).protocol);
}

/** Stored values without those of deleted fields and options, which contacts lose later, step by step. */
export function pickLiveValues(
  fields: readonly (Pick<FieldDefinition, "id" | "options"> & { type: string })[],
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = values[field.id];
      if (value === undefined) return [];
      if (field.type === "multiselect" && Array.isArray(value)) {
        return [[field.id, value.filter((option: unknown) => optionIn(field, option) !== undefined)]];
      }
      return field.type === "select" && optionIn(field, value) === undefined ? [] : [[field.id, value]];
    }),
  );
}
