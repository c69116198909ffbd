import type { Context } from "../../context.ts";
import { canonicalJson } from "../../features/mcp/canonical-json.ts";
import { isJson, type Json, type OperationInput } from "./arguments.ts";
import { requireOperation, type Catalog } from "./catalog.ts";
import { previewers } from "./previews/all.ts";
import type { Preview } from "./previews/preview.ts";
import { checkInput, runOperation } from "./run-operation.ts";

/** A preview with the state that a confirmation is bound to. */
export type ShownState = {
  readonly preview: Json;
  readonly warnings: readonly string[];
  readonly state: Json;
  readonly isSameAs: (earlier: unknown) => boolean;
};

/** What the operation would do now. */
export async function shownStateOf(
  catalog: Catalog,
  context: Context,
  { operation, input }: { readonly operation: string; readonly input: OperationInput },
): Promise<ShownState> {
  const previewer = previewers[operation];
  if (previewer === undefined) throw new Error(`operation ${operation} has no preview`);
  const found: Preview = await previewer((name, { params = {}, query = {}, body = {} }) => {
    const binding = requireOperation(catalog, name);
    const own = { params: { ...params }, query: { ...query }, body };
    checkInput(binding.operation, own);
    return runOperation({ context }, binding, own);
  }, input);
  const { shown, warnings = [], state = shown, drifting = [] } = found;
  return { preview: shown, warnings, state, isSameAs: (earlier) => isSameState(earlier, state, drifting) };
}

const maxDrift = 0.05;

function isSameState(expected: unknown, actual: Json, drifting: readonly string[]): boolean {
  if (!isJson(expected)) return false;
  return Object.keys({ ...expected, ...actual }).every((field) => {
    const [before, now] = [expected[field], actual[field]];
    if (drifting.includes(field) && typeof before === "number" && typeof now === "number") {
      return Math.abs(now - before) <= before * maxDrift;
    }
    return canonicalJson(before) === canonicalJson(now);
  });
}
