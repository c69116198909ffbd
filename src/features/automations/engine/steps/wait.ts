import type { Context } from "../../../../context.ts";
import type { GraphNode } from "../../graph/graph.ts";
import { resolveTime } from "../../time/resolve.ts";
import { parseTimeSpec, type TimeSpec } from "../../time/spec.ts";
import { passed, type Executor } from "../executor.ts";
import type { StepRun } from "../step.ts";
import { listDateValues } from "./date-values.queries.ts";

/** A run whose wait is over goes on, also if the newest graph has a longer wait. */
export const wait: Executor = async (ctx, { node, runs }) => {
  const now = ctx.clock.now();
  const ends = await findWaitEnds(ctx, node, runs);
  return runs.map(({ waited }, index) => {
    const end = ends[index] ?? now;
    return waited !== null || end <= now ? passed() : { kind: "waiting", dueAt: end };
  });
};

export const simulateWait: Executor = async (ctx, { node, runs }) => {
  const ends = await findWaitEnds(ctx, node, runs);
  return runs.map(({ arrivedAt }, index) => ({ ...passed(), at: ends[index] ?? arrivedAt }));
};

/** When the waiting of each run ends by the `spec` of the node, counted from its arrival. */
export async function findWaitEnds(
  { db, company }: Context,
  node: GraphNode,
  runs: readonly StepRun[],
): Promise<Date[]> {
  const spec = readSpec(node);
  const values = await listFieldValues(db, spec, runs);
  const resolved = new Map<string, Date>();
  return runs.map(({ contactId, arrivedAt }) => {
    const fieldValue = values.get(contactId) ?? null;
    const key = `${arrivedAt.getTime()} ${fieldValue}`;
    const end = resolved.get(key) ?? resolveTime(spec, { base: arrivedAt, timeZone: company.timeZone, fieldValue });
    resolved.set(key, end);
    return end;
  });
}

function readSpec({ id, config }: GraphNode): TimeSpec {
  const parsed = parseTimeSpec(config["spec"]);
  if ("problems" in parsed) throw new Error(`node ${id} has no valid time`);
  return parsed.spec;
}

async function listFieldValues(
  db: Context["db"],
  spec: TimeSpec,
  runs: readonly StepRun[],
): Promise<ReadonlyMap<string, string>> {
  if (spec.kind !== "field") return new Map();
  const rows = await listDateValues(
    db,
    spec.field,
    runs.map(({ contactId }) => contactId),
  );
  return new Map(rows.map(({ id, value }) => [id, value]));
}
