import { array, assert, asyncProperty, constantFrom, nat, record } from "fast-check";
import { describe, expect, it } from "vitest";
import { holdClock } from "../../../../tests/harness/factories/clock.ts";
import { anEmail, company, testWorkerOf, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { anOrder } from "../../../../tests/harness/factories/orders.ts";
import { allJobs, loadBackground, runNightly } from "../../../composition/background.ts";
import { computeRfm } from "./compute.ts";
import { rfmGroups } from "./groups.ts";
import { rfmJob, rfmRefreshJob } from "./jobs.ts";
import { runs } from "../../../../tests/harness/scope.ts";

const empty = rfmGroups.map((key) => ({ key, contacts: 0, orders: 0, revenue: "0.00" }));

async function runJob(own: TestCompany, name: string): Promise<void> {
  const handler = allJobs(await loadBackground()).find(({ job }) => job.name === name);
  await handler?.run(testWorkerOf(own), name === rfmJob.name ? { tenantId: own.tenantId } : {});
}

/** Buyer n of `count` has n orders, the last one n days after the others' start. */
async function sellTo(own: TestCompany, count: number): Promise<string[]> {
  const emails = Array.from({ length: count }, anEmail);
  const orders = emails.flatMap((email, index) =>
    Array.from({ length: index + 1 }, (_, order) =>
      anOrder(own, {
        email,
        externalId: `${email} ${order}`,
        total: "10",
        createdAt: new Date(Date.parse("2026-01-01T12:00:00Z") + order * 86_400_000).toISOString(),
      }),
    ),
  );
  await own.api.ok("recordOrders", { body: { orders } });
  return emails;
}

describe("RFM", () => {
  it("is off at first, computed after the request, and repeatable", async () => {
    holdClock();
    const own = await company();
    const off = {
      requestedAt: null,
      computedAt: null,
      shopId: own.shopId,
      currency: "CZK",
      contacts: 0,
      groups: empty,
    };
    expect(await own.api.ok("getRfm")).toEqual({ state: "off", ...off });
    await sellTo(own, 5);
    const requestedAt = own.clock.now().toISOString();
    expect(await own.api.ok("requestRfm")).toEqual({ state: "requested", requestedAt });
    expect(await own.api.ok("getRfm")).toEqual({ state: "requested", ...off, requestedAt });
    own.clock.advance(1000);
    expect(await own.api.ok("requestRfm")).toEqual({ state: "requested", requestedAt });
    await runJob(own, rfmJob.name);
    const on = await own.api.ok("getRfm", { query: { shop: own.shopId, currency: "CZK" } });
    expect(on).toMatchObject({ state: "on", requestedAt, computedAt: own.clock.now().toISOString(), contacts: 5 });
    expect(on.groups.filter(({ contacts }) => contacts > 0)).toEqual([
      { key: "champions", contacts: 1, orders: 5, revenue: "50.00" },
      { key: "loyal", contacts: 1, orders: 4, revenue: "40.00" },
      { key: "need_attention", contacts: 1, orders: 3, revenue: "30.00" },
      { key: "hibernating", contacts: 1, orders: 2, revenue: "20.00" },
      { key: "lost", contacts: 1, orders: 1, revenue: "10.00" },
    ]);
    expect(await own.api.ok("requestRfm")).toEqual({ state: "on", requestedAt });
  });

  it("counts completed orders of each shop and currency apart", async () => {
    const own = await company();
    await own.api.ok("updateShop", { params: { shop_id: own.shopId }, body: { currencies: ["CZK", "EUR"] } });
    const order = (fields: Record<string, unknown>) =>
      own.api.ok("recordOrders", { body: anOrder(own, { email: anEmail(), externalId: anEmail(), ...fields }) });
    await order({ currency: "EUR", total: "7" });
    await order({ state: "Nová" });
    await own.api.ok("requestRfm");
    await runJob(own, rfmJob.name);
    expect(await own.api.ok("getRfm")).toMatchObject({ contacts: 0, currency: "CZK" });
    const euros = await own.api.ok("getRfm", { query: { currency: "EUR" } });
    expect(euros.groups.filter(({ contacts }) => contacts > 0)).toMatchObject([{ contacts: 1, revenue: "7.00" }]);
  });

  it("is computed again after changes of orders and every night, and forgets deleted contacts", async () => {
    const own = await company();
    const [email] = await sellTo(own, 2);
    await own.api.ok("requestRfm");
    await runJob(own, rfmJob.name);
    await own.runListeners();
    const countContacts = async () => (await own.api.ok("getRfm")).contacts;
    await runJob(own, rfmRefreshJob.name);
    expect(await countContacts()).toBe(2);
    await own.api.ok("recordOrders", { body: anOrder(own, { email: anEmail(), externalId: "new" }) });
    await own.runListeners();
    await runJob(own, rfmRefreshJob.name);
    expect(await countContacts()).toBe(3);
    const { items } = await own.api.ok("listContacts", { query: { q: email } });
    await own.api.ok("deleteContact", { params: { id: items[0]?.id ?? "" } });
    const rows = await own.ctx.db.sql`select from rfm_score where tenant_id = ${own.tenantId}`;
    expect(rows).toHaveLength(2);
    const { nightly } = await loadBackground();
    await runNightly(testWorkerOf(own), { nightly: nightly.filter(({ name }) => name === "RFM scores"), checks: [] });
    expect(await countContacts()).toBe(2);
  });

  it("refuses another company's shop and a currency that the shop does not have", async () => {
    const [own, other] = [await company(), await company()];
    const refused = (query: Record<string, unknown>) => own.api.refused("getRfm", { query });
    expect(await refused({ shop: other.shopId })).toMatchObject({ status: 400, code: "validation", message: "shop" });
    expect(await refused({ currency: "USD" })).toMatchObject({ status: 400, code: "validation", message: "currency" });
    await sellTo(other, 1);
    await computeRfm(other.ctx.db, other.clock.now());
    expect((await own.api.ok("getRfm")).contacts).toBe(0);
  });

  it("selects contacts of segments by group", async () => {
    const own = await company();
    const emails = await sellTo(own, 5);
    await own.aContact();
    await own.api.ok("requestRfm");
    await runJob(own, rfmJob.name);
    const countMatching = async (rule: Record<string, unknown>) => {
      const rules = [{ type: "rfm", currency: "CZK", shopId: own.shopId, ...rule }];
      const body = { shopId: own.shopId, definition: { type: "group", match: "all", rules } };
      return (await own.api.ok("previewSegment", { body })).matched;
    };
    expect(await countMatching({ operator: "in", value: "champions, lost" })).toBe(2);
    expect(await countMatching({ operator: "not_in", value: "champions" })).toBe(emails.length);
    const refused = (rule: Record<string, unknown>) => {
      const rules = [{ type: "rfm", operator: "in", value: "lost", currency: "CZK", shopId: own.shopId, ...rule }];
      const definition = { type: "group", match: "all", rules };
      return own.api.refused("previewSegment", { body: { shopId: own.shopId, definition } });
    };
    const other = await company();
    expect(await refused({ value: "rich" })).toMatchObject({ status: 400, message: "definition.0.value" });
    expect(await refused({ operator: "eq" })).toMatchObject({ status: 400, message: "definition.0.operator" });
    expect(await refused({ currency: "USD" })).toMatchObject({ status: 400, message: "definition.0.currency" });
    expect(await refused({ shopId: other.shopId })).toMatchObject({ status: 400, message: "definition.0.shopId" });
  });
});

type Buyer = { orders: number; day: number; total: number };

/** The rule in plain code. */
function groupOf(buyer: Buyer, all: readonly Buyer[]): string {
  const score = (value: (one: Buyer) => number) =>
    1 + Math.floor((5 * all.filter((other) => value(other) < value(buyer)).length) / all.length);
  const [r, mean] = [score(({ day }) => day), (score(({ orders }) => orders) + score(({ total }) => total)) / 2];
  const fm = Math.round(mean);
  if (r <= 2 && fm === 5) return "cannot_lose";
  if (r <= 2 && fm >= 3) return "at_risk";
  if (r === 1 && fm === 1) return "lost";
  if (r <= 2) return "hibernating";
  if (r === 3 && fm <= 2) return "about_to_sleep";
  if (r === 3 && fm === 3) return "need_attention";
  if (r === 5 && fm >= 4) return "champions";
  if (fm >= 4) return "loyal";
  if (fm >= 2) return "potential_loyalists";
  return r === 5 ? "new_customers" : "promising";
}

it("scores as plain code does, with many equal values", async () => {
  const own = await company();
  const { db } = own.ctx;
  const ids = await Promise.all(Array.from({ length: 25 }, async () => (await own.aContact()).id));
  const buyer = record({ orders: constantFrom(1, 1, 1, 2, 3), day: nat(6), total: nat(8) });
  await assert(
    asyncProperty(array(buyer, { minLength: 1, maxLength: ids.length }), async (buyers) => {
      await db.sql`delete from contact_order_total where tenant_id = ${db.tenantId}`;
      const rows = buyers.map(({ orders, day, total }, index) => {
        const at = new Date(Date.parse("2026-03-01T12:00:00Z") + day * 86_400_000);
        const key = { tenantId: db.tenantId, contactId: ids[index] ?? "", shopId: own.shopId, currency: "CZK" };
        return { ...key, orders, total: String(total), firstAt: at, lastAt: at };
      });
      await db.sql`insert into contact_order_total ${db.sql(rows)}`;
      await computeRfm(db, own.clock.now());
      const scores = await db.sql<{ contactId: string; rfmGroup: string }[]>`
        select contact_id, rfm_group from rfm_score where tenant_id = ${db.tenantId}`;
      expect(new Map(scores.map(({ contactId, rfmGroup }) => [contactId, rfmGroup]))).toEqual(
        new Map(buyers.map((one, index) => [ids[index], groupOf(one, buyers)])),
      );
    }),
    { numRuns: runs(60) },
  );
});
