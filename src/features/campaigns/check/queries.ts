import { singleRow } from "../../../db/rows.ts";
import type { TenantDb } from "../../../db/tenant.ts";

export type SentLately = { campaigns: number; messages: number; seconds: number };

/** The last campaigns that were sent without spreading over the day. */
export async function sumSentLately({ sql, tenantId }: TenantDb, limit: number): Promise<SentLately> {
  return singleRow(
    await sql<SentLately[]>`
      select count(*)::int as campaigns, coalesce(sum(recipients), 0)::float8 as messages,
        coalesce(sum(extract(epoch from finished_at - started_at)), 0)::float8 as seconds
      from (
        select recipients, started_at, finished_at from campaign
        where tenant_id = ${tenantId} and parent_id is null and status = 'completed' and not prefer_time
          and recipients > 0 and started_at is not null and finished_at > started_at
        order by finished_at desc limit ${limit}
      ) lately`,
  );
}
