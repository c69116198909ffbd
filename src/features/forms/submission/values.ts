import { isProfileField, type Profile, type ProfileField } from "../../../kernel/contact-columns.ts";
import { normalizeEmail } from "../../../kernel/email.ts";
import { isCalendarDay } from "../../../kernel/local-time.ts";
import type { FieldRecord } from "../../contacts/fields/queries.ts";
import type { FieldValue } from "../../contacts/fields/values.ts";
import { customFieldParser, InvalidCell, profileFieldParser } from "../../imports/rows/cell-parsers.ts";
import { customFieldIdOf } from "../fields.ts";
import type { FieldProblem } from "../public/texts/form-texts.ts";
import type { FormField } from "../shapes.ts";

/** All values of a field by its name, without control characters. */
export type SubmittedValues = (name: string) => readonly string[];

export type ParsedValues = {
  /** By the key of the field, also where the value is wrong. */
  readonly typed: Map<string, string>;
  readonly problems: Map<string, FieldProblem>;
  readonly email: string | undefined;
  readonly profile: Partial<Profile>;
  readonly customFields: Record<string, FieldValue>;
};

const maxLength = { textarea: 5000, other: 500 };
const phoneForm = /^\+?[\d\s()./-]{5,30}$/;
const uncheckedWords = new Set(["", "false", "0", "off"]);

/** Common top-level domains: a name may contain a full stop. */
const webAddress =
  /https?:|www\.|:\/\/|[\p{L}\p{N}-]\.(?:[a-z]{2,24}\/|(?:com|net|org|info|biz|io|ru|cn|cz|sk|eu|de|pl|uk|us|xyz|top|online|site|shop|store|club|link|click|app|dev|me|tk|ly|gl|gg)(?![\p{L}\p{N}]))/iu;

export function parseValues(
  fields: readonly FormField[],
  values: SubmittedValues,
  customFields: readonly FieldRecord[],
): ParsedValues {
  const parsed: ParsedValues = {
    typed: new Map(),
    problems: new Map(),
    email: normalizeEmail(typedText(fields, values)),
    profile: {},
    customFields: {},
  };
  for (const field of fields) {
    const text = formatValue(field, values);
    parsed.typed.set(field.key, text);
    const problem =
      findProblem(field, text) ?? (text === "" ? undefined : writeTarget(parsed, field, text, customFields));
    if (problem !== undefined) parsed.problems.set(field.key, problem);
  }
  return parsed;
}

const typedText = (fields: readonly FormField[], values: SubmittedValues): string => {
  const field = fields.find(({ type }) => type === "email");
  return field === undefined ? "" : formatValue(field, values);
};

/** The fixed text of a hidden field is the owner's, whatever was sent. */
function formatValue({ key, type, value }: FormField, values: SubmittedValues): string {
  if (type === "hidden" && value !== undefined) return value;
  const text = (values(key)[0] ?? "").trim();
  if (type === "checkbox") return uncheckedWords.has(text.toLowerCase()) ? "" : (value ?? "true");
  return type === "textarea" ? text : text.replaceAll(/\s+/g, " ");
}

function findProblem({ type, required, options = [] }: FormField, text: string): FieldProblem | undefined {
  if (text === "") return required && type !== "hidden" ? "required" : undefined;
  if (text.length > (type === "textarea" ? maxLength.textarea : maxLength.other)) return "too_long";
  switch (type) {
    case "email":
      return normalizeEmail(text) === undefined ? "email" : undefined;
    case "select":
      return options.some(({ value }) => value === text) ? undefined : "choice";
    case "date":
      return isCalendarDay(text) ? undefined : "date";
    case "phone":
      return phoneForm.test(text) ? undefined : "phone";
    default:
      return undefined;
  }
}

/** Converts the text as an import does. A target that was deleted keeps the value in the history only. */
function writeTarget(
  parsed: ParsedValues,
  { target }: FormField,
  text: string,
  customFields: readonly FieldRecord[],
): FieldProblem | undefined {
  if (target === null || target === "email") return undefined;
  try {
    if (isProfileField(target)) {
      if ((target === "firstName" || target === "lastName") && webAddress.test(text)) return "link";
      setField(parsed.profile, target, profileFieldParser(target, undefined)(text));
      return undefined;
    }
    const field = customFields.find(({ id }) => id === customFieldIdOf(target));
    if (field !== undefined) parsed.customFields[field.id] = customFieldParser(field, undefined)(text);
    return undefined;
  } catch (error) {
    if (!(error instanceof InvalidCell)) throw error;
    return error.code === "too_long" ? "too_long" : "invalid";
  }
}

function setField(profile: Partial<Profile>, field: ProfileField, value: string): void {
  if (field === "gender") profile.gender = value === "f" ? "f" : "m";
  else profile[field] = value;
}
