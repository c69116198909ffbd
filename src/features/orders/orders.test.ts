import { describe, expect, it } from "vitest";
import { holdClock } from "../../../tests/harness/factories/clock.ts";
import { anEmail, company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { anOrder } from "../../../tests/harness/factories/orders.ts";

const listEntries = async ({ ctx: { db } }: TestCompany) =>
  db.sql`
    select type, contact_id, payload from journal
    where tenant_id = ${db.tenantId} and type like 'order%' order by id`;

describe("an order", () => {
  it("is written and read back completely, alone and in the list", async () => {
    const one = await company();
    const { api, shopId } = one;
    const answer = await api.call("recordOrders", {
      body: anOrder(one, {
        externalId: "  2026-001 ",
        state: " Vyřízeno ",
        totalWithoutVat: "1066",
        paidAt: "2026-03-01T12:00:00+01:00",
        completedAt: "2026-03-04T08:30:00Z",
        couponCode: "MED10",
        items: [
          { code: "MED-1", name: "Lipový med", quantity: 2, price: "180.5", category: "Medy", brand: "Včelí dvůr" },
          { name: "Sleva", quantity: "1.5", price: "-20" },
        ],
        colour: "blue",
      }),
    });
    const [contact] = (await api.ok("listContacts")).items;
    const order = {
      id: expect.stringMatching(/^\d+$/),
      shopId,
      externalId: "2026-001",
      email: "jana.nova@example.com",
      contactId: contact?.id,
      state: "Vyřízeno",
      meaning: "completed",
      currency: "CZK",
      total: "1290.50",
      totalWithoutVat: "1066.00",
      createdAt: "2026-03-01T10:00:00.000Z",
      paidAt: "2026-03-01T11:00:00.000Z",
      completedAt: "2026-03-04T08:30:00.000Z",
      items: [
        { code: "MED-1", name: "Lipový med", quantity: 2, price: "180.50", category: "Medy", brand: "Včelí dvůr" },
        { code: null, name: "Sleva", quantity: 1.5, price: "-20.00", category: null, brand: null },
      ],
      couponCode: "MED10",
    };
    expect(answer).toMatchObject({ status: 201, body: order });
    const list = await api.ok("listOrders");
    expect(list).toEqual({ items: [order], total: 1, page: 1, pageSize: 25 });
    const id = list.items[0]?.id ?? "";
    expect(await api.ok("getOrder", { params: { order_id: id } })).toEqual(order);
  });

  it("sent again is replaced, and the journal has only the changes", async () => {
    const one = await company();
    const { api } = one;
    const first = await api.ok("recordOrders", {
      body: anOrder(one, { state: "Nová", items: [{ code: "A" }, { code: "B" }] }),
    });
    if (!("id" in first)) throw new Error(`expected an order, but got ${JSON.stringify(first)}`);
    const again = await api.call("recordOrders", {
      body: anOrder(one, { state: "Nová", items: [{ code: "A" }, { code: "B" }] }),
    });
    expect(again).toMatchObject({ status: 200, body: first });
    const paid = {
      state: "Vyřízeno",
      total: "99",
      paidAt: "2026-03-02T00:00:00Z",
      items: [{ code: "C", quantity: 3 }],
    };
    const changed = await api.call("recordOrders", { body: anOrder(one, paid) });
    expect(changed).toMatchObject({
      status: 200,
      body: { id: first.id, total: "99.00", meaning: "completed", items: [{ code: "C", quantity: 3 }] },
    });
    const { contactId, shopId, id: orderId } = first;
    const createdAt = "2026-03-01T10:00:00.000Z";
    expect(await listEntries(one)).toEqual([
      {
        type: "order_created",
        contactId,
        payload: {
          orderId,
          shopId,
          state: "Nová",
          meaning: "new",
          currency: "CZK",
          total: "1290.50",
          createdAt,
          title: "1290.50 CZK",
        },
      },
      {
        type: "order_state",
        contactId,
        payload: { orderId, shopId, from: "Nová", state: "Vyřízeno", meaning: "completed", title: "Vyřízeno" },
      },
      {
        type: "order_paid",
        contactId,
        payload: {
          orderId,
          shopId,
          paidAt: "2026-03-02T00:00:00.000Z",
          currency: "CZK",
          total: "99.00",
          createdAt,
          title: "99.00 CZK",
        },
      },
    ]);
    const [row] = await one.ctx.db.sql`
      select count(*)::int as items from order_item where tenant_id = ${one.tenantId}`;
    expect(row).toEqual({ items: 1 });
  });

  it("keeps times that are left out and drops those that are null", async () => {
    const one = await company();
    const paidAt = "2026-03-02T00:00:00.000Z";
    await one.api.ok("recordOrders", { body: anOrder(one, { paidAt, completedAt: paidAt }) });
    const kept = await one.api.ok("recordOrders", { body: anOrder(one, { createdAt: undefined }) });
    expect(kept).toMatchObject({ createdAt: "2026-03-01T10:00:00.000Z", paidAt, completedAt: paidAt });
    const dropped = await one.api.ok("recordOrders", { body: anOrder(one, { paidAt: null, completedAt: null }) });
    expect(dropped).toMatchObject({ paidAt: null, completedAt: null });
    const { items } = await one.api.ok("listOrders");
    expect(items).toHaveLength(1);
  });

  it("is created now if it has no time", async () => {
    holdClock();
    const one = await company();
    const order = await one.api.ok("recordOrders", { body: anOrder(one, { createdAt: undefined }) });
    expect(order).toMatchObject({ createdAt: one.clock.now().toISOString() });
  });

  it.each([
    ["shopId", { shopId: undefined }],
    ["shopId", { shopId: "999999" }],
    ["externalId", { externalId: undefined }],
    ["externalId", { externalId: "  " }],
    ["externalId", { externalId: "a\nb" }],
    ["email", { email: undefined }],
    ["email", { email: "nobody" }],
    ["state", { state: undefined }],
    ["state", { state: " " }],
    ["currency", { currency: "EUR" }],
    ["currency", { currency: "czk" }],
    ["total", { total: undefined }],
    ["total", { total: "-1" }],
    ["total", { total: 5 }],
    ["total", { total: "1,5" }],
    ["total", { total: "1.12345" }],
    ["totalWithoutVat", { totalWithoutVat: "-1" }],
    ["createdAt", { createdAt: "2026-03-01T10:00:00" }],
    ["createdAt", { createdAt: null }],
    ["paidAt", { paidAt: "2026-02-30T10:00:00Z" }],
    ["completedAt", { completedAt: "soon" }],
    ["items.1.quantity", { items: [{}, { quantity: 0 }] }],
    ["items.0.quantity", { items: [{ quantity: -1 }] }],
    ["items.0.quantity", { items: [{ quantity: "1.12345" }] }],
    ["items.0.price", { items: [{ price: "free" }] }],
    ["items.0.code", { items: [{ code: 5 }] }],
  ])("is refused with the path %s", async (message, fields) => {
    const one = await company();
    const refusal = { status: 400, code: "validation", message, params: expect.any(Object) };
    expect(await one.api.refused("recordOrders", { body: anOrder(one, fields) })).toEqual(refusal);
    expect(await one.api.ok("listContacts")).toMatchObject({ total: 0 });
    // The same in a batch, where only this order fails.
    const body = { orders: [anOrder(one, fields), anOrder(one, { externalId: "good" })] };
    expect(await one.api.ok("recordOrders", { body })).toEqual({
      created: 1,
      updated: 0,
      failed: [{ index: 0, code: "validation", message }],
    });
  });

  it("is visible only to its company", async () => {
    const [one, other] = [await company(), await company()];
    const order = await one.api.ok("recordOrders", { body: anOrder(one) });
    if (!("id" in order)) throw new Error(`expected an order, but got ${JSON.stringify(order)}`);
    const params = { order_id: order.id };
    const missing = { status: 404, code: "not_found", message: "order" };
    expect(await other.api.refused("getOrder", { params })).toMatchObject(missing);
    expect(await other.api.refused("recordOrders", { body: anOrder(one) })).toMatchObject({ message: "shopId" });
    expect(await other.api.ok("listOrders", { query: { contact: order.contactId } })).toMatchObject({ total: 0 });
    const body = { orders: [{ id: order.id, paidAt: "2026-03-02T00:00:00Z" }], apply: true };
    expect(await other.api.ok("setOrdersPaid", { body })).toMatchObject({ changed: 0, failed: [{ index: 0 }] });
    expect(await one.api.refused("getOrder", { params: { order_id: "999999" } })).toMatchObject(missing);
  });

  it("sent twice concurrently is one order", async () => {
    const one = await company({ API_LIMITS: "1000000,1000,100000000" });
    for (const externalId of ["a", "b", "c"]) {
      const answers = await Promise.all(
        ["first@example.com", "second@example.com", "first@example.com", "third@example.com"].map((email) =>
          one.api.call("recordOrders", { body: anOrder(one, { externalId, email }) }),
        ),
      );
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    }
    expect(await one.api.ok("listOrders")).toMatchObject({ total: 3 });
  });
});

describe("a batch", () => {
  it("writes the valid orders and reports the others", async () => {
    const one = await company();
    await one.api.ok("recordOrders", { body: anOrder(one, { externalId: "old" }) });
    const orders = [
      anOrder(one, { externalId: "old", total: "5" }),
      anOrder(one, { externalId: "new" }),
      5,
      anOrder(one, { externalId: "bad", currency: "USD" }),
      anOrder(one, { externalId: "new", state: "Storno" }),
      null,
      anOrder(one, { externalId: "bad", total: undefined }),
    ];
    expect(await one.api.call("recordOrders", { body: { orders } })).toMatchObject({
      status: 200,
      body: {
        created: 1,
        updated: 2,
        failed: [
          { index: 2, code: "validation", message: "order" },
          { index: 3, code: "validation", message: "currency" },
          { index: 5, code: "validation", message: "order" },
          { index: 6, code: "validation", message: "total" },
        ],
      },
    });
    const { items } = await one.api.ok("listOrders", { query: { sort: "id" } });
    expect(items.map(({ externalId, total, state }) => [externalId, total, state])).toEqual([
      ["old", "5.00", "Vyřízeno"],
      ["new", "1290.50", "Storno"],
    ]);
  });

  it.each([[[]], [Array.from({ length: 1001 }, () => ({}))], ["many"]])(
    "of 1 to 1 000 is accepted, not %#",
    async (orders) => {
      const { api } = await company();
      expect(await api.refused("recordOrders", { body: { orders } })).toMatchObject({ status: 400, message: "orders" });
    },
  );

  it("of a thousand is accepted in one request, repeatedly", async () => {
    const one = await company();
    const orders = Array.from({ length: 1000 }, (_, index) =>
      anOrder(one, {
        externalId: `O-${index}`,
        email: `buyer${index % 400}@example.com`,
        items: [{ code: `C${index % 7}`, category: "Medy" }, { name: "Doprava" }],
      }),
    );
    expect(await one.api.ok("recordOrders", { body: { orders } })).toEqual({ created: 1000, updated: 0, failed: [] });
    expect(await one.api.ok("recordOrders", { body: { orders } })).toEqual({ created: 0, updated: 1000, failed: [] });
    expect(await one.api.ok("listContacts", { query: { status: "customer" } })).toMatchObject({ total: 400 });
    const [contact] = (await one.api.ok("listContacts", { query: { q: "buyer7@example.com" } })).items;
    const full = await one.api.ok("getContact", { params: { id: contact?.id ?? "" } });
    expect(full.orderTotals).toMatchObject([{ shopId: one.shopId, currency: "CZK", orders: 3, total: "3871.50" }]);
  });
});

it("is completed when its state first means so, unless the shop says when", async () => {
  holdClock();
  const one = await company();
  const { api, clock } = one;
  const write = (fields: object) => api.ok("recordOrders", { body: anOrder(one, { ...fields }) });
  expect(await write({ state: "Nová" })).toMatchObject({ completedAt: null });
  clock.advance(1000);
  const completedAt = clock.now().toISOString();
  expect(await write({ state: "Vyřízeno" })).toMatchObject({ completedAt });
  clock.advance(1000);
  expect(await write({ state: "Doručeno" })).toMatchObject({ completedAt });
  expect(await write({ externalId: "2", completedAt: "2026-03-04T08:30:00.000Z" })).toMatchObject({
    completedAt: "2026-03-04T08:30:00.000Z",
  });
});

describe("the list", () => {
  it("filters and sorts", async () => {
    const one = await company();
    const { api } = one;
    const { id: euroShop } = await api.ok("createShop", {
      body: { name: "Slovak", language: "sk", country: "SK", currencies: ["EUR"] },
    });
    const orders = [
      anOrder(one, { externalId: "Č-1", email: "anna@example.com", total: "10", createdAt: "2026-02-28T22:59:59Z" }),
      anOrder(one, { externalId: "c-2", email: "bob@example.com", total: "9", createdAt: "2026-02-28T23:00:00Z" }),
      anOrder(one, { externalId: "x_3", email: "anna@example.com", total: "100", state: "Nová" }),
      anOrder(one, { shopId: euroShop, currency: "EUR", externalId: "E4", email: "eva@example.com", total: "1" }),
    ];
    await api.ok("recordOrders", { body: { orders } });
    const found = async (query: Record<string, unknown>) => {
      const { items, total } = await api.ok("listOrders", { query });
      expect(items).toHaveLength(total);
      return items.map(({ externalId }) => externalId);
    };
    const [anna] = (await api.ok("listContacts", { query: { q: "anna" } })).items;
    expect(await found({})).toEqual(["E4", "x_3", "c-2", "Č-1"]);
    expect(await found({ sort: "total" })).toEqual(["E4", "c-2", "Č-1", "x_3"]);
    expect(await found({ sort: "-id" })).toEqual(["E4", "x_3", "c-2", "Č-1"]);
    expect(await found({ q: "C-1" })).toEqual(["Č-1"]);
    expect(await found({ q: "č-" })).toEqual(["c-2", "Č-1"]);
    expect(await found({ q: "ANNA@" })).toEqual(["x_3", "Č-1"]);
    expect(await found({ q: "x_3" })).toEqual(["x_3"]);
    expect(await found({ q: "%" })).toEqual([]);
    expect(await found({ shop: euroShop })).toEqual(["E4"]);
    expect(await found({ contact: anna?.id })).toEqual(["x_3", "Č-1"]);
    expect(await found({ contactId: anna?.id })).toEqual(["x_3", "Č-1"]);
    expect(await found({ email: "ANNA@example.com" })).toEqual(["x_3", "Č-1"]);
    expect(await found({ email: "nobody@example.com" })).toEqual([]);
    await api.ok("deleteContact", { params: { id: anna?.id ?? "" } });
    expect(await found({ email: "anna@example.com" })).toEqual(["x_3", "Č-1"]);
    expect(await found({ contactId: anna?.id })).toEqual([]);
    expect(await found({ state: "Nová" })).toEqual(["x_3"]);
    expect(await found({ state: " NOVA " })).toEqual(["x_3"]);
    expect(await found({ state: "vyrizeno" })).toEqual(["E4", "c-2", "Č-1"]);
    expect(await found({ state: "Nov" })).toEqual([]);
    expect(await found({ state: " " })).toEqual(await found({}));
    expect(await found({ meaning: "completed", currency: "CZK" })).toEqual(["c-2", "Č-1"]);
    expect(await found({ createdFrom: "2026-03-01" })).toEqual(["E4", "x_3", "c-2"]);
    expect(await found({ createdTo: "2026-02-28" })).toEqual(["Č-1"]);
    expect(await api.ok("listOrders", { query: { page: 2, pageSize: 3 } })).toMatchObject({
      items: [{ externalId: "Č-1" }],
      total: 4,
    });
  });

  it.each([
    ["sort", "state"],
    ["sort", "total,-total"],
    ["meaning", "happy"],
    ["currency", "crowns"],
    ["shop", "x"],
    ["createdFrom", "today"],
    ["contactId", "x"],
    ["email", "anna"],
  ])("refuses %s=%s", async (name, value) => {
    const { api } = await company();
    expect(await api.refused("listOrders", { query: { [name]: value } })).toMatchObject({ status: 400, message: name });
  });
});

describe("paid times", () => {
  const paidAt = "2026-03-02T00:00:00.000Z";

  it("are answered without apply, set with it, and make an order paid once", async () => {
    const one = await company();
    const { api, shopId } = one;
    await api.ok("recordOrders", { body: anOrder(one) });
    const other = await api.ok("recordOrders", { body: anOrder(one, { externalId: "2", email: anEmail(), paidAt }) });
    if (!("id" in other)) throw new Error(`expected an order, but got ${JSON.stringify(other)}`);
    const orders = [
      { shopId, externalId: "2026-001", paidAt },
      { id: other.id, paidAt: "2026-03-03T00:00:00Z" },
      { shopId, externalId: "unknown", paidAt },
      { id: "999999", paidAt },
    ];
    const failed = [2, 3].map((index) => ({ index, code: "not_found", message: "order" }));
    const outcome = { changed: 2, unchanged: 0, failed };
    expect(await api.ok("setOrdersPaid", { body: { orders } })).toEqual({ applied: false, ...outcome });
    const paid = async () => (await api.ok("listOrders", { query: { sort: "id" } })).items.map((order) => order.paidAt);
    expect(await paid()).toEqual([null, paidAt]);
    expect(await api.ok("setOrdersPaid", { body: { orders, apply: true } })).toEqual({ applied: true, ...outcome });
    expect(await paid()).toEqual([paidAt, "2026-03-03T00:00:00.000Z"]);
    expect(await api.ok("setOrdersPaid", { body: { orders, apply: true } })).toMatchObject({
      changed: 0,
      unchanged: 2,
    });
    const history = await listEntries(one);
    expect(history.filter(({ type }) => type === "order_paid")).toHaveLength(2);
  });

  it.each([
    ["orders", { orders: [] }],
    ["orders.0.paidAt", { orders: [{ id: "1" }] }],
    ["orders.0.paidAt", { orders: [{ id: "1", paidAt: "yesterday" }] }],
    ["orders.0.id", { orders: [{ paidAt }] }],
    ["orders.0.externalId", { orders: [{ shopId: "1", paidAt }] }],
  ])("are refused with the path %s", async (message, body) => {
    const { api } = await company();
    expect(await api.refused("setOrdersPaid", { body })).toMatchObject({ status: 400, message });
  });
});
