import { node, type SqlNode } from "../../db/sql-node.ts";

/** An assignment has no foreign key, because it belongs to objects of several tables. */
export const deleteContactLabels = (tenantId: string): SqlNode => node`
  delete from label_assignment
  where tenant_id = ${tenantId} and kind = 'contact' and object_id = any(array(select id from old))`;
