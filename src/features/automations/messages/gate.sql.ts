import type { Context } from "../../../context.ts";
import { node, type SqlNode } from "../../../db/sql-node.ts";
import { blockReason } from "../../contacts/gate.sql.ts";
import { findCustomerException } from "../../contacts/queries.ts";

/**
 * Why a contact `c` gets no e-mail of the automation now; null when it gets it. E-mails of a transactional automation also
 * reach customers of a shop whose customer exception is on.
 */
export async function emailBlockReason(
  { db, clock }: Context,
  automation: { readonly shopId: string; readonly isTransactional: boolean },
): Promise<SqlNode> {
  const now = clock.now();
  const customersOf = automation.isTransactional ? await findCustomerException(db, automation.shopId, now) : undefined;
  return blockReason({ tenant: node`${db.tenantId}`, purposeId: null, now, customersOf });
}
