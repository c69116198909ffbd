import { node, type SqlNode } from "../../db/sql-node.ts";

/** Sign-ups prove consents: they stay when their contacts, those in `old`, are deleted. */
export const unlinkSignUps = (tenantId: string): SqlNode => node`
  update form_signup set contact_id = null where tenant_id = ${tenantId} and contact_id = any(array(select id from old))`;
