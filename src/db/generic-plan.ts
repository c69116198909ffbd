import type { Fragment, PendingQuery } from "./client.ts";
import type { SqlHandle } from "./tenant.ts";

/** A pool, a company's handle or a transaction. */
type PlannedHandle = SqlHandle & { readonly isDistributed: boolean };

/**
 * The planner has no statistics for a new company: it estimates one row and picks nested loops over thousands.
 * Until the end of the transaction this forces generic plans, made for a company of average size. For set-based
 * work; a statement for one row keeps its custom plan. A cluster cannot plan a statement whose company is unknown; its
 * nodes have statistics of their own.
 */
export const forceGenericPlan = ({ sql, isDistributed }: PlannedHandle): Fragment =>
  isDistributed ? sql`null` : sql`set_config('plan_cache_mode', 'force_generic_plan', true)`;

export const setForceGenericPlan = (db: PlannedHandle): PendingQuery<object[]> =>
  db.sql`select ${forceGenericPlan(db)}`;

/** The same, and without sequential scans: a plan that was made for an empty table is kept while the table grows. */
export const setIndexedGenericPlan = (db: PlannedHandle): PendingQuery<object[]> =>
  db.sql`select ${forceGenericPlan(db)}, set_config('enable_seqscan', 'off', true)`;

/** The number of elements that PostgreSQL assumes for an unknown array. */
const genericLength = 10;

/**
 * Pads an array for `= any(…)` to that length: for a shorter one PostgreSQL would choose a custom plan every time,
 * which costs more than running the statement. Duplicates are looked up once.
 */
export function padToGenericLength(values: readonly string[]): string[] {
  const [first] = values;
  const missing = Math.max(0, genericLength - values.length);
  return first === undefined ? [] : [...values, ...Array<string>(missing).fill(first)];
}
