import { constantNode, node, rawIdentifier, type SqlNode } from "../../../db/sql-node.ts";
import { profileFields } from "../../../kernel/contact-columns.ts";
import { profileColumn, profileColumnList } from "../contact-columns.sql.ts";

/**
 * The rules of part 3 for addresses that become contacts, for every way in. They stand over a candidate `f` with the columns
 * `consents` (the company holds a consent), `reason` (of a suppression), `is_withdrawn` and `is_unconfirmed` (saved
 * opt-outs of a deleted contact), `is_default` (the consent is to the default purpose), `customer_exception` and `shop_language` (of the shop) and the columns that are stored.
 */
const outcome = (unconfirmed: SqlNode, subscribed: SqlNode): SqlNode => node`
  case when f.reason <> 'manual' then f.reason when f.is_unconfirmed then ${unconfirmed}
    when f.consents and not f.is_withdrawn then ${subscribed} else 'customer' end`;

/** A suppressed address gets the status of its suppression; a purpose that was withdrawn leaves a customer. */
export const admittedStatus = constantNode(outcome(node`'pending'`, node`'subscribed'`));

/** The same as the generated column `state`, for statements that do not read the contact back. */
export const admittedState = constantNode(node`
  case when f.blacklisted_at is not null then 'blacklisted'
    else ${outcome(node`'unconfirmed'`, node`case when f.is_default then 'active' else 'unconfirmed' end`)} end`);

const isConsentHeld = node`(f.consents and not f.is_withdrawn and not f.is_unconfirmed)`;

/** The shop's own exception applies only to customers who stated nothing. */
export const admittedConsentBasis = constantNode(node`
  case when ${isConsentHeld} then 'imported'
    when not f.consents and f.customer_exception and f.reason is null and not f.is_unconfirmed
      then 'soft_opt_in_customer'
    else 'none' end`);

/** A consent to a suppressed address or to a withdrawn purpose is stored as withdrawn; a pending one waits for the confirmation. */
export const admittedConsentState = constantNode(node`
  case when f.is_withdrawn or f.reason <> 'manual' then 'withdrawn' when f.is_unconfirmed then 'pending' else 'valid' end`);

export const admittedColumns = constantNode(node`
  tenant_id, email, fingerprint, shop_id, status, status_at, source, sources, created_at, custom_fields, consent_basis,
  consent_at, consent_weak, suppression_reason, suppression_note, suppressed_at, blacklisted_at, search, grams, name_key,
  lacks_consent, ${profileColumnList}`);

const profileValues = rawIdentifier(
  profileFields
    .map((field) => (field === "language" ? "coalesce(f.language, f.shop_language)" : `f.${profileColumn(field)}`))
    .join(", "),
);

/** Values in the order of `admittedColumns`. */
export const admittedValues = constantNode(node`
  f.tenant_id, f.email, f.fingerprint, f.shop_id, ${admittedStatus}, f.at, f.source, f.sources, f.at, f.custom_fields,
  ${admittedConsentBasis}, case when ${isConsentHeld} then f.at end, f.consents and f.is_weak, f.reason, f.detail,
  f.suppressed_at, f.blacklisted_at, f.search, f.grams, f.name_key, ${isConsentHeld} and not f.is_default,
  ${profileValues}`);

export const consentColumns = constantNode(
  node`tenant_id, contact_id, purpose_id, state, basis, source, at, withdrawn_at, valid_until`,
);

/** Values in the order of `consentColumns`, over an admitted contact `a` with its `consent_state`. */
export const consentValues = constantNode(node`
  a.tenant_id, a.id, a.purpose_id, a.consent_state, 'imported', a.consent_source, a.at,
  case when a.consent_state = 'withdrawn' then a.at end, a.at + make_interval(months => a.valid_months)`);

/** What the history of consents says about it. */
export const consentAction = constantNode(node`
  case when a.consent_state = 'withdrawn' then 'refused' when a.consent_state = 'pending' then 'requested'
    else 'given' end`);
