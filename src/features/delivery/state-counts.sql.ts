import { node, type Scalar, type SqlNode } from "../../db/sql-node.ts";

export type PreviousState = "queued" | "unknown";
type Value = SqlNode | Scalar;

/** Keeps message_state_count in step with the rows of `moved (variant_id, state)`, which all had the state `before`. */
export const applyStateCounts = (tenant: Value, source: Value, before: Value): SqlNode => node`
  delta as (
    select variant_id, state, count(*)::int as n from moved group by variant_id, state
    union all select variant_id, ${before}, -count(*)::int from moved group by variant_id
  ), counted as (
    insert into message_state_count (tenant_id, source_id, variant_id, state, n)
    select ${tenant}, ${source}, variant_id, state, n from delta where n <> 0 order by variant_id, state
    on conflict (tenant_id, source_id, variant_id, state) do update set n = message_state_count.n + excluded.n
  )`;

/** The journal payload of rows of `moved` that were sent together: contact id to domain. */
export const emailsSentPayload = (source: Value, variant: Value): SqlNode => node`
  jsonb_build_object('campaignId', ${source}::text, 'variantId', ${variant}::text, 'count', count(*),
    'sent', jsonb_object_agg(contact_id, domain))`;
