import { renderSql, type SqlNode } from "../../../../db/sql-node.ts";
import { groupBy } from "../../../../kernel/group.ts";
import { addDays, addMs, dayAt, days, startOfDay } from "../../../../kernel/local-time.ts";
import { passed, type Simulator } from "../executor.ts";
import type { RunAtNode } from "../move-runs.ts";
import { listMatching } from "../steps/condition.queries.ts";
import { compileCondition } from "../steps/condition.sql.ts";
import { findDeadlines } from "../steps/condition.ts";

/** A run that waits for the condition; `seen` is the condition that it was last compared with. */
type Waiting = { readonly run: RunAtNode; readonly deadline: Date; seen: string; heldAt?: Date };

/** A condition that waits longer is looked at every night of this time, and at its deadline. */
const maxNightsMs = days(400);

type Compiled = { readonly condition: SqlNode; readonly text: string };

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
  const compiled = new Map<number, Compiled>();
  const compileAt = (at: Date): Compiled => {
    const known = compiled.get(at.getTime());
    if (known !== undefined) return known;
    const condition = compileCondition(loaded, at);
    const made = { condition, text: JSON.stringify(renderSql(condition)) };
    compiled.set(at.getTime(), made);
    return made;
  };
  /** One comparison for all moments at which the condition is the same. */
  const look = async (moments: readonly (readonly [Waiting, Date])[]): Promise<void> => {
    const changed = moments.filter(([{ seen, heldAt }, at]) => heldAt === undefined && seen !== compileAt(at).text);
    for (const [text, group] of groupBy(changed, ([, at]) => compileAt(at).text)) {
      const [[, first] = [undefined, new Date(0)]] = group;
      const ids = [...new Set(group.map(([{ run }]) => run.contactId))];
      const matching = new Set(await listMatching(ctx.db, compileAt(first).condition, ids));
      for (const [one, at] of group) {
        one.seen = text;
        if (matching.has(one.run.contactId)) one.heldAt = at;
      }
    }
  };
  await look(waiting.map((one) => [one, one.run.arrivedAt]));
  for (const night of nightsOf(waiting, ctx.company.timeZone)) {
    await look(waiting.filter((one) => isLookedAt(one, night)).map((one) => [one, night]));
  }
  await look(waiting.map((one) => [one, one.deadline]));
  return waiting.map(({ heldAt, deadline }) =>
    heldAt === undefined ? { ...passed("no"), at: deadline } : { ...passed("yes"), at: heldAt },
  );
};

const lastNightOf = ({ run, deadline }: Waiting): Date => {
  const limit = addMs(run.arrivedAt, maxNightsMs);
  return limit < deadline ? limit : deadline;
};

const isLookedAt = (one: Waiting, night: Date): boolean =>
  one.heldAt === undefined && one.run.arrivedAt < night && night < lastNightOf(one);

/** The midnights between the first arrival and the last deadline of those that still wait. */
function* nightsOf(waiting: readonly Waiting[], timeZone: string): Generator<Date> {
  const left = waiting.filter((one) => one.heldAt === undefined && one.run.arrivedAt < one.deadline);
  if (left.length === 0) return;
  const start = left.reduce((first, { run }) => (run.arrivedAt < first ? run.arrivedAt : first), new Date(8.64e15));
  const end = left.map(lastNightOf).reduce((last, at) => (at > last ? at : last), start);
  for (let day = addDays(dayAt(start, timeZone), 1); ; day = addDays(day, 1)) {
    const night = startOfDay(day, timeZone);
    if (night >= end) return;
    yield night;
  }
}
