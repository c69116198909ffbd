import type { Binding } from "../../http/routes.ts";
import { validation } from "../../kernel/errors.ts";
import { fold } from "../../kernel/text.ts";
import type { Operation } from "../../registry.ts";
import { inputSchemaOf, published, type Json } from "./arguments.ts";

export type CompanyBinding = Extract<Binding, { caller: "company" }>;

/** The operations that assistants reach, by operationId and by `METHOD /path`. */
export type Catalog = {
  readonly bindings: readonly CompanyBinding[];
  readonly byName: ReadonlyMap<string, CompanyBinding>;
  /** Operations with a tool of their own. */
  readonly byTool: ReadonlyMap<string, CompanyBinding>;
};

export function catalogOf(all: readonly Binding[]): Catalog {
  const bindings = all.filter(
    (binding): binding is CompanyBinding => binding.caller === "company" && binding.operation.mcp !== "never",
  );
  return {
    bindings,
    byName: new Map(
      bindings.flatMap((binding) => {
        const { name, method, path, url } = binding.operation;
        return [name, `${method} ${path}`, `${method} ${url}`].map((word) => [word, binding] as const);
      }),
    ),
    byTool: new Map(
      bindings.flatMap((binding) => {
        const { mcp } = binding.operation;
        return typeof mcp === "object" ? [[mcp.core, binding] as const] : [];
      }),
    ),
  };
}

export function requireOperation(catalog: Catalog, name: unknown): CompanyBinding {
  const found = typeof name === "string" ? catalog.byName.get(name) : undefined;
  if (found === undefined) throw validation("operation");
  return found;
}

const entryOf = ({ name, method, path, summary, level, risk, effect }: Operation) => ({
  operation: name,
  method,
  path,
  summary,
  level,
  risk,
  effect,
});

const maxFound = 20;

/** Words are compared without case and diacritics with name, path, summary and group; the best matches come first. */
export function searchOperations({ bindings }: Catalog, { query, group, level }: Json): Json {
  const words = fold(typeof query === "string" ? query : "")
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
  const scored = bindings
    .map(({ operation }) => operation)
    .filter((operation) => typeof group !== "string" || fold(operation.tag) === fold(group))
    .filter((operation) => level === undefined || operation.level === level)
    .map((operation) => ({ operation, score: scoreOf(operation, words) }))
    .filter(({ score }) => words.length === 0 || score > 0)
    .toSorted((left, right) => right.score - left.score);
  return { items: scored.slice(0, maxFound).map(({ operation }) => entryOf(operation)) };
}

function scoreOf({ name, path, summary, tag }: Operation, words: readonly string[]): number {
  const title = fold(`${name} ${path}`);
  const text = fold(`${summary} ${tag}`);
  return words.reduce((sum, word) => sum + (title.includes(word) ? 3 : 0) + (text.includes(word) ? 1 : 0), 0);
}

export function describeOperation({ operation }: CompanyBinding): Json {
  const output = Object.values(operation.answers).filter((schema) => schema !== null);
  return {
    ...entryOf(operation),
    group: operation.tag,
    module: operation.module,
    input: inputSchemaOf(operation),
    output: output.length === 1 ? published(output[0]) : output.map(published),
    errors: operation.errors,
  };
}
