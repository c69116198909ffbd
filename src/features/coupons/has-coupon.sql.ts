import { node, type SqlNode } from "../../db/sql-node.ts";

/** A condition on `contact c`: it has a code of the stack. */
export const hasCoupon = (tenantId: string, stackId: string): SqlNode => node`
  exists (select from coupon k where k.tenant_id = ${tenantId} and k.contact_id = c.id and k.stack_id = ${stackId})`;
