import { renderSql, type SqlNode } from "../../../../db/sql-node.ts";
import type { TenantDb } from "../../../../db/tenant.ts";
import { groupBy } from "../../../../kernel/group.ts";
import { addDays, addMs, dayAt, days, startOfDay } from "../../../../kernel/local-time.ts";
import { passed, type Simulator } from "../executor.ts";
import type { RunAtNode } from "../move-runs.ts";
import { listMatching } from "../steps/condition.queries.ts";
import { compileCondition, type LoadedCondition } from "../steps/condition.sql.ts";
import { findDeadlines } from "../steps/condition.ts";

/** A run that waits for the condition; `seen` is the condition that it was last compared with. */
type Waiting = { readonly run: RunAtNode; readonly deadline: Date; seen: string; heldAt?: Date };

/** A condition that waits longer is looked at every night of this time, and at its deadline. */
const maxNightsMs = days(400);

/**
 * The looks of the engine: at the arrival, every night, because days pass, and at the deadline. A contact is compared again
 * only where the condition has become another one.
 */
export const simulateCondition: Simulator = async (ctx, step, { conditions }) => {
  const loaded = conditions.get(step.node.id);
  if (loaded === undefined) throw new Error(`condition ${step.node.id} is not loaded`);
  const deadlines = await findDeadlines(ctx, step);
  const waiting = step.runs.map((run, index): Waiting => ({
    run,
    deadline: deadlines?.[index] ?? run.arrivedAt,
    seen: "",
  }));
  const conditionAt = compiledAt(loaded);
  const look = (runs: readonly Waiting[], at: (one: Waiting) => Date) => compare(ctx.db, conditionAt, { runs, at });
  await look(waiting, ({ run }) => run.arrivedAt);
  for (const night of listNights(waiting, ctx.company.timeZone)) {
    const awake = waiting.filter(({ run, deadline }) => run.arrivedAt < night && night < lastNight(run, deadline));
    await look(awake, () => night);
  }
  await look(waiting, ({ deadline }) => deadline);
  return waiting.map(({ heldAt, deadline }) =>
    heldAt === undefined ? { ...passed("no"), at: deadline } : { ...passed("yes"), at: heldAt },
  );
};

type ConditionAt = (at: Date) => { readonly condition: SqlNode; readonly text: string };

/** Compiled once for each moment. */
function compiledAt(loaded: LoadedCondition): ConditionAt {
  const known = new Map<number, ReturnType<ConditionAt>>();
  return (at) => {
    const found = known.get(at.getTime());
    if (found !== undefined) return found;
    const condition = compileCondition(loaded, at);
    const compiled = { condition, text: JSON.stringify(renderSql(condition)) };
    known.set(at.getTime(), compiled);
    return compiled;
  };
}

type Looks = { readonly runs: readonly Waiting[]; readonly at: (one: Waiting) => Date };

/** One statement for all moments at which the condition is the same. */
async function compare(db: TenantDb, conditionAt: ConditionAt, { runs, at }: Looks): Promise<void> {
  const changed = runs.filter((one) => one.heldAt === undefined && one.seen !== conditionAt(at(one)).text);
  for (const [text, group] of groupBy(changed, (one) => conditionAt(at(one)).text)) {
    const [first] = group;
    if (first === undefined) continue;
    const ids = [...new Set(group.map(({ run }) => run.contactId))];
    const matching = new Set(await listMatching(db, conditionAt(at(first)).condition, ids));
    for (const one of group) {
      one.seen = text;
      if (matching.has(one.run.contactId)) one.heldAt = at(one);
    }
  }
}

const lastNight = ({ arrivedAt }: RunAtNode, deadline: Date): Date => {
  const limit = addMs(arrivedAt, maxNightsMs);
  return limit < deadline ? limit : deadline;
};

/** The midnights between the first arrival and the last deadline of those that still wait. */
function* listNights(waiting: readonly Waiting[], timeZone: string): Generator<Date> {
  const left = waiting.filter(({ run, deadline, heldAt }) => heldAt === undefined && run.arrivedAt < deadline);
  const [first] = left.map(({ run }) => run.arrivedAt).toSorted((one, other) => one.getTime() - other.getTime());
  if (first === undefined) return;
  const end = left
    .map(({ run, deadline }) => lastNight(run, deadline))
    .reduce((left, right) => (left > right ? left : right));
  for (let day = addDays(dayAt(first, timeZone), 1); ; day = addDays(day, 1)) {
    const night = startOfDay(day, timeZone);
    if (night >= end) return;
    yield night;
  }
}
