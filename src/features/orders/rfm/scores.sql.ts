import { node, type SqlNode } from "../../../db/sql-node.ts";

/** Deletes the scores of the contacts in `old`. */
export const deleteScores = (tenantId: string): SqlNode => node`
  delete from rfm_score where tenant_id = ${tenantId} and contact_id = any(array(select id from old))`;
