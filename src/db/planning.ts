import type { Fragment, PendingQuery, SqlTag } from "./client.ts";

/**
 * A company that has just come is unknown to the planner's statistics: it takes all its rows for one, and joins thousands
 * of others with them each with each. Until the end of a transaction that says this, statements are planned for a
 * company of average size instead. For work on many rows at once; a statement made for one question is planned for it.
 */
export const planByAverage = (sql: SqlTag): Fragment => sql`set_config('plan_cache_mode', 'force_generic_plan', true)`;

export const setPlanByAverage = ({ sql }: { readonly sql: SqlTag }): PendingQuery<object[]> =>
  sql`select ${planByAverage(sql)}`;
