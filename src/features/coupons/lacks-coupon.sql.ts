import { node, type SqlNode } from "../../db/sql-node.ts";

/** A condition on `contact c`: it has no code of the stack. */
export const lacksCoupon = (tenantId: string, stackId: string): SqlNode => node`
  not exists (select from coupon k where k.tenant_id = ${tenantId} and k.contact_id = c.id and k.stack_id = ${stackId})`;
