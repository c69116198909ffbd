import type { Context } from "../../context.ts";
import { hasDrifted } from "../../features/campaigns/lifecycle/drift.ts";
import { canonicalJson } from "../../features/mcp/canonical-json.ts";
import { isJson, type Json, type OperationInput } from "./arguments.ts";
import { requireOperation, type Catalog } from "./catalog.ts";
import type { FoundEffect } from "./effects/effect.ts";
import { previewOfEffects } from "./effects/preview.ts";
import { previewers } from "./previews/all.ts";
import type { Preview, Read } from "./previews/preview.ts";
import { checkInput, runOperation } from "./run-operation.ts";

/** A preview with the state that a confirmation is bound to. */
export type ShownState = {
  readonly preview: Json;
  readonly warnings: readonly string[];
  readonly state: Json;
  readonly isSameAs: (earlier: unknown) => boolean;
  /** What an argument that repeats a number of the preview would have to be now. */
  readonly correction?: unknown;
};

type ShownCall = {
  readonly operation: string;
  readonly input: OperationInput;
  readonly effects: readonly FoundEffect[];
};

/** Runs operations for what is shown before a confirmation. */
export const openReader =
  (catalog: Catalog, context: Context): Read =>
  (name, { params = {}, query = {}, body = {} }) => {
    const binding = requireOperation(catalog, name);
    const own = { params: { ...params }, query: { ...query }, body };
    checkInput(binding.operation, own);
    return runOperation({ context }, binding, own);
  };

/** What the operation would do now: its own preview, and what is active and would react to it. */
export async function readShownState(
  catalog: Catalog,
  context: Context,
  { operation, input, effects }: ShownCall,
): Promise<ShownState> {
  const read = openReader(catalog, context);
  const consequences = previewOfEffects(effects);
  const previewer = previewers[operation];
  if (previewer === undefined && requireOperation(catalog, operation).operation.effect !== "depends") {
    throw new Error(`operation ${operation} has no preview`);
  }
  const found: Preview = (await previewer?.(read, input)) ?? { shown: {} };
  const { shown, warnings = [], state = shown, drifting = [], correction } = found;
  const whole = { ...state, ...consequences.shown };
  return {
    preview: { ...shown, ...consequences.shown },
    warnings: [...warnings, ...consequences.warnings],
    state: whole,
    isSameAs: (earlier) => isSameState(earlier, whole, drifting),
    correction,
  };
}

function isSameState(expected: unknown, actual: Json, drifting: readonly string[]): boolean {
  if (!isJson(expected)) return false;
  return Object.keys({ ...expected, ...actual }).every((field) => {
    const [before, now] = [expected[field], actual[field]];
    if (drifting.includes(field) && typeof before === "number" && typeof now === "number") {
      return !hasDrifted(before, now);
    }
    return canonicalJson(before) === canonicalJson(now);
  });
}
