import { inlinedPart, partIfRows, type Part } from "../../db/parts.ts";
import { node, type Scalar, type SqlNode } from "../../db/sql-node.ts";

export type PreviousState = "queued" | "unknown";
type Value = SqlNode | Scalar;

/** Keeps message_state_count in step with the rows of `moved (variant_id, state)`, which all had the state `before`. */
export const applyStateCounts = (tenant: Value, source: Value, before: Value): readonly Part<SqlNode>[] => [
  inlinedPart(
    "delta",
    ["moved"],
    node`
    select variant_id, state, count(*)::int as n from moved group by variant_id, state
    union all select variant_id, ${before}, -count(*)::int from moved group by variant_id`,
  ),
  partIfRows(
    "counted",
    ["delta"],
    node`
    insert into message_state_count (tenant_id, source_id, variant_id, state, n)
    select ${tenant}, ${source}, variant_id, state, n from delta where n <> 0 order by variant_id, state
    on conflict (tenant_id, source_id, variant_id, state) do update set n = message_state_count.n + excluded.n`,
  ),
];

/** The payload of `emailsSent` for rows of `moved` that were sent together. */
export const emailsSentPayload = (source: Value, variant: Value) => ({
  campaignId: node`${source}::text`,
  variantId: node`${variant}::text`,
  count: node`count(*)`,
  sent: node`jsonb_object_agg(contact_id, domain)`,
});
