import type { Fragment } from "../../db/client.ts";
import type { TenantDb } from "../../db/tenant.ts";

/**
 * The status of campaign `c` aggregated with its language variants, as `w`: sending or scheduled if any variant is, then
 * paused, then completed if any is. It is finished when all variants are. A variant is aggregated alone.
 */
export const withVariantStatus = ({ sql, tenantId }: TenantDb): Fragment => sql`
  left join lateral (
    select case
        when bool_or(u.status = 'sending') then 'sending'
        when bool_or(u.status = 'scheduled') then 'scheduled'
        when bool_or(u.status = 'paused') then 'paused'
        when bool_or(u.status = 'completed') then 'completed'
        else min(u.status) end as status,
      min(u.started_at) as started_at,
      case when bool_and(u.status in ('completed', 'cancelled', 'draft')) then max(u.finished_at) end as finished_at,
      sum(u.recipients)::int as recipients,
      coalesce(bool_or(u.status = 'sending' and u.relay_down_since is not null), false) as is_relay_down,
      (array_agg(r.reason order by u.id) filter (where u.status = 'paused' and r.reason is not null))[1] as paused_by
    from campaign u
    cross join lateral (
      select coalesce(u.pause_reason, case when u.auto_pause_overridden_at is null then u.paused_by end) as reason) r
    where u.tenant_id = ${tenantId} and (u.id = c.id or u.parent_id = c.id)
  ) w on true`;
