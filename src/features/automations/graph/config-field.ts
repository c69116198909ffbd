import { Type, type TSchema } from "typebox";
import { Value } from "typebox/value";
import { Id } from "../../../kernel/schema.ts";
import { rulesAt } from "../../../kernel/schema-rules.ts";
import { parseTimeSpec, TimeSpec, type TimeKind } from "../time/spec.ts";

/** Kinds of objects that a node may name; `references.ts` has a resolver for each. */
export const referenceKinds = [
  "list",
  "segment",
  "template",
  "sender",
  "campaign",
  "automation",
  "survey",
  "form",
  "coupon_stack",
  "member",
  "custom_field",
] as const;
export type ReferenceKind = (typeof referenceKinds)[number];

/** An object that a config names; `field` is its path in the config. */
export type ConfigReference = {
  readonly kind: ReferenceKind;
  readonly id: string;
  readonly field: string;
  /** The custom field has to be a date. */
  readonly isDate?: boolean;
};

export type ConfigProblem = {
  readonly field: string;
  readonly code: "config" | "time" | "missing";
  readonly params?: Readonly<Record<string, unknown>>;
};

export type FieldReading = {
  readonly value?: unknown;
  readonly problems?: readonly ConfigProblem[];
  readonly references?: readonly ConfigReference[];
};

/** One property of a node's config. `read` gets a value that is present. */
export type ConfigField = {
  readonly schema: TSchema;
  /** A node without a value is incomplete. */
  readonly isRequired: boolean;
  /** Null is a value, not the absence of one. */
  readonly isNullable?: boolean;
  readonly read: (name: string, value: unknown) => FieldReading;
};

type ReferencesOf = (value: unknown, name: string) => readonly ConfigReference[];

/** A value that its schema describes completely. */
export const defineField = (schema: TSchema, referencesOf: ReferencesOf = () => []): ConfigField => ({
  schema,
  isRequired: true,
  read: (name, input) => {
    const value = Value.Clean(schema, structuredClone(input));
    const paths = new Set(Value.Errors(schema, value).map(({ instancePath }) => instancePath));
    if (paths.size > 0) return { problems: [...paths].map((path) => problemAt(schema, name, path)) };
    return { value, references: referencesOf(value, name) };
  },
});

function problemAt(schema: TSchema, name: string, pointer: string): ConfigProblem {
  const path = pointer.split("/").slice(1);
  return { field: [name, ...path].join("."), code: "config", params: rulesAt(schema, path) };
}

export const optional = (field: ConfigField): ConfigField => ({ ...field, isRequired: false });

/** Adds a further check of a value that its schema accepts. */
export const checked = (
  field: ConfigField,
  findProblems: (value: unknown, name: string) => readonly ConfigProblem[],
): ConfigField => ({
  ...field,
  read: (name, input) => {
    const reading = field.read(name, input);
    if (reading.problems !== undefined) return reading;
    const problems = findProblems(reading.value, name);
    return problems.length === 0 ? reading : { problems };
  },
});

export const defineId = (kind: ReferenceKind): ConfigField =>
  defineField(Id, (value, field) => [{ kind, id: String(value), field }]);

export const defineIds = (kind: ReferenceKind, maxItems: number): ConfigField =>
  defineField(Type.Array(Id, { minItems: 1, maxItems }), (value, name) =>
    asList(value).map((id, index) => ({ kind, id: String(id), field: `${name}.${index}` })),
  );

export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const customFieldPrefix = "customFields.";

/** The custom field that a field name such as `customFields.7` refers to. */
export const customFieldIdOf = (field: unknown): string | undefined =>
  typeof field === "string" && field.startsWith(customFieldPrefix) ? field.slice(customFieldPrefix.length) : undefined;

export const dateFieldReference = (value: unknown, field: string): ConfigReference[] => {
  const id = customFieldIdOf(value);
  return id === undefined ? [] : [{ kind: "custom_field", id, field, isDate: true }];
};

/** A TimeSpec of some of the kinds; what is wrong with it has the code `time`. */
export const defineTime = (schema: TSchema = TimeSpec, kinds?: readonly TimeKind[]): ConfigField => ({
  schema,
  isRequired: true,
  read: (name, input) => {
    const parsed = parseTimeSpec(input, kinds);
    if ("problems" in parsed) {
      const problems = parsed.problems.map(({ field, params }) => ({
        field: `${name}.${field}`,
        code: "time" as const,
        params,
      }));
      return { problems };
    }
    const { spec } = parsed;
    const references = spec.kind === "field" ? dateFieldReference(spec.field, `${name}.field`) : [];
    return { value: spec, references };
  },
});

/** A value that another parser reads: it returns the value, or throws an error that `problemOfError` recognizes. */
export const parsedBy = (
  schema: TSchema,
  parse: (value: unknown) => unknown,
  problemOfError: (error: unknown, name: string) => Omit<ConfigProblem, "code"> | undefined,
): ConfigField => ({
  schema,
  isRequired: true,
  read: (name, input) => {
    try {
      return { value: parse(input) };
    } catch (error) {
      const problem = problemOfError(error, name);
      if (problem === undefined) throw error;
      return { problems: [{ ...problem, code: "config" }] };
    }
  },
});
