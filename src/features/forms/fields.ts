import { accepts } from "../../kernel/accepts.ts";
import { isProfileField } from "../../kernel/contact-columns.ts";
import { validation, type ErrorParams, toRule } from "../../kernel/errors.ts";
import { isLine } from "../../kernel/schema.ts";
import { rulesAt } from "../../kernel/schema-rules.ts";
import { fieldTypes, FormField } from "./shapes.ts";

const maxFields = 40;
const maxOptions = 200;
const maxText = 500;
const keyForm = /^[A-Za-z][A-Za-z0-9_]{0,39}$/;
const customTarget = /^customFields\.([1-9][0-9]{0,15})$/;
/** The name of the answer to the sum. */
export const captchaField = "captcha";

export const defaultFields: FormField[] = [
  { key: "email", type: "email", label: "E-mail", required: true, target: "email" },
];

export const customFieldIdOf = (target: string | null): string | undefined => customTarget.exec(target ?? "")?.[1];

/** Parsed by hand, because rejections name `fields` or `fields.<i>.<property>` and defaults depend on the type. */
export function parseFields(input: unknown, customFieldIds: ReadonlySet<string>): FormField[] {
  if (!Array.isArray(input) || input.length === 0 || input.length > maxFields) {
    throw validation("fields", { type: "array", min: 1, max: maxFields });
  }
  const fields = input.map((field: unknown, index) => parseField(field, index, customFieldIds));
  if (fields.filter(({ type }) => type === "email").length !== 1) throw validation("fields", accepts.oneEmailField);
  rejectRepeated(fields, "key");
  rejectRepeated(fields, "target");
  return fields;
}

function rejectRepeated(fields: readonly FormField[], property: "key" | "target"): void {
  fields.forEach((field, index) => {
    const value = field[property];
    if (value !== null && fields.findIndex((other) => other[property] === value) < index)
      throw validation(`fields.${index}.${property}`, { unique: true });
  });
}

/** What is given of a field is read property by property, in this order: the first wrong one is named. */
function parseField(input: unknown, index: number, customFieldIds: ReadonlySet<string>): FormField {
  if (typeof input !== "object" || input === null) throw validation(`fields.${index}`, { type: "object" });
  const given: Readonly<Record<string, unknown>> = { ...input };
  const wrong = (property: string, allowed: ErrorParams) =>
    validation(`fields.${index}.${property}`, toRule({ ...rulesAt(FormField, [property]), ...allowed }));
  const required = <Value>(property: string, value: Value | undefined, allowed: ErrorParams = {}): Value => {
    if (value === undefined) throw wrong(property, allowed);
    return value;
  };
  const key = required("key", parseKey(given["key"]));
  const type = required(
    "type",
    fieldTypes.find((name) => name === given["type"]),
  );
  const isRequired = required("required", parseRequired(given["required"], type));
  const label = required("label", parseLabel(given["label"], type), { max: maxText });
  const options = type === "select" ? required("options", parseOptions(given["options"])) : undefined;
  const value = required("value", parseText(given["value"] ?? ""), { max: maxText });
  const values = options?.map((option) => option.value);
  if (values !== undefined && value !== "" && !values.includes(value)) throw wrong("value", { allowed: values });
  const target = required("target", parseTarget(given["target"], type, customFieldIds));
  return {
    key,
    type,
    label,
    required: isRequired,
    ...(options === undefined ? {} : { options }),
    ...(value === "" ? {} : { value }),
    target,
  };
}

// Each parser returns undefined for a value that is not accepted.

type FieldType = FormField["type"];

const parseKey = (value: unknown): string | undefined =>
  typeof value === "string" && keyForm.test(value) && value !== captchaField ? value : undefined;

/** The address is always required. */
function parseRequired(value: unknown, type: FieldType): boolean | undefined {
  const isRequired = value ?? type === "email";
  return typeof isRequired === "boolean" && (isRequired || type !== "email") ? isRequired : undefined;
}

/** Only a hidden field needs no label. */
function parseLabel(value: unknown, type: FieldType): string | undefined {
  const label = parseText(value ?? "");
  return label === "" && type !== "hidden" ? undefined : label;
}

function parseTarget(value: unknown, type: FieldType, customFieldIds: ReadonlySet<string>): string | null | undefined {
  const target = value ?? (type === "email" ? "email" : null);
  const isText = target === null || typeof target === "string";
  return isText && isTarget(type, target, customFieldIds) ? target : undefined;
}

function isTarget(type: FieldType, target: string | null, customFieldIds: ReadonlySet<string>): boolean {
  if (type === "email") return target === "email";
  if (target === null || isProfileField(target)) return true;
  const id = customFieldIdOf(target);
  return id !== undefined && customFieldIds.has(id);
}

/** A line of text, trimmed. */
const parseText = (value: unknown): string | undefined => {
  const text = typeof value === "string" && isLine(value) ? value.trim() : undefined;
  return text === undefined || text.length > maxText ? undefined : text;
};

type Option = { readonly value: string; readonly label: string };

function parseOptions(input: unknown): Option[] | undefined {
  if (!Array.isArray(input) || input.length === 0 || input.length > maxOptions) return undefined;
  const options = input.flatMap((option: unknown) => parseOption(option) ?? []);
  const isUnique = new Set(options.map(({ value }) => value)).size === input.length;
  return isUnique ? options : undefined;
}

/** Its value alone, or with a label. */
function parseOption(input: unknown): Option | undefined {
  const given: Readonly<Record<string, unknown>> = typeof input === "string" ? { value: input } : { ...Object(input) };
  const value = parseText(given["value"]);
  const label = parseText(given["label"] ?? value);
  if (value === undefined || value === "" || label === undefined) return undefined;
  return { value, label: label === "" ? value : label };
}
