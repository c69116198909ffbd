import type { Binding } from "../../http/routes.ts";
import { validation } from "../../kernel/errors.ts";
import type { Operation } from "../../registry/registry.ts";

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
  if (found === undefined)
    throw validation("operation", { pattern: "operationId or METHOD /path, as api_search returns it" });
  return found;
}

export const entryOf = ({ name, method, path, summary, level, risk, effect }: Operation) => ({
  operation: name,
  method,
  path,
  summary,
  level,
  risk,
  effect,
});
