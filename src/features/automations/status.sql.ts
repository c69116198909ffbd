import { node, type SqlNode } from "../../db/sql-node.ts";

/** Pauses every active automation of all companies. */
export const pauseAllAutomations: SqlNode = node`
  update automation set status = 'paused', updated_at = now() where status = 'active' returning tenant_id, id, name`;
