import type { Fragment } from "../../db/client.ts";
import { fragmentOf, part, type Part, type Scalar } from "../../db/statement.ts";
import type { TenantDb } from "../../db/tenant.ts";

export type Before = "queued" | "unknown";
type Value = Part | Scalar;

/** Keeps campaign_count in step with rows of `moved (variant_id, state)` that were in one state before. */
export const movesBooked = (tenant: Value, campaign: Value, before: Value): Part => part`
  delta as (
    select variant_id, state, count(*)::int as n from moved group by variant_id, state
    union all select variant_id, ${before}, -count(*)::int from moved group by variant_id
  ), counted as (
    insert into campaign_count (tenant_id, campaign_id, variant_id, state, n)
    select ${tenant}, ${campaign}, variant_id, state, n from delta where n <> 0 order by variant_id, state
    on conflict (tenant_id, campaign_id, variant_id, state) do update set n = campaign_count.n + excluded.n
  )`;

export const bookMoves = ({ sql, tenantId }: TenantDb, campaignId: string, before: Before): Fragment =>
  fragmentOf(sql, movesBooked(tenantId, campaignId, before));

/** What the journal tells of rows of `moved` that were sent, and went as one: which messages of which domains. */
export const sentTogether = (campaign: Value, variant: Value): Part => part`
  jsonb_build_object('campaignId', ${campaign}::text, 'variantId', ${variant}::text, 'count', count(*),
    'sent', jsonb_object_agg(contact_id, domain))`;
