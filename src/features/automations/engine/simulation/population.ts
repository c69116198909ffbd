import type { Context } from "../../../../context.ts";
import { node, type SqlNode } from "../../../../db/sql-node.ts";
import { membersCondition } from "../../../segments/membership.ts";
import { findSegment } from "../../../segments/queries.ts";
import { listOf } from "../../graph/config-field.ts";
import type { GraphNode } from "../../graph/graph.ts";
import type { RunningAutomation } from "../claim.queries.ts";
import * as conditions from "./population.sql.ts";

/**
 * The contacts that would enter through a trigger by the data of today, as a condition on `contact c`: those for whom its
 * event has happened. Undefined where no data says so, as for contacts that are added by hand.
 */
export async function populationOf(
  ctx: Context,
  { shopId }: RunningAutomation,
  { type, config }: GraphNode,
): Promise<SqlNode | undefined> {
  const tenant = ctx.db.tenantId;
  switch (type) {
    case "contact_created":
      return node`c.shop_id = ${shopId}`;
    case "subscribed":
    case "unsubscribed":
      return node`c.shop_id = ${shopId} and c.status = ${type}`;
    case "list_added":
      return conditions.isMember(tenant, listOf(config["listIds"]).map(String));
    case "segment_entered": {
      const segment = await findSegment(ctx.db, String(config["segmentId"]));
      return segment === undefined ? node`false` : membersCondition(ctx, segment);
    }
    case "order_created":
      return conditions.hasOrder(tenant, shopId, node`true`);
    case "order_state":
      return conditions.hasOrder(tenant, shopId, node`o.state = any(${listOf(config["states"]).map(String)})`);
    case "order_paid":
      return conditions.hasOrder(tenant, shopId, node`o.paid_at is not null`);
    case "date":
      return conditions.hasDate(String(config["field"]));
    case "email_opened":
      return conditions.hasMessage(tenant, config, node`m.opened_at is not null`);
    case "email_clicked":
      return conditions.hasMessage(tenant, config, node`m.clicked_at is not null`);
    case "event":
      return conditions.hasEvent(tenant, node`e.type = 'custom' and e.name = ${String(config["name"])}`);
    case "page_visit":
      return conditions.hasEvent(tenant, node`e.type = 'page_visit'`);
    case "cart_abandoned":
      return conditions.hasEvent(tenant, node`e.type = 'cart'`);
    default:
      return undefined;
  }
}
