import { fold } from "../../../kernel/text.ts";
import type { FieldRecord } from "../../contacts/fields/queries.ts";
import { parseValue, type FieldValue } from "../../contacts/fields/values.ts";
import { contactColumns, type ProfileField } from "../../../kernel/contact-columns.ts";
import { profileProperties } from "../../contacts/profile.ts";
import type { DateFormat } from "../shapes.ts";
import { parseDay, parseMonthDay } from "./dates.ts";
import { parseCountry, parseFlag, parseGender, parseLanguage } from "./value-synonyms.ts";

/** Why a value is invalid. */
export class InvalidCell extends Error {
  readonly code: "invalid" | "too_long" | "encoding";

  constructor(code: InvalidCell["code"]) {
    super(code);
    this.code = code;
  }
}

const requireParsed = <Value>(value: Value | undefined): Value => {
  if (value === undefined) throw new InvalidCell("invalid");
  return value;
};

export type CellParser<Value> = (text: string) => Value;

// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u001f\u007f]+/g;
// oxlint-disable-next-line no-control-regex
const hasControls = /[\u0000-\u001f\u007f]/;

const singleLineParser =
  (max: number): CellParser<string> =>
  (text) => {
    const line = hasControls.test(text) ? text.replace(controls, " ").trim() : text;
    if (line.length > max) throw new InvalidCell("too_long");
    return line;
  };

const textParser =
  (max: number): CellParser<string> =>
  (text) => {
    if (text.length > max) throw new InvalidCell("too_long");
    return text;
  };

const maxLengthOf = (field: ProfileField): number => {
  const schema: object = profileProperties[field];
  if (!("maxLength" in schema) || typeof schema.maxLength !== "number")
    throw new Error(`the field ${field} has no limit`);
  return schema.maxLength;
};

/** Converts a trimmed, non-empty cell to the value of a profile field. */
export function profileFieldParser(field: ProfileField, format: DateFormat | undefined): CellParser<string> {
  switch (contactColumns[field].kind) {
    case "gender":
      return (text) => requireParsed(parseGender(text));
    case "language":
      return (text) => requireParsed(parseLanguage(text));
    case "country":
      return (text) => requireParsed(parseCountry(text));
    case "day":
      return (text) => requireParsed(parseDay(text, format));
    case "month_day":
      return (text) => requireParsed(parseMonthDay(text, format));
    case "text":
      return textParser(maxLengthOf(field));
    case "line":
      return singleLineParser(maxLengthOf(field));
  }
}

/** The same for a custom field. */
export function customFieldParser(field: FieldRecord, format: DateFormat | undefined): CellParser<FieldValue> {
  const optionIn = optionFinder(field.options);
  const isOption = (text: string) => optionIn(text) !== undefined;
  const parseCell = (text: string): unknown => {
    switch (field.type) {
      case "bool":
        return parseFlag(text);
      case "number":
        return normalizeNumber(text);
      case "date":
        return parseDay(text, format);
      case "select":
        return optionIn(text);
      case "multiselect":
        return splitValues(text, isOption).map(optionIn);
      default:
        return text;
    }
  };
  return (text) => requireParsed(parseValue(field, parseCell(text)));
}

/** An option is found by its exact name, by its name without case and diacritics if that is unique, or by its id. */
function optionFinder(options: FieldRecord["options"]): (text: string) => string | undefined {
  const byName = new Map(options.map(({ id, name }) => [name, id]));
  const byFoldedName = new Map<string, string | undefined>();
  for (const { id, name } of options) byFoldedName.set(fold(name), byFoldedName.has(fold(name)) ? undefined : id);
  const ids = new Set(options.map(({ id }) => id));
  return (text) => {
    const word = text.trim();
    return byName.get(word) ?? byFoldedName.get(fold(word)) ?? (ids.has(word) ? word : undefined);
  };
}

/**
 * Splits several values in one cell. Exports separate them with a bar, other files with various separators; a known
 * value that contains a separator is not split.
 */
function splitValues(text: string, isKnown: (part: string) => boolean): string[] {
  if (isKnown(text)) return [text];
  const hasBar = text.includes("|");
  const parts = text.split(hasBar ? "|" : /[,;]/);
  return (hasBar ? rejoinKnownValues(parts, isKnown) : parts).filter((part) => part.trim() !== "");
}

/** A name may contain bars. */
const maxRejoinedParts = 5;

function rejoinKnownValues(parts: readonly string[], isKnown: (part: string) => boolean): string[] {
  const found: string[] = [];
  let at = 0;
  while (at < parts.length) {
    let end = parts[at] === "" ? at + 1 : Math.min(at + maxRejoinedParts, parts.length);
    while (end > at + 1 && !isKnown(parts.slice(at, end).join("|"))) end -= 1;
    found.push(parts.slice(at, end).join("|"));
    at = end;
  }
  return found;
}

/** Numbers written by exports are taken unchanged, with exponents and all digits; otherwise 1 234,50 → 1234.50 */
function normalizeNumber(text: string): number | string {
  if (String(Number(text)) === text) return Number(text);
  const compact = text.replace(/[\s\u00a0]/g, "");
  return /^-?\d+,\d+$/.test(compact) ? compact.replace(",", ".") : compact;
}

/** `known` holds the names of the company's labels in lower case. */
export const tagsParser =
  (known: ReadonlySet<string>): CellParser<string[]> =>
  (text) => {
    const names = splitValues(text, (part) => known.has(part.trim().toLowerCase()))
      .map((name) => name.replace(controls, " ").trim())
      .filter((name) => name !== "");
    if (names.some((name) => name.length > 200)) throw new InvalidCell("too_long");
    return [...new Set(names)];
  };

/** The last word is the family name. */
export function splitName(text: string): { firstName: string; lastName: string } {
  const words = text.trim().split(/\s+/);
  const lastName = words.at(-1) ?? "";
  return { firstName: words.slice(0, -1).join(" "), lastName };
}
