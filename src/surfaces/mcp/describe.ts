import { validation } from "../../kernel/errors.ts";
import type { Operation } from "../../registry/registry.ts";
import { buildInputSchema, isJson, published, type Json } from "./arguments.ts";
import { toEntry, type CompanyBinding } from "./catalog.ts";
import { exampleArguments } from "./examples.ts";
import { freeName, typeNotation } from "./type-notation.ts";

/** Less than 3 000 tokens: long descriptions have 3.56 to 4.2 bytes a token in the vocabulary o200k. */
const maxDescriptionBytes = 10_600;

/** Types that are described with the operation that only checks them. */
const describedElsewhere = { SegmentDefinition: "any // see api_describe of previewSegment" };

/** For examples that do not fit, the operation whose description has the same one. */
const exampleElsewhere: Readonly<Record<string, string>> = {
  createAutomation: "see api_describe of saveAutomationGraph",
};

type Part = "input" | "output";

const isPart = (part: unknown): part is Part => part === "input" || part === "output";

export function describeOperation(binding: Pick<CompanyBinding, "operation">, part: unknown = "input"): Json {
  if (!isPart(part)) throw validation("part", { allowed: ["input", "output"] });
  return part === "output" ? describeOutput(binding) : describeInput(binding);
}

/**
 * What an assistant needs to call the operation. Of a long description the answer is left out first; then nested arguments
 * are written as types, each once; then types, and at last the example, that another operation has are only named.
 */
function describeInput({ operation }: Pick<CompanyBinding, "operation">): Json {
  const input = buildInputSchema(operation);
  const head = { ...toEntry(operation), group: operation.tag, module: operation.module };
  const example = exampleArguments[operation.name];
  const { errors } = operation;
  const rest = example === undefined ? { errors } : { errors, example };
  return firstFitting(operation.name, [
    () => ({ ...head, input, output: findOutput(operation), ...rest }),
    () => ({ ...head, input, ...rest, leftOut: ["output"] }),
    () => ({ ...head, ...withTypes(input, {}), ...rest, leftOut: ["output"] }),
    () => ({ ...head, ...withTypes(input, describedElsewhere), ...rest, leftOut: ["output"] }),
    () => ({
      ...head,
      ...withTypes(input, describedElsewhere),
      ...rest,
      example: exampleElsewhere[operation.name] ?? example,
      leftOut: ["output", "example"],
    }),
  ]);
}

function describeOutput({ operation }: Pick<CompanyBinding, "operation">): Json {
  const head = toEntry(operation);
  const output = findOutput(operation);
  const roots = new Map([["Output", isJson(output) ? output : { anyOf: output }]]);
  return firstFitting(operation.name, [
    () => ({ ...head, output }),
    () => ({ ...head, types: typeNotation(roots) }),
    () => ({ ...head, types: typeNotation(roots, describedElsewhere) }),
  ]);
}

function firstFitting(name: string, forms: readonly (() => Json)[]): Json {
  for (const form of forms) {
    const description = form();
    if (Buffer.byteLength(JSON.stringify(description)) <= maxDescriptionBytes) return description;
  }
  throw new Error(`the description of ${name} is too long`);
}

function findOutput({ answers }: Operation): unknown {
  const schemas = Object.values(answers).filter((schema) => schema !== null);
  return schemas.length === 1 ? published(schemas[0]) : schemas.map(published);
}

const minTypedBytes = 300;

/** The arguments as JSON Schema, and nested ones as types beside it. */
function withTypes(input: Json, elsewhere: Readonly<Record<string, string>>): Json {
  const taken = new Set<string>();
  const roots = new Map<string, Json>();
  const properties = Object.entries(isJson(input["properties"]) ? input["properties"] : {}).map(([name, schema]) => {
    if (!isJson(schema) || JSON.stringify(schema).length < minTypedBytes) return [name, schema] as const;
    const type = freeName(name, taken);
    roots.set(type, schema);
    return [name, { description: `The type ${type} in types` }] as const;
  });
  return { input: { ...input, properties: Object.fromEntries(properties) }, types: typeNotation(roots, elsewhere) };
}
