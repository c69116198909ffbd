import { runPrepared, type PreparedStatement, type Scalar } from "./sql-node.ts";
import type { TenantDb } from "./tenant.ts";

/**
 * Reads a page in the order of an index. For a table without statistics the planner estimates few rows, and would read
 * and sort everything behind the page for each page.
 */
export const runIndexWalk = <Row extends object>(
  db: TenantDb,
  statement: PreparedStatement,
  values: readonly Scalar[],
): Promise<Row[]> =>
  db.transaction(async (inner) => {
    await inner.sql`
      select set_config('enable_sort', 'off', true), set_config('enable_bitmapscan', 'off', true),
        set_config('enable_seqscan', 'off', true)`;
    return runPrepared<Row>(inner, statement, values);
  });
