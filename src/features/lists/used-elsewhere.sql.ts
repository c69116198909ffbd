import { node, type SqlNode } from "../../db/sql-node.ts";

export const isNeverUsed: SqlNode = node`false`;

export const joinByOr = (left: SqlNode, right: SqlNode): SqlNode => node`(${left}) or (${right})`;

/** The contact is in another list that people made (every contact is in the lists of its shop), or used by another feature. */
export const usedElsewhere = (tenantId: string, listId: string, otherUse: SqlNode): SqlNode => node`
  exists (
    select from list_member m join list l on l.tenant_id = ${tenantId} and l.id = m.list_id and l.deleted_at is null
    where m.tenant_id = ${tenantId} and m.contact_id = c.id and m.list_id <> ${listId} and m.state <> 'removed'
      and l.system_kind is null)
  or ${otherUse}`;
