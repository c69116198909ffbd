import { node, type SqlNode } from "../../../../db/sql-node.ts";
import { customFieldIdOf } from "../../graph/config-field.ts";
import type { JsonObject } from "../../graph/json.ts";

/** Conditions on `contact c`. */
export const nobody = node`false`;

export const isOfShop = (shopId: string): SqlNode => node`c.shop_id = ${shopId}`;

export const hasStatus = (shopId: string, status: string): SqlNode =>
  node`${isOfShop(shopId)} and c.status = ${status}`;

export const isMember = (tenantId: string, listIds: readonly string[]): SqlNode => node`
  exists (select from list_member m where m.tenant_id = ${tenantId} and m.contact_id = c.id
    and m.list_id = any(${listIds}::bigint[]) and m.state in ('confirmed', 'unconfirmed'))`;

/** `which` is a condition on `shop_order o`. */
const hasOrderWith = (tenantId: string, shopId: string, which: SqlNode): SqlNode => node`
  exists (select from shop_order o
    where o.tenant_id = ${tenantId} and o.contact_id = c.id and o.shop_id = ${shopId} and ${which})`;

export const hasOrder = (tenantId: string, shopId: string): SqlNode => hasOrderWith(tenantId, shopId, node`true`);

export const hasOrderInState = (tenantId: string, shopId: string, states: readonly string[]): SqlNode =>
  hasOrderWith(tenantId, shopId, node`o.state = any(${states})`);

export const hasPaidOrder = (tenantId: string, shopId: string): SqlNode =>
  hasOrderWith(tenantId, shopId, node`o.paid_at is not null`);

export function hasDate(field: string): SqlNode {
  if (field === "birthday") return node`c.birthday is not null`;
  if (field === "nameDay") return node`c.name_day is not null`;
  return node`c.custom_fields ->> ${customFieldIdOf(field) ?? ""}::text is not null`;
}

/** A message of the campaign, of the automation or its node, or any message; `which` is a condition on `message m`. */
function hasMessage(tenantId: string, { campaignId, automationId, node: key }: JsonObject, which: SqlNode): SqlNode {
  const ofCampaign = typeof campaignId === "string" ? node`and m.source_id = ${campaignId}` : node``;
  const ofNode = typeof key === "string" ? node`and s.node = ${key}` : node``;
  const ofAutomation =
    typeof automationId === "string"
      ? node`and m.source_id in (select s.id from automation_email_source s
          where s.tenant_id = ${tenantId} and s.automation_id = ${automationId} ${ofNode})`
      : node``;
  return node`exists (select from message m
    where m.tenant_id = ${tenantId} and m.contact_id = c.id and ${which} ${ofCampaign} ${ofAutomation})`;
}

export const hasOpened = (tenantId: string, config: JsonObject): SqlNode =>
  hasMessage(tenantId, config, node`m.opened_at is not null`);

/** A named link is found by the clicks of people that its message counts. */
export const hasClicked = (tenantId: string, config: JsonObject): SqlNode =>
  hasMessage(
    tenantId,
    config,
    typeof config["url"] === "string"
      ? node`exists (select from jsonb_each(m.links) k join message_link l on l.tenant_id = ${tenantId}
          and l.source_id = m.source_id and l.variant_id = m.variant_id and l.number::text = k.key
        where (k.value ->> 'clicks')::int > 0 and ${isLink(node`l.url`, config["url"])})`
      : node`m.clicked_at is not null`,
  );

/** As `signals.ts` compares: parameters of campaigns may have been added to the address. */
const isLink = (url: SqlNode, wanted: string): SqlNode =>
  node`(${url} = ${wanted}::text or starts_with(${url}, ${`${wanted}${wanted.includes("?") ? "&" : "?"}utm_`}::text))`;

/** An event of the shop of the automation, or of no shop. `which` is a condition on `contact_event e`. */
const hasEventWith = (tenantId: string, shopId: string, which: SqlNode): SqlNode => node`
  exists (select from contact_event e where e.tenant_id = ${tenantId} and e.contact_id = c.id
    and coalesce(e.shop_id, ${shopId}) = ${shopId} and ${which})`;

export const hasEvent = (tenantId: string, shopId: string, type: "cart" | "page_visit"): SqlNode =>
  hasEventWith(tenantId, shopId, node`e.type = ${type}`);

export const hasNamedEvent = (tenantId: string, shopId: string, name: string): SqlNode =>
  hasEventWith(tenantId, shopId, node`e.name = ${name}`);
