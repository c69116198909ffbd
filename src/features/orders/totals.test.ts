import { array, assert, asyncProperty, boolean, constantFrom, nat, oneof, record } from "fast-check";
import { expect, it } from "vitest";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { anOrder } from "../../../tests/harness/factories/orders.ts";
import { findContactCountDifferences } from "../contacts/counts.sql.ts";
import { findOrderTotalDifferences } from "./totals.queries.ts";
import { runs } from "../../../tests/harness/scope.ts";

/** Few orders, buyers and days, so that they collide. */
const order = record({
  number: nat(5),
  shop: nat(1),
  buyer: nat(2),
  state: constantFrom("Nová", "Vyřízeno", "Storno", "Odesláno"),
  currency: constantFrom("CZK", "EUR"),
  total: constantFrom("0", "0.0001", "10.10", "99999999.99"),
  day: nat(3),
});

const step = oneof(
  {
    weight: 6,
    arbitrary: record({
      kind: constantFrom("orders" as const),
      orders: array(order, { minLength: 1, maxLength: 6 }),
      alone: boolean(),
    }),
  },
  { weight: 1, arbitrary: record({ kind: constantFrom("delete" as const), buyer: nat(2) }) },
  { weight: 1, arbitrary: record({ kind: constantFrom("states" as const), isSentCompleted: boolean() }) },
);

const emails = ["a@example.com", "b@example.com", "c@example.com"];
const highLimits = { API_LIMITS: "1000000,1000,100000000" };

async function twoShops(one: TestCompany): Promise<string[]> {
  await one.api.ok("updateShop", { params: { shop_id: one.shopId }, body: { currencies: ["CZK", "EUR"] } });
  const { id } = await one.api.ok("createShop", {
    body: { name: "Second", language: "sk", country: "SK", currencies: ["EUR", "CZK"] },
  });
  return [one.shopId, id];
}

async function check({ ctx: { db } }: TestCompany) {
  expect(await findOrderTotalDifferences(db)).toEqual([]);
  expect(await findContactCountDifferences(db)).toEqual([]);
  const stray = await db.sql`
    select o.id from shop_order o left join contact c on c.tenant_id = o.tenant_id and c.email = o.email
    where o.tenant_id = ${db.tenantId} and o.contact_id is distinct from c.id`;
  expect(stray).toEqual([]);
}

it("equal the counted orders after random writes", { timeout: 120_000 }, async () => {
  await assert(
    asyncProperty(array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const one = await company(highLimits);
      const { api } = one;
      const shops = await twoShops(one);
      const toBody = ({
        number,
        shop,
        buyer,
        day,
        ...fields
      }: {
        number: number;
        shop: number;
        buyer: number;
        day: number;
      }) => ({
        ...fields,
        externalId: String(number),
        shopId: shops[shop],
        email: emails[buyer],
        createdAt: `2026-03-0${day + 1}T10:00:00Z`,
      });
      for (const next of steps) {
        if (next.kind === "orders" && next.alone) {
          for (const given of next.orders) await api.ok("recordOrders", { body: toBody(given) });
        } else if (next.kind === "orders") {
          const answer = await api.ok("recordOrders", { body: { orders: next.orders.map(toBody) } });
          expect(answer).toMatchObject({ failed: [] });
        } else if (next.kind === "delete") {
          const { items } = await api.ok("listContacts", { query: { q: emails[next.buyer] } });
          for (const { id } of items) await api.ok("deleteContact", { params: { id } });
          continue;
        } else {
          const items = [
            { state: "vyřízeno", meaning: "completed" },
            { state: "odesláno", meaning: next.isSentCompleted ? "completed" : "new" },
          ];
          await api.ok("replaceOrderStates", { body: { items } });
        }
        expect(await findOrderTotalDifferences(one.ctx.db)).toEqual([]);
      }
      // Deleted contacts are created again and get their orders back.
      const orders = emails.map((email, index) => ({
        ...toBody({ number: 100 + index, shop: 0, buyer: index, day: 1 }),
        email,
        state: "Vyřízeno",
        currency: "CZK",
        total: "1",
      }));
      await api.ok("recordOrders", { body: { orders } });
      await check(one);
    }),
    { numRuns: runs(40) },
  );
});

it(
  "are exact under concurrent orders, batches, deletions and changes of the mapping",
  { timeout: 60_000 },
  async () => {
    const one = await company(highLimits);
    const { api, shopId } = one;
    const write = (number: number, buyer: number, state: string) => ({
      shopId,
      externalId: String(number),
      email: emails[buyer % 3],
      state,
      currency: "CZK",
      total: String(number + 1),
    });
    for (let round = 0; round < 8; round += 1) {
      const { items } = await api.ok("listContacts", { query: { q: emails[round % 3] } });
      const answers = await Promise.all([
        ...[0, 1, 2, 3].map((number) =>
          api.call("recordOrders", { body: write(number, number + round, round % 2 === 0 ? "Vyřízeno" : "Nová") }),
        ),
        api.call("recordOrders", {
          body: { orders: [3, 2, 1, 0, 7].map((number) => write(number, number * round, "Vyřízeno")) },
        }),
        api.call("replaceOrderStates", {
          body: { items: [{ state: "vyřízeno", meaning: round % 3 === 0 ? "returned" : "completed" }] },
        }),
        ...items.map(({ id }) => api.call("deleteContact", { params: { id } })),
      ]);
      expect(answers.filter(({ status }) => status >= 300)).toEqual([]);
      expect(await findOrderTotalDifferences(one.ctx.db)).toEqual([]);
    }
    await api.ok("recordOrders", { body: { orders: emails.map((_, buyer) => write(90 + buyer, buyer, "Vyřízeno")) } });
    await check(one);
  },
);

it("that differ from the orders are reported", async () => {
  const one = await company();
  const order = await one.api.ok("recordOrders", { body: anOrder(one) });
  if (!("id" in order)) throw new Error(`expected an order, but got ${JSON.stringify(order)}`);
  const key = `${order.contactId} ${one.shopId} CZK`;
  const { db } = one.ctx;
  expect(await findOrderTotalDifferences(db)).toEqual([]);
  await db.sql`update contact_order_total set total = total + 0.0001 where tenant_id = ${db.tenantId}`;
  expect(await findOrderTotalDifferences(db)).toEqual([{ key }]);
  await db.sql`delete from contact_order_total where tenant_id = ${db.tenantId}`;
  expect(await findOrderTotalDifferences(db)).toEqual([{ key }]);
});
