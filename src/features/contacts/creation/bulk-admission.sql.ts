import { constantNode, node, type SqlNode } from "../../../db/sql-node.ts";
import {
  admittedColumns,
  admittedConsentState,
  admittedState,
  admittedStatus,
  admittedValues,
  consentAction,
  consentColumns,
  consentValues,
} from "./admission.sql.ts";

/**
 * Statements for an import, which admits thousands of candidates with assigned ids and reads nothing back. `candidates` is a
 * query as `admission.sql.ts` needs it, with `id`; the planner merges the subquery.
 */
export const insertCandidates = (candidates: SqlNode): SqlNode => node`
  insert into contact (${admittedColumns}, id, initial_status)
  select ${admittedValues}, f.id, ${admittedStatus}
  from (${candidates}) f`;

/** The contacts that `insertCandidates` inserts, computed from the candidates: reading them back costs more. */
export const admittedContacts = (candidates: SqlNode): SqlNode => node`
  select f.tenant_id, f.id, f.shop_id, f.source, f.at, f.consents, f.purpose_id, f.valid_months, f.consent_source, 'N' as engagement,
    ${admittedStatus} as status, ${admittedState} as state,
    ${admittedConsentState} as consent_state, f.reason as suppression_reason
  from (${candidates}) f`;

/**
 * Consents of the contacts in `new`, as `admittedContacts` answers them. The column `proof` stands for the event: purpose,
 * basis, source and time of a consent never change.
 */
export const insertConsentsWithProof = constantNode(node`
  insert into consent (${consentColumns}, proof)
  select ${consentValues}, ${consentAction} from new a where a.consents`);
