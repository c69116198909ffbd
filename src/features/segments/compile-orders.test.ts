import { describe, it } from "vitest";
import { check, type RuleCase } from "../../../tests/harness/oracles/segments/expected-sql.ts";

/** Thirty days before the today of the test context, and its end. */
const [since, until] = [new Date("2026-02-08T23:00:00.000Z"), new Date("2026-03-11T23:00:00.000Z")];

describe("completed orders", () => {
  it.each<RuleCase>([
    [{ type: "order_count", operator: "gte", count: "0" }, "true", []],
    [
      { type: "order_count", operator: "gte", count: "1" },
      "exists (select from contact_order_total o where o.tenant_id = $1 and o.contact_id = c.id)",
      ["7"],
    ],
    [
      { type: "order_count", operator: "gte", count: "3" },
      "exists (select from (select o.contact_id from contact_order_total o where o.tenant_id = $1 group by o.contact_id having sum(o.orders) >= $2) b where b.contact_id = c.id)",
      ["7", 3],
    ],
    [
      { type: "order_count", operator: "gte", count: "1", days: "30" },
      "exists (select from shop_order o where o.tenant_id = $1 and o.state_category = 'completed' and o.created_at >= $2 and o.created_at < $3 and o.contact_id = c.id)",
      ["7", since, until],
    ],
    [
      { type: "order_count", operator: "gte", count: "3", shopId: "2", days: "30" },
      "exists (select from (select o.contact_id from shop_order o where o.tenant_id = $1 and o.shop_id = $2 and o.state_category = 'completed' and o.created_at >= $3 and o.created_at < $4 group by o.contact_id having count(*) >= $5) b where b.contact_id = c.id)",
      ["7", "2", since, until, 3],
    ],
    [
      { type: "order_count", operator: "lte", count: "0" },
      "not exists (select from contact_order_total o where o.tenant_id = $1 and o.contact_id = c.id)",
      ["7"],
    ],
    [
      { type: "order_count", operator: "lte", count: "2", shopId: "2" },
      "not exists (select from (select o.contact_id from contact_order_total o where o.tenant_id = $1 and o.shop_id = $2 group by o.contact_id having sum(o.orders) >= $3) b where b.contact_id = c.id)",
      ["7", "2", 3],
    ],
    [
      { type: "order_count", operator: "eq", count: "0" },
      "not exists (select from contact_order_total o where o.tenant_id = $1 and o.contact_id = c.id)",
      ["7"],
    ],
    [
      { type: "order_count", operator: "eq", count: "2" },
      "exists (select from (select o.contact_id from contact_order_total o where o.tenant_id = $1 group by o.contact_id having sum(o.orders) = $2) b where b.contact_id = c.id)",
      ["7", 2],
    ],
    [
      { type: "order_value", operator: "gte", amount: "1500.50", currency: "CZK", shopId: "2", days: "90" },
      "exists (select from (select o.contact_id from shop_order o where o.tenant_id = $1 and o.shop_id = $2 and o.state_category = 'completed' and o.created_at >= $3 and o.created_at < $4 and o.currency = $5 group by o.contact_id having sum(o.total) >= $6) b where b.contact_id = c.id)",
      ["7", "2", new Date("2025-12-10T23:00:00.000Z"), until, "CZK", "1500.50"],
    ],
    [
      { type: "order_value", operator: "gte", amount: "1500.50", currency: "CZK", shopId: "2" },
      "exists (select from contact_order_total o where o.tenant_id = $1 and o.shop_id = $2 and o.currency = $3 and o.total >= $4 and o.contact_id = c.id)",
      ["7", "2", "CZK", "1500.50"],
    ],
    [
      { type: "rfm", operator: "not_in", value: "loyal, lost", currency: "CZK", shopId: "2" },
      "not exists (select from rfm_score r where r.tenant_id = $1 and r.shop_id = $2 and r.currency = $3 and r.rfm_group in ($4, $5) and r.contact_id = c.id)",
      ["7", "2", "CZK", "loyal", "lost"],
    ],
    [
      { type: "order_value", operator: "gte", amount: "0", currency: "CZK", shopId: "2" },
      "not exists (select from contact_order_total o where o.tenant_id = $1 and o.shop_id = $2 and o.currency = $3 and o.total < $4 and o.contact_id = c.id)",
      ["7", "2", "CZK", "0"],
    ],
    [
      { type: "order_value", operator: "lte", amount: "100", currency: "CZK", shopId: "2" },
      "not exists (select from contact_order_total o where o.tenant_id = $1 and o.shop_id = $2 and o.currency = $3 and o.total > $4 and o.contact_id = c.id)",
      ["7", "2", "CZK", "100"],
    ],
    [
      { type: "order_value", operator: "lte", amount: "100", currency: "CZK", shopId: "2", days: "90" },
      "not exists (select from (select o.contact_id from shop_order o where o.tenant_id = $1 and o.shop_id = $2 and o.state_category = 'completed' and o.created_at >= $3 and o.created_at < $4 and o.currency = $5 group by o.contact_id having sum(o.total) > $6) b where b.contact_id = c.id)",
      ["7", "2", new Date("2025-12-10T23:00:00.000Z"), until, "CZK", "100"],
    ],
    [
      { type: "last_order", operator: "in_last_days", days: "30" },
      "exists (select from shop_order o where o.tenant_id = $1 and o.state_category = 'completed' and o.created_at >= $2 and o.created_at < $3 and o.contact_id = c.id)",
      ["7", since, until],
    ],
    [
      { type: "last_order", operator: "not_in_last_days", days: "30", shopId: "2" },
      "not exists (select from shop_order o where o.tenant_id = $1 and o.shop_id = $2 and o.state_category = 'completed' and o.created_at >= $3 and o.created_at < $4 and o.contact_id = c.id)",
      ["7", "2", since, until],
    ],
    [
      { type: "last_order", operator: "before", date: "2026-01-01" },
      "(exists (select from contact_order_total o where o.tenant_id = $1 and o.contact_id = c.id) and not exists (select from contact_order_total o where o.tenant_id = $2 and o.last_at >= $3 and o.contact_id = c.id))",
      ["7", "7", new Date("2025-12-31T23:00:00.000Z")],
    ],
    [
      { type: "last_order", operator: "after", date: "2026-01-01", shopId: "2" },
      "exists (select from contact_order_total o where o.tenant_id = $1 and o.shop_id = $2 and o.last_at >= $3 and o.contact_id = c.id)",
      ["7", "2", new Date("2026-01-01T23:00:00.000Z")],
    ],
    [
      { type: "order_attribute", attribute: "code", operator: "eq", value: " Á-1 " },
      "exists (select from order_item i join shop_order o on o.tenant_id = $1 and o.id = i.order_id where i.tenant_id = $2 and i.code_key = $3 and o.state_category = 'completed' and o.contact_id = c.id)",
      ["7", "7", "a-1"],
    ],
    [
      { type: "order_attribute", attribute: "category", operator: "neq", value: "Boty", shopId: "2", days: "30" },
      "not exists (select from (select i.order_id, null::bigint as shop_id from order_item i where i.tenant_id = $1 and i.category_key = $2 union all select i.order_id, f.shop_id from feed_item p join feed f on f.tenant_id = $3 and f.id = p.feed_id join order_item i on i.tenant_id = $4 and i.code_key = p.code_key and i.category_key is null where p.tenant_id = $5 and p.category_key = $6) i join shop_order o on o.tenant_id = $7 and o.id = i.order_id and (i.shop_id is null or i.shop_id = o.shop_id) where o.state_category = 'completed' and o.shop_id = $8 and o.created_at >= $9 and o.created_at < $10 and o.contact_id = c.id)",
      ["7", "boty", "7", "7", "7", "boty", "7", "2", since, until],
    ],
    [
      { type: "order_attribute", attribute: "brand", operator: "eq", value: "Nike", days: "30" },
      "exists (select from (select i.order_id, null::bigint as shop_id from order_item i where i.tenant_id = $1 and i.brand_key = $2 union all select i.order_id, f.shop_id from feed_item p join feed f on f.tenant_id = $3 and f.id = p.feed_id join order_item i on i.tenant_id = $4 and i.code_key = p.code_key and i.brand_key is null where p.tenant_id = $5 and p.brand_key = $6) i join shop_order o on o.tenant_id = $7 and o.id = i.order_id and (i.shop_id is null or i.shop_id = o.shop_id) where o.state_category = 'completed' and o.created_at >= $8 and o.created_at < $9 and o.contact_id = c.id)",
      ["7", "nike", "7", "7", "7", "nike", "7", since, until],
    ],
  ])("%j", (rule, text, params) => check(rule, text, params));
});
