import type { Context } from "../../../../context.ts";
import type { SqlNode } from "../../../../db/sql-node.ts";
import { membersCondition } from "../../../segments/membership.ts";
import { findSegment } from "../../../segments/queries.ts";
import { asList } from "../../graph/config-field.ts";
import type { GraphNode } from "../../graph/graph.ts";
import type { RunningAutomation } from "../claim.queries.ts";
import * as conditions from "./population.sql.ts";

/**
 * The contacts that would enter through a trigger by the data of today, as a condition on `contact c`: those for whom its
 * event has happened. Undefined where no data says so, as for contacts that are added by hand.
 */
export async function describePopulation(
  ctx: Context,
  { shopId }: RunningAutomation,
  { type, config }: GraphNode,
): Promise<SqlNode | undefined> {
  const tenant = ctx.db.tenantId;
  switch (type) {
    case "contact_created":
      return conditions.isOfShop(shopId);
    case "subscribed":
    case "unsubscribed":
      return conditions.hasStatus(shopId, type);
    case "list_added":
      return conditions.isMember(tenant, asList(config["listIds"]).map(String));
    case "segment_entered": {
      const segment = await findSegment(ctx.db, String(config["segmentId"]));
      return segment === undefined ? conditions.nobody : membersCondition(ctx, segment);
    }
    case "order_created":
      return conditions.hasOrder(tenant, shopId);
    case "order_state":
      return conditions.hasOrderInState(tenant, shopId, asList(config["states"]).map(String));
    case "order_paid":
      return conditions.hasPaidOrder(tenant, shopId);
    case "date":
      return conditions.hasDate(String(config["field"]));
    case "email_opened":
      return conditions.hasOpened(tenant, config);
    case "email_clicked":
      return conditions.hasClicked(tenant, config);
    case "event":
      return conditions.hasNamedEvent(tenant, shopId, String(config["name"]));
    case "page_visit":
      return conditions.hasEvent(tenant, shopId, "page_visit");
    case "cart_abandoned":
      return conditions.hasEvent(tenant, shopId, "cart");
    default:
      return undefined;
  }
}
