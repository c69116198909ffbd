import type { FieldShape } from "./field-shape.ts";

/** A value that the server keeps and never sends. */
export type Secret = { readonly isStored: boolean };

/** A field of a config. `path` is its place in the config, as the issues of the server name it. */
export type FieldProps<Kind extends FieldShape["kind"] = FieldShape["kind"]> = {
  readonly path: string;
  readonly name: string;
  readonly shape: Extract<FieldShape, { kind: Kind }>;
  readonly value: unknown;
  readonly isRequired: boolean;
  readonly secret?: Secret | undefined;
  /** Undefined leaves the field out. Changes in a row are undone together, those of a named part apart from others. */
  readonly onChange: (value: unknown, part?: string) => void;
};

export const asText = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const asTexts = (value: unknown): string[] => asList(value).map(asText);

export const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : {};

/** The record with a property changed, or without it. */
export function withProperty(value: unknown, name: string, next: unknown): Readonly<Record<string, unknown>> {
  const { [name]: _before, ...others } = asRecord(value);
  return next === undefined ? others : { ...others, [name]: next };
}
