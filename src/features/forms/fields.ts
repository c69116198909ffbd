import { isProfileField } from "../../kernel/contact-columns.ts";
import { validation } from "../../kernel/errors.ts";
import { isLine } from "../../kernel/schema.ts";
import { fieldTypes, type FormField } from "./shapes.ts";

const maxFields = 40;
const maxOptions = 200;
const keyForm = /^[A-Za-z][A-Za-z0-9_]{0,39}$/;
const customTarget = /^customFields\.([1-9][0-9]{0,15})$/;
/** The name of the answer to the sum. */
export const captchaField = "captcha";

export const defaultFields: FormField[] = [
  { key: "email", type: "email", label: "E-mail", required: true, target: "email" },
];

export const customFieldIdOf = (target: string | null): string | undefined => customTarget.exec(target ?? "")?.[1];

/** Parsed by hand, because refusals name `fields` or `fields.<i>.<property>`. */
export function parseFields(input: unknown, customFieldIds: ReadonlySet<string>): FormField[] {
  if (!Array.isArray(input) || input.length === 0 || input.length > maxFields) throw validation("fields");
  const fields = input.map((one: unknown, index) => parseField(one, index, customFieldIds));
  if (fields.filter(({ type }) => type === "email").length !== 1) throw validation("fields");
  rejectRepeated(fields, "key");
  rejectRepeated(fields, "target");
  return fields;
}

function rejectRepeated(fields: readonly FormField[], property: "key" | "target"): void {
  fields.forEach((field, index) => {
    const value = field[property];
    if (value !== null && fields.findIndex((one) => one[property] === value) < index)
      throw validation(`fields.${index}.${property}`);
  });
}

function parseField(input: unknown, index: number, customFieldIds: ReadonlySet<string>): FormField {
  if (typeof input !== "object" || input === null) throw validation(`fields.${index}`);
  const given: Readonly<Record<string, unknown>> = { ...input };
  const wrong = (property: string) => validation(`fields.${index}.${property}`);
  const { key } = given;
  if (typeof key !== "string" || !keyForm.test(key) || key === captchaField) throw wrong("key");
  const type = fieldTypes.find((one) => one === given["type"]);
  if (type === undefined) throw wrong("type");
  const required = given["required"] ?? type === "email";
  if (typeof required !== "boolean" || (type === "email" && !required)) throw wrong("required");
  const label = textOf(given["label"] ?? "");
  if (label === undefined || label.length > 500 || (label === "" && type !== "hidden")) throw wrong("label");
  const options = type === "select" ? parseOptions(given["options"]) : undefined;
  if (type === "select" && options === undefined) throw wrong("options");
  const value = textOf(given["value"] ?? "");
  if (value === undefined || value.length > 500) throw wrong("value");
  if (options !== undefined && value !== "" && !options.some((one) => one.value === value)) throw wrong("value");
  const target = given["target"] ?? (type === "email" ? "email" : null);
  if (target !== null && typeof target !== "string") throw wrong("target");
  if (!isTarget(type, target, customFieldIds)) throw wrong("target");
  return {
    key,
    type,
    label,
    required,
    ...(options === undefined ? {} : { options }),
    ...(value === "" ? {} : { value }),
    target,
  };
}

function isTarget(type: FormField["type"], target: string | null, customFieldIds: ReadonlySet<string>): boolean {
  if (type === "email") return target === "email";
  if (target === null || isProfileField(target)) return true;
  const id = customFieldIdOf(target);
  return id !== undefined && customFieldIds.has(id);
}

/** A line of text, trimmed; undefined for anything else. */
const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && isLine(value) ? value.trim() : undefined;

function parseOptions(input: unknown): { value: string; label: string }[] | undefined {
  if (!Array.isArray(input) || input.length === 0 || input.length > maxOptions) return undefined;
  const options = input.map((one: unknown) => {
    const given: Readonly<Record<string, unknown>> = typeof one === "string" ? { value: one } : { ...Object(one) };
    const value = textOf(given["value"]);
    return { value, label: textOf(given["label"] ?? value) };
  });
  const complete = options.flatMap(({ value, label }) =>
    value === undefined || value === "" || value.length > 500 || label === undefined || label.length > 500
      ? []
      : [{ value, label: label === "" ? value : label }],
  );
  const isUnique = new Set(complete.map(({ value }) => value)).size === input.length;
  return isUnique ? complete : undefined;
}
