import type { TenantDb } from "../../db/tenant.ts";

export type CountRecord = {
  /** Empty for the whole automation. */
  node: string;
  /** Empty for the whole node. */
  output: string;
  measure: "entered" | "active" | "completed" | "sent" | "waiting" | "passed";
  n: number;
};

/** Sums over the shards; as many rows as the graph has outputs, however many runs there are. */
export const listCounts = async (db: TenantDb, automationId: string): Promise<CountRecord[]> =>
  db.sql<CountRecord[]>`
    select node, output, measure, sum(n)::float8 as n from automation_count
    where tenant_id = ${db.tenantId} and automation_id = ${automationId} group by node, output, measure`;
