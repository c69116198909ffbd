import type { Fragment } from "../../db/client.ts";
import { toFragment, node, type SqlNode, type Scalar } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";

export type PreviousState = "queued" | "unknown";
type Value = SqlNode | Scalar;

/** Keeps message_state_count in step with rows of `moved (variant_id, state)` that were in one state before. */
export const applyStateCounts = (tenant: Value, campaign: Value, before: Value): SqlNode => node`
  delta as (
    select variant_id, state, count(*)::int as n from moved group by variant_id, state
    union all select variant_id, ${before}, -count(*)::int from moved group by variant_id
  ), counted as (
    insert into message_state_count (tenant_id, campaign_id, variant_id, state, n)
    select ${tenant}, ${campaign}, variant_id, state, n from delta where n <> 0 order by variant_id, state
    on conflict (tenant_id, campaign_id, variant_id, state) do update set n = message_state_count.n + excluded.n
  )`;

export const applyStateCountsFragment = (
  { sql, tenantId }: TenantDb,
  campaignId: string,
  before: PreviousState,
): Fragment => toFragment(sql, applyStateCounts(tenantId, campaignId, before));

/** The payload of `emailsSent` for rows of `moved` that were sent together. */
export const emailsSentPayload = (campaign: Value, variant: Value) => ({
  campaignId: node`${campaign}::text`,
  variantId: node`${variant}::text`,
  count: node`count(*)`,
  sent: node`jsonb_object_agg(contact_id, domain)`,
});
