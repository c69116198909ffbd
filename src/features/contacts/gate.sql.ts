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
  /** Set for e-mails of a shop whose customer exception is on. */
  readonly customersOf?: CustomerException | undefined;
};

/** Buyers of the shop since then get its campaigns without a consent, unless they opted out. */
export type CustomerException = { readonly shopId: string; readonly since: Date };

/**
 * The gate: may this contact get an e-mail of a campaign or automation for this purpose now? Audiences, mailable members
 * of segments and the claim of messages all use it. It reads the suppression table, not only its copy on the contact.
 * For a statement over `contact` as `c`, of which it needs `id`, `fingerprint` and `excluded`.
 */
export const mailable = (check: GateCheck): SqlNode =>
  check.customersOf === undefined
    ? hasConsent(check)
    : node`(${hasConsent(check)} or ${isCustomer(check, check.customersOf)})`;

/**
 * The gate of the default purpose for counts over many contacts, by their stored state, which follows consents and
 * suppressions; only consents that ended since the last run of the job that marks them are looked up. Over `contact` as
 * `c`, of which it needs `id`, `state` and `excluded`.
 */
export const countsAsMailable = (check: Pick<GateCheck, "tenant" | "now">): SqlNode => node`
  (c.state = 'active' and not c.excluded
    and (c.id not in (
      select k.contact_id from consent k
      where k.tenant_id = ${check.tenant} and k.state = 'valid' and k.valid_until <= ${check.now})
      or ${hasValidConsent({ ...check, purposeId: null })}))`;

/**
 * Whether the consent behind the stored state `active` of a row of `contact` is over. A job marks such contacts every minute
 * (`consents/expiry.queries.ts`); what is shown follows the time, as the gate does.
 */
export const isConsentOver = (check: Pick<GateCheck, "tenant" | "now">, contact: SqlNode): SqlNode => node`
  (${contact}.state = 'active' and exists (
    select from consent ended
    where ended.tenant_id = ${check.tenant} and ended.contact_id = ${contact}.id and ended.state = 'valid'
      and ended.valid_until <= ${check.now}
      and not ${hasValidConsent({ ...check, purposeId: null }, node`ended.contact_id`)}))`;

/** The state of a row of `contact` at the time of the check. */
export const shownState = (check: Pick<GateCheck, "tenant" | "now">, contact: SqlNode): SqlNode =>
  node`case when ${isConsentOver(check, contact)} then 'unconfirmed' else ${contact}.state end`;

export const isSuppressed = ({ tenant }: GateCheck): SqlNode =>
  node`exists (select from suppression s where s.tenant_id = ${tenant} and s.fingerprint = c.fingerprint)`;

const purposeOf = ({ tenant, purposeId }: GateCheck): SqlNode =>
  node`${purposeId ?? node`(select p.id from purpose p where p.tenant_id = ${tenant} and p.is_default)`}`;

const hasConsent = (check: GateCheck): SqlNode => node`
  (not c.excluded
    and not ${isSuppressed(check)}
    and ${hasValidConsent(check)})`;

const hasValidConsent = (check: GateCheck, contactId = node`c.id`): SqlNode => {
  const { tenant, now, idRange = anyId } = check;
  return node`exists (
      select from consent k
      where k.tenant_id = ${tenant} and k.contact_id = ${contactId} and k.state = 'valid' ${idRange(node`k.contact_id`)}
        and (k.valid_until is null or k.valid_until > ${now})
        and k.purpose_id = ${purposeOf(check)})`;
};

/** A buyer who never consented. A withdrawn consent is an opt-out. */
const isCustomer = (check: GateCheck, { shopId, since }: CustomerException): SqlNode => node`
  (c.status = 'customer' and not c.consent_weak and c.suppression_reason is null and c.blacklisted_at is null
    and not ${isSuppressed(check)}
    and not exists (
      select from consent k where k.tenant_id = ${check.tenant} and k.contact_id = c.id and k.state = 'withdrawn'
        and k.purpose_id = ${purposeOf(check)})
    and exists (
      select from shop_order o where o.tenant_id = ${check.tenant} and o.contact_id = c.id and o.shop_id = ${shopId}
        and o.created_at >= ${since} and o.state_category <> 'cancelled'))`;

/** The first reason why the gate blocks a contact; null exactly where `mailable` is true. Over `contact` as `c`. */
export const blockReason = (check: GateCheck): SqlNode => node`
  case
    when ${mailable(check)} then null
    when c.blacklisted_at is not null then 'blacklisted'
    when 'complained' in (c.status, c.suppression_reason) then 'complained'
    when 'bounced' in (c.status, c.suppression_reason) then 'bounced'
    when 'unsubscribed' in (c.status, c.suppression_reason) then 'unsubscribed'
    when c.suppression_reason is not null
      or ${isSuppressed(check)} then 'suppressed'
    when c.consent_weak and c.status in ('subscribed', 'customer') then 'weak_consent'
    when c.status <> 'subscribed' then c.status
    else 'no_consent'
  end`;
