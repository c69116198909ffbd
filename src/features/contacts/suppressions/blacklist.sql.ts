import { node, type SqlNode } from "../../../db/sql-node.ts";

/** Blacklists addresses that are not suppressed: `addresses` answers `tenant_id`, `fingerprint` and `email`. */
export const insertBlacklistings = (addresses: SqlNode, { source, at }: { source: string; at: Date }): SqlNode => node`
  insert into suppression (tenant_id, fingerprint, email, reason, source, blacklisted, created_at)
  select a.tenant_id, a.fingerprint, a.email, 'manual', ${source}, true, ${at} from (${addresses}) a`;

/** Marks the contacts in `old`, which have no suppression, as blacklisted. */
export const blacklistContacts = (tenantId: string, at: Date): SqlNode => node`
  update contact c set suppression_reason = 'manual', suppression_note = null, suppressed_at = ${at},
    blacklisted_at = ${at}, updated_at = ${at}
  from old where c.tenant_id = ${tenantId} and c.id = old.id
  returning c.tenant_id, c.id, c.shop_id, c.status, c.state, c.engagement, c.source`;
