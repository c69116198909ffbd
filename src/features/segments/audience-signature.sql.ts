import { node, type SqlNode } from "../../db/sql-node.ts";

const selectOnly = (audience: SqlNode, only: SqlNode, other: SqlNode): SqlNode => node`
  (case when coalesce(jsonb_array_length(${audience}->${other}), 0) = 0
    and jsonb_array_length(${audience}->${only}) = 1 then (${audience}->${only}->>0)::bigint end)`;

const onlyList = (audience: SqlNode): SqlNode => selectOnly(audience, node`'listIds'`, node`'segmentIds'`);

const onlySegment = (audience: SqlNode): SqlNode => selectOnly(audience, node`'segmentIds'`, node`'listIds'`);

/** The signature of the list or segment that is all of an audience; empty without one. */
export const signatureOfAudience = (tenantId: string, audience: SqlNode): SqlNode => node`
  coalesce(
    (select l.signature_html from list l
      where l.tenant_id = ${tenantId} and l.id = ${onlyList(audience)} and l.deleted_at is null),
    (select s.signature_html from segment s where s.tenant_id = ${tenantId} and s.id = ${onlySegment(audience)}),
    '')`;
