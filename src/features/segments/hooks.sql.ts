import { node, type SqlNode } from "../../db/sql-node.ts";
import { runSegmentConversion } from "./convert-to-list.ts";

/** Deletes the contacts in `old` from snapshots of segments. */
export const deleteSegmentMembers = (tenantId: string): SqlNode => node`
  delete from segment_member where tenant_id = ${tenantId} and contact_id = any(array(select id from old))`;

/** A condition on a row of `background_action`: it turns a segment into one of the lists. */
export const actionsOnLists = (_tenantId: string, listIds: readonly string[]): SqlNode => node`
  type = ${runSegmentConversion.type} and (params ->> 'listId') = any(string_to_array(${listIds.join(",")}, ','))`;

export const fileReferences = (tenantId: string, key: string): readonly SqlNode[] => [
  node`
    select 'segment' as kind, id, name from segment
    where tenant_id = ${tenantId} and position(${key} in signature_html) > 0`,
];
