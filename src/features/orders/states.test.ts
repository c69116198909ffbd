import { describe, expect, it } from "vitest";
import { holdClock } from "../../../tests/harness/factories/clock.ts";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { anOrder } from "../../../tests/harness/factories/orders.ts";
import { actionRunner, runAction, type ActionRunner } from "../../jobs/actions.ts";
import { runOrderStatesChange } from "./jobs.ts";
import { defaultStates, categoryLookup, stateKey } from "./states.ts";
import { findOrderTotalDifferences } from "./totals.queries.ts";

const runner = actionRunner(runOrderStatesChange);

describe("states of a shop", () => {
  const meaningOf = categoryLookup(defaultStates);

  it.each([
    ["Vyřízeno", "completed"],
    [" VYŘÍZENÁ ", "completed"],
    ["dokonceno", "completed"],
    ["Vybavená", "completed"],
    ["delivered", "completed"],
    ["Storno", "cancelled"],
    ["canceled", "cancelled"],
    ["zrušená", "cancelled"],
    ["Vrátené", "returned"],
    ["Refunded", "returned"],
    ["Vyřizuje  se", "new"],
    ["Něco jiného", "new"],
  ])("%s has the category %s by default", (state, meaning) => {
    expect(meaningOf(state)).toBe(meaning);
  });

  it("are unique in the default mapping", () => {
    const keys = defaultStates.map(({ state }) => stateKey(state));
    expect(new Set(keys).size).toBe(keys.length);
  });
});

const listMeanings = async ({ api }: TestCompany) =>
  (await api.ok("listOrders", { query: { sort: "id" } })).items.map(({ meaning }) => meaning);

describe("the mapping", () => {
  it("is the default until the company sets its own, and again after an empty one", async () => {
    holdClock();
    const one = await company();
    const { api } = one;
    expect(await api.ok("listOrderStates")).toEqual({ items: defaultStates });
    const states = ["Vyřízeno", "Odesláno", "Storno"].map((state, index) =>
      anOrder(one, { externalId: String(index), email: `b${index}@example.com`, state }),
    );
    await api.ok("recordOrders", { body: { orders: states } });
    expect(await listMeanings(one)).toEqual(["completed", "new", "cancelled"]);
    const items = [
      { state: "Odesláno", meaning: "completed" },
      { state: "Storno", meaning: "returned" },
    ];
    const answer = await api.call("replaceOrderStates", {
      body: { items: [{ state: "  Odesláno", meaning: "completed", note: "x" }, items[1]] },
    });
    expect(answer).toMatchObject({ status: 200, body: { items } });
    expect(await api.ok("listOrderStates")).toEqual({ items });
    expect(await listMeanings(one)).toEqual(["new", "completed", "returned"]);
    const [, second, third] = (await api.ok("listOrders", { query: { sort: "id" } })).items;
    expect([second?.completedAt, third?.completedAt]).toEqual([one.clock.now().toISOString(), null]);
    const contact = await api.ok("getContact", { params: { id: second?.contactId ?? "" } });
    expect(contact.orderTotals).toMatchObject([{ orders: 1, total: "1290.50" }]);
    expect(await api.ok("replaceOrderStates", { body: { items: [] } })).toEqual({ items: defaultStates });
    expect(await listMeanings(one)).toEqual(["completed", "new", "cancelled"]);
    expect(await findOrderTotalDifferences(one.ctx.db)).toEqual([]);
    const [entries] = await one.ctx.db.sql`
      select count(*)::int as n from journal where tenant_id = ${one.tenantId} and type = 'order_state'`;
    expect(entries).toEqual({ n: 0 });
  });

  it("is separate per company", async () => {
    const [one, other] = [await company(), await company()];
    await one.api.ok("replaceOrderStates", { body: { items: [{ state: "x", meaning: "returned" }] } });
    expect(await other.api.ok("listOrderStates")).toEqual({ items: defaultStates });
  });

  it.each([
    ["items", {}],
    ["items.0.meaning", { items: [{ state: "a", meaning: "lost" }] }],
    ["items.0.state", { items: [{ state: "  ", meaning: "new" }] }],
    [
      "items.1.state",
      {
        items: [
          { state: "Č", meaning: "new" },
          { state: " c", meaning: "new" },
        ],
      },
    ],
  ])("is refused with the path %s", async (message, body) => {
    const { api } = await company();
    expect(await api.refused("replaceOrderStates", { body })).toEqual({
      status: 400,
      code: "validation",
      message,
      params: expect.any(Object),
    });
  });
});

describe("many orders", () => {
  const fill = async ({ api, shopId }: TestCompany) => {
    for (const part of ["a", "b", "c"]) {
      const orders = Array.from({ length: 700 }, (_, index) =>
        anOrder({ shopId }, { externalId: `${part}${index}`, email: `p${index % 90}@example.com`, state: "Odesláno" }),
      );
      await api.ok("recordOrders", { body: { orders } });
    }
  };

  it("are updated in the background, step by step, also when the worker is killed", async () => {
    const one = await company();
    const { api, ctx } = one;
    await fill(one);
    const body = { items: [{ state: "odesláno", meaning: "completed" }] };
    const answer = await api.call("replaceOrderStates", { body });
    expect(answer).toMatchObject({ status: 202, body: { items: body.items } });
    const { items: running } = await api.ok("listRunningActions");
    expect(running).toMatchObject([{ type: "order_states_changed", progress: 0 }]);
    const actionId = running[0]?.id ?? "";
    let begun = 0;
    const killed: ActionRunner = {
      type: runner.type,
      advance: async (inner, action) => {
        begun += 1;
        if (begun > 2) throw new Error("killed");
        return runner.advance(inner, action);
      },
    };
    await expect(runAction(ctx, [killed], actionId)).rejects.toThrow("killed");
    expect(await api.ok("listOrders", { query: { meaning: "completed" } })).toMatchObject({ total: 600 });
    expect(await findOrderTotalDifferences(ctx.db)).toEqual([]);
    await runAction(ctx, [runner], actionId);
    expect(await api.ok("listOrders", { query: { meaning: "completed" } })).toMatchObject({ total: 2100 });
    expect(await findOrderTotalDifferences(ctx.db)).toEqual([]);
    expect((await api.ok("listNotifications")).items).toMatchObject([
      { type: "order_states_changed", params: { orders: 2100 } },
    ]);
    const [sum] = await ctx.db.sql`
      select sum(orders)::int as orders from contact_order_total where tenant_id = ${ctx.db.tenantId}`;
    expect(sum).toEqual({ orders: 2100 });
  });
});
