import type { FormContent } from "../use-form-draft.ts";

export type FormField = FormContent["fields"][number];
export type FieldType = FormField["type"];

/** Everything but the address, which every form has once. */
export const addedTypes = [
  "text",
  "textarea",
  "select",
  "checkbox",
  "date",
  "phone",
  "hidden",
] as const satisfies FieldType[];

/** The first free key: text, text2 … */
export function freeKey(fields: readonly FormField[], wanted: string): string {
  const taken = new Set(fields.map(({ key }) => key));
  const numbered = (number: number): string => (number === 1 ? wanted : `${wanted}${number}`);
  let number = 1;
  while (taken.has(numbered(number))) number += 1;
  return numbered(number);
}

type Words = { readonly label: string; readonly option: (number: number) => string };

export function newField(fields: readonly FormField[], type: FieldType, words: Words): FormField {
  const options = [1, 2].map((number) => ({ value: words.option(number), label: words.option(number) }));
  return {
    key: freeKey(fields, type),
    type,
    label: words.label,
    required: false,
    ...(type === "select" ? { options } : {}),
    target: null,
  };
}

export function moved(fields: readonly FormField[], from: number, to: number): FormField[] {
  const field = fields[from];
  if (field === undefined || to < 0 || to >= fields.length) return [...fields];
  return fields.toSpliced(from, 1).toSpliced(to, 0, field);
}

/** Sets the options and removes a prefill that is none of them. */
export function withOptions(field: FormField, options: NonNullable<FormField["options"]>): FormField {
  const { value, ...rest } = field;
  const isKnown = options.some((option) => option.value === value);
  return { ...rest, options, ...(value !== undefined && isKnown ? { value } : {}) };
}

/** The field that the server refused: `fields.2.label` is that of the third one. */
export function refusedField(word: string): { index: number; property: string } | undefined {
  const [, index, property = ""] = /^fields\.(\d+)\.?(\w*)/.exec(word) ?? [];
  return index === undefined ? undefined : { index: Number(index), property };
}
