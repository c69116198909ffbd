import type { Fragment, SqlTag } from "../../../db/client.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { bucketOf, shards } from "../counts.ts";

/** What is remembered of a fingerprint: whether anything, whether this purpose, whether a confirmation is missing. */
export const refusalsOf = ({ sql, tenantId }: TenantDb, fingerprint: Fragment, purposeId: Fragment): Fragment => sql`
  select count(*) > 0 as has_refusals, coalesce(bool_or(kind = 'purpose' and object_id = ${purposeId}), false) as is_withdrawn,
    coalesce(bool_or(kind = 'confirmation'), false) as is_unconfirmed
  from refusal where tenant_id = ${tenantId} and fingerprint = ${fingerprint} offset 0`;

/**
 * New contacts in `came` (tenant_id, id, state, fingerprint, at, and the purpose of which they have a consent already)
 * get back what they refused, and from then on remember it themselves.
 */
export const restoreRefusals = (sql: SqlTag, came: Fragment): Fragment => sql`
  back as materialized (
    select came.tenant_id, came.id, came.state, came.at, came.purpose_id, came.fingerprint, r.kind, r.object_id,
      r.at as refused_at
    from (${came}) came join refusal r on r.tenant_id = came.tenant_id and r.fingerprint = came.fingerprint
  ), withdrawn as (
    insert into consent (tenant_id, contact_id, purpose_id, state, basis, source, at, withdrawn_at)
    select tenant_id, id, object_id, 'withdrawn', 'none', 'service', refused_at, refused_at
    from back where kind = 'purpose' and object_id is distinct from purpose_id
    returning tenant_id, contact_id, purpose_id, at
  ), withdrawal as (
    insert into consent_event (tenant_id, contact_id, purpose_id, action, basis, source, at)
    select tenant_id, contact_id, purpose_id, 'refused', 'none', 'service', at from withdrawn
  ), left_list as materialized (
    select * from back where kind = 'list' and exists (
      select from list l where l.tenant_id = back.tenant_id and l.id = back.object_id and l.deleted_at is null
        and l.system_kind is null
      for key share)
  ), left_before as (
    insert into list_member (tenant_id, list_id, contact_id, state, added_at, changed_at, unsubscribed_at)
    select tenant_id, object_id, id, 'unsubscribed', at, refused_at, refused_at from left_list
  ), left_count as (
    insert into list_count as c (tenant_id, list_id, bucket, shard, n)
    select tenant_id, object_id, ${bucketOf(sql, sql`'unsubscribed'`, sql`state`)}, id % ${shards}, count(*)
    from left_list group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (tenant_id, list_id, bucket, shard) do update set n = c.n + excluded.n
  ), given_back as (
    delete from refusal r using back
    where r.tenant_id = back.tenant_id and r.fingerprint = back.fingerprint and r.kind = back.kind
      and r.object_id = back.object_id
  )`;
