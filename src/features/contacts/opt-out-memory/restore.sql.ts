import { inlinedPart, part, partIfRows, type Part } from "../../../db/parts.ts";
import { node, type SqlNode } from "../../../db/sql-node.ts";
import { addToListCounts, bucketOf, shards } from "../counts.sql.ts";
import { insertMembers } from "../memberships/members.sql.ts";

/** The saved opt-outs of a fingerprint: whether any, whether of this purpose, whether a confirmation is missing. */
export const savedOptOuts = (tenantId: string, fingerprint: SqlNode, purposeId: SqlNode): SqlNode => node`
  select count(*) > 0 as has_saved_opt_outs, coalesce(bool_or(kind = 'purpose' and object_id = ${purposeId}), false) as is_withdrawn,
    coalesce(bool_or(kind = 'confirmation'), false) as is_unconfirmed
  from deleted_contact_opt_out where tenant_id = ${tenantId} and fingerprint = ${fingerprint} offset 0`;

/**
 * Restores the saved opt-outs of new contacts in `created` (tenant_id, id, state, fingerprint, at, and the purpose of
 * their consent, if any) and deletes the saved rows.
 */
export const restoreOptOuts = (tenantId: string, created: SqlNode): readonly Part<SqlNode>[] => [
  part(
    "restored",
    ["created"],
    node`
    select created.tenant_id, created.id, created.state, created.at, created.purpose_id, created.fingerprint, r.kind, r.object_id,
      r.at as opted_out_at
    from (${created}) created join deleted_contact_opt_out r on r.tenant_id = ${tenantId} and r.fingerprint = created.fingerprint`,
    "materialized",
  ),
  partIfRows(
    "withdrawn",
    ["restored"],
    node`
    insert into consent (tenant_id, contact_id, purpose_id, state, basis, source, at, withdrawn_at)
    select tenant_id, id, object_id, 'withdrawn', 'none', 'service', opted_out_at, opted_out_at
    from restored where kind = 'purpose' and object_id is distinct from purpose_id
    returning tenant_id, contact_id, purpose_id, at`,
  ),
  partIfRows(
    "withdrawal",
    ["withdrawn"],
    node`
    insert into consent_event (tenant_id, contact_id, purpose_id, action, basis, source, at)
    select tenant_id, contact_id, purpose_id, 'refused', 'none', 'service', at from withdrawn`,
  ),
  partIfRows(
    "locked_list",
    ["restored"],
    node`
    select id from list
    where tenant_id = ${tenantId} and id = any(array(select object_id from restored where kind = 'list'))
      and deleted_at is null and system_kind is null
    for key share`,
    "materialized",
  ),
  inlinedPart(
    "left_list",
    ["restored", "locked_list"],
    node`
    select restored.* from restored join locked_list l on l.id = restored.object_id where restored.kind = 'list'`,
    "materialized",
  ),
  partIfRows(
    "restored_member",
    ["left_list"],
    insertMembers(node`
      select tenant_id, object_id, id, 'unsubscribed', at, opted_out_at, opted_out_at, at from left_list`),
  ),
  partIfRows(
    "left_count",
    ["left_list"],
    addToListCounts(node`
    select tenant_id, object_id as list_id, ${bucketOf(node`'unsubscribed'`, node`state`)} as bucket,
      id % ${shards} as shard, 1 as n
    from left_list`),
  ),
  partIfRows(
    "consumed",
    ["restored"],
    node`
    delete from deleted_contact_opt_out r using restored
    where r.tenant_id = ${tenantId} and r.fingerprint = restored.fingerprint and r.kind = restored.kind
      and r.object_id = restored.object_id`,
  ),
];
