import type { TenantDb } from "../../../db/tenant.ts";
import type { Metric } from "../metrics.ts";
import type { KeyedCount } from "../queries.ts";

export type EarlierCampaign = { id: string; startedAt: Date };

/** The last campaigns of the shop that were sent before; those that were cancelled on the way are none. */
export const listEarlierCampaigns = async (
  { sql, tenantId }: TenantDb,
  { id, shopId, before, limit }: { id: string; shopId: string; before: Date; limit: number },
): Promise<EarlierCampaign[]> =>
  sql<EarlierCampaign[]>`
    select c.id, c.started_at from campaign c
    where c.tenant_id = ${tenantId} and c.parent_id is null and c.shop_id = ${shopId} and c.status = 'completed'
      and c.id <> ${id} and c.started_at < ${before} and exists (
        select from campaign_metric_total t
        where t.tenant_id = ${tenantId} and t.campaign_id = c.id and t.metric = 'sent' and t.n > 0)
    order by c.started_at desc, c.id desc limit ${limit}`;

export const countByCampaign = async (
  { sql, tenantId }: TenantDb,
  ids: readonly string[],
): Promise<KeyedCount<string>[]> =>
  sql<{ key: string; metric: Metric; n: number }[]>`
    select campaign_id as key, metric, sum(n)::float8 as n from campaign_metric_total
    where tenant_id = ${tenantId} and campaign_id = any(${[...ids]}::bigint[]) group by 1, 2`;
