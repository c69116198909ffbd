import { node, type SqlNode } from "../../db/sql-node.ts";

/** Deletes the messages of the contacts in `old`, except those that the erasure skipped. */
export const deleteMessagesOfContacts = (tenantId: string): SqlNode => node`
  delete from message where tenant_id = ${tenantId} and contact_id = any(array(select id from old))
    and not (state = 'skipped' and reason is not distinct from 'erased')`;
