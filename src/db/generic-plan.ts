import type { Fragment, PendingQuery, SqlTag } from "./client.ts";

/**
 * A company that has just come is unknown to the planner's statistics: it takes all its rows for one, and joins thousands
 * of others with them each with each. Until the end of a transaction that says this, statements are planned for a
 * company of average size instead. For work on many rows at once; a statement made for one question is planned for it.
 */
export const forceGenericPlan = (sql: SqlTag): Fragment =>
  sql`set_config('plan_cache_mode', 'force_generic_plan', true)`;

export const setForceGenericPlan = ({ sql }: { readonly sql: SqlTag }): PendingQuery<object[]> =>
  sql`select ${forceGenericPlan(sql)}`;

/** What PostgreSQL takes a list for that it does not know yet. */
const genericLength = 10;

/**
 * A list for `= any(…)` of a statement whose planning costs more than its run: for a list that is shorter than an unknown
 * one it would be planned anew every time. What is named twice is looked up once.
 */
export function padToGenericLength(values: readonly string[]): string[] {
  const [first] = values;
  const missing = Math.max(0, genericLength - values.length);
  return first === undefined ? [] : [...values, ...Array<string>(missing).fill(first)];
}
