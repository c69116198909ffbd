import { describe, expect, it, onTestFinished } from "vitest";
import { holdClock } from "../../../../tests/harness/factories/clock.ts";
import {
  aGraph,
  anActiveAutomation,
  enteredOf,
  paramsOf,
  runEntries,
  startedBy,
} from "../../../../tests/harness/factories/automations.ts";
import { insertContactsOfCity } from "../../../../tests/harness/factories/bulk-contacts.ts";
import {
  anEmail,
  company,
  companyOfSmallVolumes,
  type TestCompany,
} from "../../../../tests/harness/factories/company.ts";
import { anOrder } from "../../../../tests/harness/factories/orders.ts";
import { days, hours, minutes } from "../../../kernel/local-time.ts";
import { recordEvent } from "../../events/service.ts";

/** Two rounds within 75 seconds: the clock of tests stands still between them. */
async function within75Seconds(test: TestCompany): Promise<void> {
  await runEntries(test, 37_000);
  await runEntries(test, 37_000);
}

const moveTo = ({ api }: TestCompany, id: string, city: string) =>
  api.ok("updateContact", { params: { id }, body: { city } });

describe("the segment trigger", () => {
  async function inBrno(test: TestCompany, config: Record<string, unknown> = {}) {
    const rules = [{ type: "field", field: "city", operator: "eq", value: "Brno" }];
    const body = {
      name: "Brno",
      shopId: test.shopId,
      refresh: "daily",
      definition: { type: "group", match: "all", rules },
    };
    const { id: segmentId } = await test.api.ok("createSegment", { body });
    const automation = await anActiveAutomation(test, startedBy("segment_entered", { segmentId, ...config }));
    return { ...automation, segmentId };
  }

  it("lets in who enters the segment, not those inside at the activation", async () => {
    const test = await company();
    await test.aContact({ city: "Brno" });
    const mover = await test.aContact({ city: "Praha" });
    const automation = await inBrno(test);
    await within75Seconds(test);
    expect(await enteredOf(test, automation)).toEqual([]);
    await moveTo(test, mover.id, "Brno");
    const born = await test.aContact({ city: "Brno" });
    await within75Seconds(test);
    expect(await enteredOf(test, automation)).toEqual([mover.id, born.id]);
    await within75Seconds(test);
    expect(await enteredOf(test, automation)).toHaveLength(2);
  });

  it("lets in again who left the segment and came back", async () => {
    const test = await company();
    const { id } = await test.aContact({ city: "Brno" });
    const automation = await inBrno(test, { reentry: "always" });
    for (const city of ["Praha", "Brno", "Praha", "Brno"]) {
      await moveTo(test, id, city);
      await within75Seconds(test);
    }
    expect(await enteredOf(test, automation)).toEqual([id, id]);
  });

  it("does not make up for a pause", async () => {
    const test = await company();
    const automation = await inBrno(test);
    await test.api.ok("pauseAutomation", { params: paramsOf(automation) });
    await test.aContact({ city: "Brno" });
    await within75Seconds(test);
    await test.api.ok("activateAutomation", { params: paramsOf(automation) });
    const later = await test.aContact({ city: "Brno" });
    await within75Seconds(test);
    expect(await enteredOf(test, automation)).toEqual([later.id]);
  });

  it("waits while sending is switched off and then makes up for it", async () => {
    const test = await company();
    const automation = await inBrno(test);
    const { id } = await test.aContact({ city: "Brno" });
    await test.api.ok("updateCompany", { body: { sendingEnabled: false } });
    await within75Seconds(test);
    expect(await enteredOf(test, automation)).toEqual([]);
    await test.api.ok("updateCompany", { body: { sendingEnabled: true } });
    await runEntries(test);
    expect(await enteredOf(test, automation)).toEqual([id]);
  });

  it("goes on when the graph is saved without a change of the trigger", async () => {
    const test = await company();
    const automation = await inBrno(test);
    const { id } = await test.aContact({ city: "Brno" });
    const config = { segmentId: automation.segmentId, reentry: "once" };
    const graph = aGraph({ t: ["segment_entered", config], end: ["end"] }, ["t end"]);
    const body = { graph, baseVersion: 1, confirmRunning: true };
    await test.api.ok("saveAutomationGraph", { params: paramsOf(automation), body });
    await within75Seconds(test);
    expect(await enteredOf(test, automation)).toEqual([id]);
  });

  it("forgets deleted contacts", async () => {
    const test = await company();
    const { id } = await test.aContact({ city: "Brno" });
    await inBrno(test);
    await test.api.ok("deleteContact", { params: { id } });
    const { db } = test.ctx;
    expect([...(await db.sql`select from automation_segment_member where tenant_id = ${db.tenantId}`)]).toEqual([]);
  });
});

describe("the date trigger", () => {
  /** The company is in Prague. */
  async function onDate(test: TestCompany, now: string, config: Record<string, unknown>) {
    test.clock.set(new Date(now));
    const automation = await anActiveAutomation(
      test,
      startedBy("date", { time: "09:00", reentry: "always", ...config }),
    );
    // Otherwise later tests, which set the clock years ahead, would make up for all days of this one.
    onTestFinished(async () => void (await test.api.ok("pauseAutomation", { params: paramsOf(automation) })));
    return automation;
  }

  const at = async (test: TestCompany, time: string) => {
    test.clock.set(new Date(time));
    await runEntries(test);
  };

  /** Activated anew, so that the days in between are not checked. */
  const skipTo = async (test: TestCompany, automation: { id: string }, time: string) => {
    await test.api.ok("pauseAutomation", { params: paramsOf(automation) });
    test.clock.set(new Date(time));
    await test.api.ok("activateAutomation", { params: paramsOf(automation) });
  };

  it("lets in on the birthday at the time of day, once a year", async () => {
    const test = await company();
    const { id } = await test.aContact({ birthday: "1990-05-17" });
    await test.aContact({ birthday: "1990-05-18" });
    await test.aContact();
    const automation = await onDate(test, "2026-05-10T10:00:00Z", { field: "birthday" });
    await at(test, "2026-05-17T06:59:59Z");
    expect(await enteredOf(test, automation)).toEqual([]);
    await at(test, "2026-05-17T07:00:00Z");
    await at(test, "2026-05-17T08:00:00Z");
    expect(await enteredOf(test, automation)).toEqual([id]);
    await at(test, "2026-06-17T07:00:00Z");
    expect((await enteredOf(test, automation)).filter((one) => one === id)).toEqual([id]);
    await skipTo(test, automation, "2027-05-16T10:00:00Z");
    await at(test, "2027-05-17T07:00:00Z");
    expect((await enteredOf(test, automation)).filter((one) => one === id)).toEqual([id, id]);
  });

  it("lets in once also when the worker was down for hours or days", async () => {
    const test = await company();
    const first = await test.aContact({ birthday: "1990-05-17" });
    const second = await test.aContact({ birthday: "1980-05-19" });
    const automation = await onDate(test, "2026-05-16T10:00:00Z", { field: "birthday" });
    await at(test, "2026-05-17T20:00:00Z");
    expect(await enteredOf(test, automation)).toEqual([first.id]);
    await at(test, "2026-05-21T20:00:00Z");
    expect(await enteredOf(test, automation)).toEqual([first.id, second.id]);
  });

  it("does not let in for a time that passed before the activation", async () => {
    const test = await company();
    await test.aContact({ birthday: "1990-05-17" });
    const automation = await onDate(test, "2026-05-17T07:00:01Z", { field: "birthday" });
    await at(test, "2026-05-17T12:00:00Z");
    expect(await enteredOf(test, automation)).toEqual([]);
  });

  it("celebrates 29 February on the 28th in other years", async () => {
    const test = await company();
    const { id } = await test.aContact({ birthday: "1992-02-29" });
    const automation = await onDate(test, "2027-02-20T10:00:00Z", { field: "birthday" });
    const entered = async (time: string) => {
      await at(test, time);
      return (await enteredOf(test, automation)).length;
    };
    expect(await entered("2027-02-28T08:00:00Z")).toBe(1);
    expect(await entered("2027-03-01T08:00:00Z")).toBe(1);
    await skipTo(test, automation, "2028-02-27T10:00:00Z");
    expect(await entered("2028-02-28T08:00:00Z")).toBe(1);
    expect(await entered("2028-02-29T08:00:00Z")).toBe(2);
    expect(new Set(await enteredOf(test, automation))).toEqual(new Set([id]));
  });

  it("moves name days by the offset, also over the end of a year", async () => {
    const test = await company();
    const { id } = await test.aContact({ nameDay: "01-02" });
    const automation = await onDate(test, "2026-12-20T10:00:00Z", { field: "nameDay", offsetDays: -3 });
    await at(test, "2026-12-30T07:59:00Z");
    expect(await enteredOf(test, automation)).toEqual([]);
    await at(test, "2026-12-30T08:00:00Z");
    expect(await enteredOf(test, automation)).toEqual([id]);
  });

  it("lets in on the exact date of a custom field", async () => {
    const test = await company();
    const field = await test.api.ok("createCustomField", { body: { name: "Warranty", type: "date", options: [] } });
    const { id } = await test.aContact({ customFields: { [field.id]: "2026-06-01" } });
    await test.aContact({ customFields: { [field.id]: "2025-06-01" } });
    const config = { field: `customFields.${field.id}`, offsetDays: 1 };
    const automation = await onDate(test, "2026-05-30T10:00:00Z", config);
    await at(test, "2026-06-01T12:00:00Z");
    expect(await enteredOf(test, automation)).toEqual([]);
    await at(test, "2026-06-02T12:00:00Z");
    expect(await enteredOf(test, automation)).toEqual([id]);
    await at(test, "2026-06-09T12:00:00Z");
    expect(await enteredOf(test, automation)).toEqual([id]);
  });

  it.each([
    ["Pacific/Kiritimati", "2026-05-16T19:00:00Z"],
    ["Pacific/Pago_Pago", "2026-05-17T20:00:00Z"],
  ])("follows the day of the company in %s", async (timeZone, time) => {
    const test = await company();
    await test.api.ok("updateCompany", { body: { timeZone } });
    const { id } = await test.aContact({ birthday: "1990-05-17" });
    const automation = await onDate(test, "2026-05-14T10:00:00Z", { field: "birthday" });
    await at(test, new Date(new Date(time).getTime() - 1000).toISOString());
    expect(await enteredOf(test, automation)).toEqual([]);
    await at(test, time);
    expect(await enteredOf(test, automation)).toEqual([id]);
  });

  it("happens once on the days of both DST changes", async () => {
    const test = await company();
    const spring = await test.aContact({ nameDay: "03-29" });
    const autumn = await test.aContact({ nameDay: "10-25" });
    const automation = await onDate(test, "2026-03-28T00:00:00Z", { field: "nameDay", time: "02:30" });
    await at(test, "2026-03-29T01:29:00Z");
    expect(await enteredOf(test, automation)).toEqual([]);
    await at(test, "2026-03-29T01:30:00Z");
    expect(await enteredOf(test, automation)).toEqual([spring.id]);
    await skipTo(test, automation, "2026-10-24T10:00:00Z");
    await at(test, "2026-10-25T00:30:00Z");
    await at(test, "2026-10-25T01:30:00Z");
    expect(await enteredOf(test, automation)).toEqual([spring.id, autumn.id]);
  });

  it.each(["birthday", "customFields"])("lets in any number of contacts of a day by %s", async (kind) => {
    const test = await companyOfSmallVolumes();
    const count = 105;
    const { db } = test.ctx;
    await insertContactsOfCity(test, count);
    const created = await test.api.ok("createCustomField", { body: { name: "Warranty", type: "date", options: [] } });
    await db.sql`
      update contact set birthday = '1990-05-17', custom_fields = jsonb_build_object(${created.id}::text, '2026-05-17')
      where tenant_id = ${db.tenantId}`;
    const field = kind === "birthday" ? kind : `customFields.${created.id}`;
    const automation = await onDate(test, "2026-05-16T10:00:00Z", { field });
    await at(test, "2026-05-17T07:00:00Z");
    const entered = await enteredOf(test, automation);
    expect([entered.length, new Set(entered).size]).toEqual([count, count]);
  });
});

describe("the cart trigger", () => {
  const afterAnHour = { after: { kind: "delay", amount: 1, unit: "hours" } };
  const boots = { items: [{ code: "boots" }] };

  async function withCart(test: TestCompany, config: Record<string, unknown> = {}) {
    const automation = await anActiveAutomation(test, startedBy("cart_abandoned", { ...afterAnHour, ...config }));
    const contact = await test.aContact();
    const cart = async (data: object, more: object = {}) => {
      await recordEvent(test.ctx, { contactId: contact.id, type: "cart", data: { ...data }, ...more });
      await runEntries(test);
    };
    return { automation, contact, cart };
  }

  it("lets in when the time has passed, once", async () => {
    holdClock();
    const test = await company();
    const { automation, contact, cart } = await withCart(test);
    await cart(boots);
    await runEntries(test, hours(1) - 1);
    expect(await enteredOf(test, automation)).toEqual([]);
    await runEntries(test, 1);
    await runEntries(test, days(1));
    expect(await enteredOf(test, automation)).toEqual([contact.id]);
  });

  it("restarts with a newer cart", async () => {
    const test = await company();
    const { automation, contact, cart } = await withCart(test);
    await cart(boots);
    test.clock.advance(minutes(40));
    await cart({ items: [{ code: "boots" }, { code: "hat" }] });
    await runEntries(test, minutes(40));
    expect(await enteredOf(test, automation)).toEqual([]);
    await runEntries(test, minutes(20));
    expect(await enteredOf(test, automation)).toEqual([contact.id]);
  });

  it("is cancelled by an empty cart and by an order of the shop", async () => {
    const test = await company();
    const { automation, contact, cart } = await withCart(test);
    await cart(boots);
    await cart({ items: [] });
    await runEntries(test, hours(2));
    expect(await enteredOf(test, automation)).toEqual([]);
    await cart(boots);
    const createdAt = test.clock.now().toISOString();
    await test.api.call("recordOrders", { body: anOrder(test, { email: contact.email, createdAt }) });
    await runEntries(test, hours(2));
    expect(await enteredOf(test, automation)).toEqual([]);
  });

  it("ignores old carts and orders, and keeps the cart of another contact", async () => {
    const test = await company();
    const { automation, contact, cart } = await withCart(test);
    const old = new Date(test.clock.now().getTime() - hours(25)).toISOString();
    await cart(boots, { at: old });
    await runEntries(test, hours(2));
    expect(await enteredOf(test, automation)).toEqual([]);
    await cart(boots);
    await test.api.call("recordOrders", { body: anOrder(test, { email: contact.email, createdAt: old }) });
    const createdAt = test.clock.now().toISOString();
    await test.api.call("recordOrders", { body: anOrder(test, { externalId: "2", email: anEmail(), createdAt }) });
    await runEntries(test, hours(2));
    expect(await enteredOf(test, automation)).toEqual([contact.id]);
  });

  it("does not make up for a pause, but for sending that was switched off", async () => {
    const test = await company();
    const { automation, contact, cart } = await withCart(test);
    const params = paramsOf(automation);
    await cart(boots);
    await test.api.ok("pauseAutomation", { params });
    await runEntries(test, hours(2));
    await test.api.ok("activateAutomation", { params });
    await runEntries(test, hours(2));
    expect(await enteredOf(test, automation)).toEqual([]);
    await cart(boots);
    await test.api.ok("updateCompany", { body: { sendingEnabled: false } });
    await runEntries(test, hours(2));
    expect(await enteredOf(test, automation)).toEqual([]);
    await test.api.ok("updateCompany", { body: { sendingEnabled: true } });
    await runEntries(test);
    expect(await enteredOf(test, automation)).toEqual([contact.id]);
  });

  it("forgets the cart of a deleted contact", async () => {
    const test = await company();
    const { automation, contact, cart } = await withCart(test);
    await cart(boots);
    await test.api.ok("deleteContact", { params: { id: contact.id } });
    const { db } = test.ctx;
    expect([...(await db.sql`select from automation_cart where tenant_id = ${db.tenantId}`)]).toEqual([]);
    await runEntries(test, hours(2));
    expect(await enteredOf(test, automation)).toEqual([]);
  });
});
