import { node, type SqlNode } from "../../db/sql-node.ts";

/** A select of the ids of segments that read one of the lists, also through other segments. */
export const segmentsOfLists = (tenantId: string, listIds: readonly string[]): SqlNode => node`
  with recursive by_list as (
    select id from segment where tenant_id = ${tenantId} and jsonb_path_exists(definition,
      '$.** ? (@.type == "list" && @.listId == $ids[*])', jsonb_build_object('ids', ${[...listIds]}::text[]))
    union
    select r.segment_id from segment_reference r join by_list b on r.tenant_id = ${tenantId} and r.target_id = b.id
  ) select id from by_list`;
