import type { Fragment } from "../../db/client.ts";
import type { TenantDb } from "../../db/tenant.ts";

/** Keeps campaign_count in step with rows of `moved (variant_id, state)` that were in one state before. */
export const bookMoves = (
  { sql, tenantId }: TenantDb,
  campaignId: string,
  before: "queued" | "unknown",
): Fragment => sql`
  delta as (
    select variant_id, state, count(*)::int as n from moved group by variant_id, state
    union all select variant_id, ${before}, -count(*)::int from moved group by variant_id
  ), counted as (
    insert into campaign_count (tenant_id, campaign_id, variant_id, state, n)
    select ${tenantId}, ${campaignId}, variant_id, state, n from delta where n <> 0 order by variant_id, state
    on conflict (tenant_id, campaign_id, variant_id, state) do update set n = campaign_count.n + excluded.n
  )`;

/** What the journal tells of rows of `moved` that were sent, and went as one: which messages of which domains. */
export const sentTogether = ({ sql }: TenantDb, campaignId: string, variantId: Fragment): Fragment => sql`
  jsonb_build_object('campaignId', ${campaignId}::text, 'variantId', ${variantId}::text, 'count', count(*),
    'sent', jsonb_object_agg(contact_id, domain))`;
