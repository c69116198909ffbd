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
  /** Operations that assistants do not reach, by the same names; the public OpenAPI description has them too. */
  readonly unreachable: ReadonlyMap<string, Operation>;
};

export function buildCatalog(all: readonly Binding[]): Catalog {
  const bindings = all.filter(
    (binding): binding is CompanyBinding => binding.caller === "company" && binding.operation.mcp !== "never",
  );
  const reachable = new Set<Binding>(bindings);
  return {
    bindings,
    byName: new Map(bindings.flatMap((binding) => namesOf(binding.operation).map((name) => [name, binding] as const))),
    byTool: new Map(
      bindings.flatMap((binding) => {
        const { mcp } = binding.operation;
        return typeof mcp === "object" ? [[mcp.core, binding] as const] : [];
      }),
    ),
    unreachable: new Map(
      all
        .filter((binding) => !reachable.has(binding))
        .flatMap(({ operation }) => namesOf(operation).map((name) => [name, operation] as const)),
    ),
  };
}

const namesOf = ({ name, method, path, url }: Operation) => [name, `${method} ${path}`, `${method} ${url}`];

export function requireOperation(catalog: Catalog, name: unknown): CompanyBinding {
  const found = typeof name === "string" ? catalog.byName.get(name) : undefined;
  if (found !== undefined) return found;
  const isUnreachable = typeof name === "string" && catalog.unreachable.has(name);
  throw validation("operation", {
    pattern: "operationId or METHOD /path, as api_search returns it",
    ...(isUnreachable ? { reason: notForAssistants } : {}),
  });
}

export const notForAssistants = "not_for_assistants";

export const toEntry = ({ name, method, path, summary, level, risk, effect }: Operation) => ({
  operation: name,
  method,
  path,
  summary,
  level,
  risk,
  effect,
});
