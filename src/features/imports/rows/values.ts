import { fold } from "../../../kernel/text.ts";
import type { FieldRecord } from "../../contacts/fields/queries.ts";
import { parseValue, type FieldValue } from "../../contacts/fields/values.ts";
import { profileProperties, type ProfileField } from "../../contacts/profile.ts";
import type { DateFormat } from "../shapes.ts";
import { dayIn, monthDayIn } from "./dates.ts";
import { countryIn, flagIn, genderIn, languageIn } from "./words.ts";

/** Why a value cannot be taken. */
export class Unfit extends Error {
  readonly code: "invalid" | "too_long";

  constructor(code: "invalid" | "too_long") {
    super(code);
    this.code = code;
  }
}

const fitting = <Value>(value: Value | undefined): Value => {
  if (value === undefined) throw new Unfit("invalid");
  return value;
};

export type Reader<Value> = (text: string) => Value;

// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u001f\u007f]+/g;
// oxlint-disable-next-line no-control-regex
const hasControls = /[\u0000-\u001f\u007f]/;

const lineUpTo =
  (max: number): Reader<string> =>
  (text) => {
    const line = hasControls.test(text) ? text.replace(controls, " ").trim() : text;
    if (line.length > max) throw new Unfit("too_long");
    return line;
  };

const textUpTo =
  (max: number): Reader<string> =>
  (text) => {
    if (text.length > max) throw new Unfit("too_long");
    return text;
  };

const limitOf = (field: ProfileField): number => {
  const schema: object = profileProperties[field];
  if (!("maxLength" in schema) || typeof schema.maxLength !== "number")
    throw new Error(`the field ${field} has no limit`);
  return schema.maxLength;
};

/** Turns a trimmed, non-empty cell into what the profile holds. */
export function profileReader(field: ProfileField, format: DateFormat | undefined): Reader<string> {
  switch (field) {
    case "gender":
      return (text) => fitting(genderIn(text));
    case "language":
      return (text) => fitting(languageIn(text));
    case "country":
      return (text) => fitting(countryIn(text));
    case "birthday":
      return (text) => fitting(dayIn(text, format));
    case "nameDay":
      return (text) => fitting(monthDayIn(text, format));
    case "note":
      return textUpTo(limitOf(field));
    default:
      return lineUpTo(limitOf(field));
  }
}

/** The same for a custom field; a choice may be named by its id or by its name. */
export function customReader(field: FieldRecord, format: DateFormat | undefined): Reader<FieldValue> {
  const options = new Map(field.options.flatMap(({ id, name }) => [[fold(name), id] as const, [id, id] as const]));
  const optionIn = (text: string) => options.get(fold(text.trim()));
  const valueOf = (text: string): unknown => {
    switch (field.type) {
      case "bool":
        return flagIn(text);
      case "number":
        return plainNumber(text);
      case "date":
        return dayIn(text, format);
      case "select":
        return optionIn(text);
      case "multiselect":
        return text
          .split(/[,;|]/)
          .filter((part) => part.trim() !== "")
          .map(optionIn);
      default:
        return text;
    }
  };
  return (text) => fitting(parseValue(field, valueOf(text)));
}

/** 1 234,50 → 1234.50 */
function plainNumber(text: string): string {
  const compact = text.replace(/[\s\u00a0]/g, "");
  return /^-?\d+,\d+$/.test(compact) ? compact.replace(",", ".") : compact;
}

export const tagsIn: Reader<string[]> = (text) => {
  const names = text
    .split(/[,;|]/)
    .map((name) => name.replace(controls, " ").trim())
    .filter((name) => name !== "");
  if (names.some((name) => name.length > 200)) throw new Unfit("too_long");
  return [...new Map(names.map((name) => [name.toLowerCase(), name])).values()];
};

/** The last word is the family name. */
export function splitName(text: string): { firstName: string; lastName: string } {
  const words = text.trim().split(/\s+/);
  const lastName = words.at(-1) ?? "";
  return { firstName: words.slice(0, -1).join(" "), lastName };
}
