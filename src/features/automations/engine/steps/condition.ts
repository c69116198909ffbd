import type { Context } from "../../../../context.ts";
import { addDays, addMs, dayAt, startOfDay } from "../../../../kernel/local-time.ts";
import { parseDefinition } from "../../../segments/parse.ts";
import { loadCompileContext } from "../../../segments/references.ts";
import type { GraphNode } from "../../graph/graph.ts";
import { passed, type Executor, type Step } from "../executor.ts";
import type { Outcome } from "../move-runs.ts";
import { listMatching } from "./condition.queries.ts";
import { compileCondition, type LoadedCondition } from "./condition.sql.ts";
import { findWaitEnds } from "./wait.ts";

/** Contacts that do not match yet wait where the condition has a `spec`, at most to that moment. */
export const condition: Executor = async (ctx, step) => {
  const now = ctx.clock.now();
  const matching = await findMatching(ctx, step);
  const ends = await findDeadlines(ctx, step);
  return step.runs.map(({ runId, contactId, waited }, index): Outcome => {
    if (matching.has(contactId)) return passed("yes");
    const deadlineAt = waited?.until ?? ends?.[index] ?? now;
    if (ends === undefined || deadlineAt <= now) return passed("no");
    return { kind: "waiting", deadlineAt, dueAt: nextLookAt(runId, { now, deadlineAt, ...ctx.company }) };
  });
};

async function findMatching(ctx: Context, { node, runs }: Step): Promise<ReadonlySet<string>> {
  const compiled = compileCondition(await loadCondition(ctx, node), ctx.clock.now());
  const ids = [...new Set(runs.map(({ contactId }) => contactId))];
  return new Set(await listMatching(ctx.db, compiled, ids));
}

export async function loadCondition(ctx: Context, { config }: GraphNode): Promise<LoadedCondition> {
  const definition = parseDefinition(config["definition"]);
  return { definition, context: await loadCompileContext(ctx, definition, "nothing") };
}

/** Undefined for a condition that does not wait. */
export const findDeadlines = async (ctx: Context, { node, runs }: Step): Promise<readonly Date[] | undefined> =>
  node.config["spec"] === undefined ? undefined : findWaitEnds(ctx, node, runs);

const spreadSeconds = 3600;

/**
 * Changes of a contact are in the journal, which wakes its waiting runs (`wake-conditions.ts`). Rules about days, and
 * members of snapshots, change without an entry: every run is looked at once a night, spread over an hour.
 */
export function nextLookAt(
  runId: string,
  { now, deadlineAt, timeZone }: { readonly now: Date; readonly deadlineAt: Date; readonly timeZone: string },
): Date {
  const midnight = startOfDay(addDays(dayAt(now, timeZone), 1), timeZone);
  const look = addMs(midnight, (Number(runId) % spreadSeconds) * 1000);
  return look < deadlineAt ? look : deadlineAt;
}
