import { describe, expect, it } from "vitest";
import { holdClock } from "../../../tests/harness/factories/clock.ts";
import { anEmail, company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { anOrder } from "../../../tests/harness/factories/orders.ts";
import { findContactCountDifferences } from "../contacts/counts.sql.ts";
import { isMailable } from "../../../tests/harness/oracles/mailable.ts";
import { findOrderTotalDifferences } from "./totals.queries.ts";

async function record({ api, shopId }: TestCompany, fields: Record<string, unknown>) {
  const answer = await api.ok("recordOrders", { body: anOrder({ shopId }, fields) });
  if (!("id" in answer)) throw new Error(`expected an order, but got ${JSON.stringify(answer)}`);
  return answer;
}

const readContact = ({ api }: TestCompany, { contactId }: { contactId: string | null }) =>
  api.ok("getContact", { params: { id: contactId ?? "" } });

async function check({ ctx: { db } }: TestCompany) {
  expect(await findContactCountDifferences(db)).toEqual([]);
  expect(await findOrderTotalDifferences(db)).toEqual([]);
  const mailable = await db.sql`
    select c.email from contact c where c.tenant_id = ${db.tenantId} and ${isMailable(db)}
      and c.source = 'order'`;
  expect(mailable).toEqual([]);
}

describe("an unknown buyer", () => {
  it("becomes a customer without a consent", async () => {
    holdClock();
    const one = await company();
    const order = await record(one, { email: " New.Buyer@Example.com" });
    const at = one.clock.now().toISOString();
    const contact = await readContact(one, order);
    expect(contact).toMatchObject({
      email: "new.buyer@example.com",
      status: "customer",
      state: "customer",
      excluded: true,
      source: "order",
      sources: [{ source: "order", at }],
      consentBasis: "none",
      consentAt: null,
      language: "cs",
      shopId: one.shopId,
      createdAt: at,
      orders: [
        {
          id: order.id,
          shopId: one.shopId,
          externalId: "2026-001",
          state: "Vyřízeno",
          currency: "CZK",
          total: "1290.50",
          createdAt: "2026-03-01T10:00:00.000Z",
        },
      ],
      orderTotals: [
        {
          shopId: one.shopId,
          currency: "CZK",
          orders: 1,
          total: "1290.50",
          firstAt: "2026-03-01T10:00:00.000Z",
          lastAt: "2026-03-01T10:00:00.000Z",
        },
      ],
      recentActivities: [
        { type: "order_created", title: "1290.50 CZK" },
        { type: "contact_created", title: "customer" },
      ],
    });
    expect(await one.api.ok("listContactPurposes", { params: { id: contact.id } })).toEqual({ items: [], history: [] });
    expect((await one.api.ok("listContacts", { query: { q: "new.buy" } })).total).toBe(1);
    await check(one);
  });

  it("is mailable if the shop has the exception for customers", async () => {
    const one = await company();
    await one.api.ok("updateConsentSettings", { params: { shop_id: one.shopId }, body: { customerException: true } });
    const order = await record(one, {});
    expect(await readContact(one, order)).toMatchObject({ status: "customer", consentBasis: "soft_opt_in_customer" });
    await check(one);
  });

  it("keeps the opt-out of the address", async () => {
    const one = await company();
    const { id, email } = await one.aContact();
    await one.api.ok("unsubscribeContact", { params: { id }, body: { note: "no more" } });
    await one.api.ok("deleteContact", { params: { id } });
    const order = await record(one, { email });
    expect(await readContact(one, order)).toMatchObject({
      status: "unsubscribed",
      suppressionReason: "unsubscribed",
      suppressionNote: "no more",
      consentBasis: "none",
      excluded: true,
    });
    await check(one);
  });

  it("stays on the blacklist", async () => {
    const one = await company();
    const email = anEmail();
    await one.api.ok("createSuppression", { body: { email, detail: "spam trap" } });
    const order = await record(one, { email });
    expect(await readContact(one, order)).toMatchObject({
      status: "customer",
      state: "blacklisted",
      suppressionReason: "manual",
      blacklisted: true,
    });
    await check(one);
  });
});

describe("a buyer who is a contact", () => {
  it("is linked and otherwise unchanged", async () => {
    const one = await company();
    const before = await one.aContact({ email: "jana.nova@example.com" });
    const order = await record(one, { state: "Nová" });
    expect(order.contactId).toBe(before.id);
    const { orders, recentActivities, ...after } = await readContact(one, order);
    expect(before).toMatchObject(after);
    expect(orders).toHaveLength(1);
    expect(recentActivities).toHaveLength(2);
    await check(one);
  });

  it("has the newest twenty orders in the contact and all of them in the export", async () => {
    const one = await company();
    const orders = Array.from({ length: 23 }, (_, index) =>
      anOrder(one, {
        externalId: String(index),
        createdAt: `2026-03-${String(index + 1).padStart(2, "0")}T10:00:00Z`,
        items: [{ name: "Med" }],
      }),
    );
    await one.api.ok("recordOrders", { body: { orders } });
    const [contact] = (await one.api.ok("listContacts")).items;
    const params = { id: contact?.id ?? "" };
    const full = await one.api.ok("getContact", { params });
    expect(full.orders.map(({ externalId }) => externalId)).toEqual(
      Array.from({ length: 20 }, (_, index) => String(22 - index)),
    );
    const exported = await one.api.ok("exportContact", { params });
    expect(exported.orders).toHaveLength(23);
    expect(exported.orders[0]).toMatchObject({
      externalId: "22",
      total: "1290.50",
      items: [{ name: "Med", quantity: 1 }],
    });
  });

  it("moves an order to another buyer when the shop changes the address", async () => {
    const one = await company();
    const first = await record(one, { email: "a@example.com" });
    const second = await record(one, { email: "b@example.com" });
    expect(second.id).toBe(first.id);
    expect((await readContact(one, first)).orderTotals).toEqual([]);
    expect((await readContact(one, second)).orderTotals).toMatchObject([{ orders: 1 }]);
    await check(one);
  });
});

describe("a contact that is deleted", () => {
  it("leaves its orders, which are linked again when an order creates the contact again", async () => {
    const one = await company();
    const first = await record(one, {});
    await one.api.ok("deleteContact", { params: { id: first.contactId ?? "" } });
    const params = { order_id: first.id };
    expect(await one.api.ok("getOrder", { params })).toMatchObject({ contactId: null, email: "jana.nova@example.com" });
    await check(one);
    const second = await record(one, { externalId: "2" });
    const contact = await readContact(one, second);
    expect(contact.orders.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(contact.orderTotals).toMatchObject([{ orders: 2, total: "2581.00" }]);
    await check(one);
  });

  it("has its orders again when it is created by the API", async () => {
    const one = await company();
    const first = await record(one, {});
    await one.api.ok("deleteContact", { params: { id: first.contactId ?? "" } });
    const again = await one.aContact({ email: "jana.nova@example.com" });
    expect(again).toMatchObject({ status: "subscribed", orders: [{ id: first.id }], orderTotals: [{ orders: 1 }] });
    await check(one);
  });
});

describe("an erased address", () => {
  it("leaves its orders without an address and is not created again by an order", async () => {
    const one = await company();
    const first = await record(one, {});
    await one.api.ok("eraseContact", { params: { id: first.contactId ?? "" }, body: { confirm: true } });
    const nameless = { email: null, contactId: null };
    expect(await one.api.ok("getOrder", { params: { order_id: first.id } })).toMatchObject(nameless);
    expect(await record(one, { total: "7" })).toMatchObject({ ...nameless, id: first.id, total: "7.00" });
    expect(await record(one, { externalId: "2" })).toMatchObject(nameless);
    const batch = { orders: [anOrder(one, { externalId: "3" })] };
    expect(await one.api.ok("recordOrders", { body: batch })).toMatchObject({ created: 1 });
    expect(await one.api.ok("listContacts")).toMatchObject({ total: 0 });
    expect(await one.api.ok("listOrders", { query: { q: "jana" } })).toMatchObject({ total: 0 });
    expect(await one.api.ok("listOrders")).toMatchObject({ total: 3 });
    await check(one);
  });
});
