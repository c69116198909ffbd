import type { Fragment, SqlTag } from "../../db/client.ts";
import { toFragment, node, type SqlNode } from "../../db/sql-node.ts";

/** A further condition on the id of a contact. */
export type IdRange = (contactId: SqlNode) => SqlNode;
export const anyId: IdRange = () => node``;

/**
 * The gate: may this contact get a campaign or an automation's e-mail for this purpose now? The one place that knows,
 * asked by audiences, by segments' `mailable`, and again when a message is claimed. It does not trust the copy of the
 * suppression on the contact alone, but asks the suppression itself. Stands in a statement over `contact` as `c`, of
 * which it needs `id`, `fingerprint` and `excluded`. With the company given as a value the planner looks up the default
 * purpose once and joins thousands of contacts by hash. `within` narrows a contact's id down where the statement does: the
 * planner does not know by itself that other tables need not be read from their beginning.
 */
export const mailable = (tenant: SqlNode, purposeId: string | null, idRange: IdRange = anyId): SqlNode => node`
  (not c.excluded
    and not exists (select from suppression s where s.tenant_id = ${tenant} and s.fingerprint = c.fingerprint)
    and exists (
      select from consent k
      where k.tenant_id = ${tenant} and k.contact_id = c.id and k.state = 'valid' ${idRange(node`k.contact_id`)}
        and (k.valid_until is null or k.valid_until > now())
        and k.purpose_id = ${
          purposeId ?? node`(select p.id from purpose p where p.tenant_id = ${tenant} and p.is_default)`
        }))`;

export const isMailable = (sql: SqlTag, purposeId: string | null): Fragment =>
  toFragment(sql, mailable(node`c.tenant_id`, purposeId));

/** Why the gate refuses: the first reason that holds, null exactly where `mailable` lets through. Over `contact` as `c`. */
export const blockReason = (tenant: SqlNode, purposeId: string | null): SqlNode => node`
  case
    when ${mailable(tenant, purposeId)} then null
    when c.blacklisted_at is not null then 'blacklisted'
    when 'complained' in (c.status, c.suppression_reason) then 'complained'
    when 'bounced' in (c.status, c.suppression_reason) then 'bounced'
    when 'unsubscribed' in (c.status, c.suppression_reason) then 'unsubscribed'
    when c.suppression_reason is not null
      or exists (select from suppression s where s.tenant_id = ${tenant} and s.fingerprint = c.fingerprint) then 'suppressed'
    when c.status <> 'subscribed' then c.status
    when c.consent_weak then 'weak_consent'
    else 'no_consent'
  end`;
