import { joinNodes, node, type SqlNode } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";
import type { CompileContext } from "./compile-context.ts";
import { compileDefinition } from "./compile.sql.ts";
import type { RuleGroup } from "./grammar.ts";

/** Contacts of the shop that match the definition, as a condition on `contact c`. */
export const matchingCondition = (context: CompileContext, shopId: string, definition: RuleGroup): SqlNode =>
  node`c.tenant_id = ${context.tenantId} and c.shop_id = ${shopId} and ${context.hasMissingReference ? node`false` : compileDefinition(context, definition)}`;

/** Contacts of the snapshot. */
export const snapshotCondition = ({ tenantId }: TenantDb, segmentId: string): SqlNode => node`c.tenant_id = ${tenantId}
  and exists (select from segment_member s where s.tenant_id = ${tenantId} and s.segment_id = ${segmentId} and s.contact_id = c.id)`;

/** Any of the conditions; false when there are none. */
export const anyCondition = (conditions: readonly SqlNode[]): SqlNode =>
  conditions.length === 0
    ? node`false`
    : node`(${joinNodes(
        conditions.map((condition) => node`(${condition})`),
        node` or `,
      )})`;
