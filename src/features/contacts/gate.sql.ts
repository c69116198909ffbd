import { node, type SqlNode } from "../../db/sql-node.ts";

/** A further condition on the id of a contact. */
export type IdRange = (contactId: SqlNode) => SqlNode;
export const anyId: IdRange = () => node``;

export type GateCheck = {
  /** A value rather than a column: the planner then looks up the default purpose once and joins contacts by hash. */
  readonly tenant: SqlNode;
  /** Null means the default purpose. */
  readonly purposeId: string | null;
  /** The time of the context's clock: a consent is valid until then. */
  readonly now: Date;
  /** Repeats the statement's own limit on ids, which the planner does not carry over to other tables. */
  readonly idRange?: IdRange;
};

/**
 * The gate: may this contact get an e-mail of a campaign or automation for this purpose now? Audiences, segments'
 * `mailable` and the claim of messages all use it. It reads the suppression table, not only its copy on the contact.
 * For a statement over `contact` as `c`, of which it needs `id`, `fingerprint` and `excluded`.
 */
export const mailable = ({ tenant, purposeId, now, idRange = anyId }: GateCheck): SqlNode => node`
  (not c.excluded
    and not exists (select from suppression s where s.tenant_id = ${tenant} and s.fingerprint = c.fingerprint)
    and exists (
      select from consent k
      where k.tenant_id = ${tenant} and k.contact_id = c.id and k.state = 'valid' ${idRange(node`k.contact_id`)}
        and (k.valid_until is null or k.valid_until > ${now})
        and k.purpose_id = ${
          purposeId ?? node`(select p.id from purpose p where p.tenant_id = ${tenant} and p.is_default)`
        }))`;

/** The first reason why the gate blocks a contact; null exactly where `mailable` is true. Over `contact` as `c`. */
export const blockReason = (check: GateCheck): SqlNode => node`
  case
    when ${mailable(check)} then null
    when c.blacklisted_at is not null then 'blacklisted'
    when 'complained' in (c.status, c.suppression_reason) then 'complained'
    when 'bounced' in (c.status, c.suppression_reason) then 'bounced'
    when 'unsubscribed' in (c.status, c.suppression_reason) then 'unsubscribed'
    when c.suppression_reason is not null
      or exists (select from suppression s where s.tenant_id = ${check.tenant} and s.fingerprint = c.fingerprint) then 'suppressed'
    when c.status <> 'subscribed' then c.status
    when c.consent_weak then 'weak_consent'
    else 'no_consent'
  end`;
