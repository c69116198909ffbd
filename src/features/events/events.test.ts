import { describe, expect, it } from "vitest";
import { holdClock } from "../../../tests/harness/factories/clock.ts";
import { company, testWorkerOf, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { days, minutes } from "../../kernel/local-time.ts";
import { background } from "./background.ts";
import { recordEvent } from "./service.ts";

const custom = { type: "custom", name: "wishlist" } as const;

const listEvents = async ({ api }: TestCompany, id: string) =>
  (await api.ok("exportContact", { params: { id } })).events;

describe("a contact event", () => {
  it("is stored, shown in the timeline and exported", async () => {
    const test = await company();
    const { id: contactId } = await test.aContact();
    const at = new Date(test.clock.now().getTime() - minutes(5)).toISOString();
    const body = { contactId, shopId: test.shopId, ...custom, at, data: { items: [{ code: "A1" }] } };
    const answer = await test.api.call("recordContactEvent", { body });
    expect(answer).toMatchObject({ status: 202, body: { id: expect.stringMatching(/^[0-9]+$/) } });
    const stored = { type: "custom", name: "wishlist", at, shopId: test.shopId, data: { items: [{ code: "A1" }] } };
    expect(await listEvents(test, contactId)).toEqual([stored]);
    const timeline = await test.api.ok("listActivities", { params: { id: contactId } });
    expect(timeline.items[0]).toMatchObject({ type: "contact_event", title: "wishlist" });
  });

  it("is accepted by the address of an existing contact only", async () => {
    const test = await company();
    const { id, email } = await test.aContact();
    await test.api.ok("recordContactEvent", { body: { email: ` ${email.toUpperCase()}`, ...custom } });
    expect(await listEvents(test, id)).toMatchObject([{ name: "wishlist", data: {}, shopId: null }]);
    const refused = (body: object) => test.api.refused("recordContactEvent", { body: { ...custom, ...body } });
    const missing = { status: 404, code: "not_found", message: "contact", params: {} };
    const stranger = await (await company()).aContact();
    expect(await refused({ email: "nobody@example.com" })).toEqual(missing);
    expect(await refused({ email: stranger.email })).toEqual(missing);
    expect(await refused({ contactId: stranger.id })).toEqual(missing);
  });

  it.each([
    ["contactId", { contactId: undefined }],
    ["email", { email: "a@example.com" }],
    ["email", { contactId: undefined, email: "a" }],
    ["shopId", { shopId: "999999" }],
    ["type", { type: "order" }],
    ["name", { name: undefined }],
    ["name", { name: " " }],
    ["at", { at: "2026-01-01" }],
    ["at", { at: new Date(Date.now() + minutes(7)).toISOString() }],
    ["data", { data: "x" }],
    ["data", { data: { text: "x".repeat(64 * 1024) } }],
    ["data", { type: "cart", data: { items: "none" } }],
    ["data", { type: "cart" }],
    ["data", { type: "page_visit", data: { url: "" } }],
  ])("is refused for %s", async (message, wrong) => {
    const test = await company();
    const { id: contactId } = await test.aContact();
    const body = { contactId, ...custom, ...wrong };
    expect(await test.api.refused("recordContactEvent", { body })).toEqual({
      status: 400,
      code: "validation",
      message,
      params: expect.any(Object),
    });
    expect(await listEvents(test, contactId)).toEqual([]);
  });

  it("may be a cart or a page visit without a name", async () => {
    const test = await company();
    const { id: contactId } = await test.aContact();
    await test.api.ok("recordContactEvent", { body: { contactId, type: "cart", data: { items: [] } } });
    test.clock.advance(1);
    const url = "https://shop.example/boots";
    await test.api.ok("recordContactEvent", { body: { contactId, type: "page_visit", data: { url } } });
    const names = (await listEvents(test, contactId)).map(({ type, name }) => [type, name]);
    expect(names).toEqual([
      ["page_visit", "page_visit"],
      ["cart", "cart"],
    ]);
  });

  it("is recorded once for the same idempotency key", async () => {
    const test = await company();
    const { id: contactId } = await test.aContact();
    const call = { body: { contactId, ...custom }, headers: { "idempotency-key": "visit-1" } };
    const first = await test.api.call("recordContactEvent", call);
    expect(await test.api.call("recordContactEvent", call)).toMatchObject({ status: 202, body: first.body });
    expect(await listEvents(test, contactId)).toHaveLength(1);
  });

  it("is deleted with its contact, and after the months that the journal keeps", async () => {
    const test = await company();
    const erased = await test.aContact();
    const kept = await test.aContact();
    await recordEvent(test.ctx, { contactId: erased.id, ...custom });
    await recordEvent(test.ctx, { contactId: kept.id, ...custom });
    await test.api.ok("eraseContact", { params: { id: erased.id }, body: { confirm: true } });
    const { db } = test.ctx;
    const left = async () => [...(await db.sql`select contact_id from contact_event where tenant_id = ${db.tenantId}`)];
    expect(await left()).toEqual([{ contactId: kept.id }]);
    const [retention] = background.jobs ?? [];
    const runRetention = () => retention?.run({ ...testWorkerOf(test), journalMonths: 2 }, {});
    test.clock.advance(days(50));
    await runRetention();
    expect(await left()).toHaveLength(1);
    test.clock.advance(days(20));
    await runRetention();
    expect(await left()).toEqual([]);
  });
});

describe("the limit of 60 events per contact in 10 minutes", () => {
  it("is exact also for concurrent events", async () => {
    const test = await company();
    const { id: contactId } = await test.aContact();
    const attempts = Array.from({ length: 70 }, () => recordEvent(test.ctx, { contactId, ...custom }));
    const outcomes = await Promise.allSettled(attempts);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(60);
    expect(await listEvents(test, contactId)).toHaveLength(60);
    const { id: other } = await test.aContact();
    await recordEvent(test.ctx, { contactId: other, ...custom });
  });

  it("slides: an event is accepted 10 minutes after the sixtieth last one", async () => {
    holdClock();
    const test = await company();
    const { id: contactId } = await test.aContact();
    const record = () => recordEvent(test.ctx, { contactId, ...custom });
    await record();
    test.clock.advance(minutes(4));
    for (let sent = 1; sent < 60; sent += 1) await record();
    const body = { contactId, ...custom };
    const refusal = await test.api.call("recordContactEvent", { body });
    expect(refusal).toMatchObject({
      status: 429,
      body: { error: { code: "rate_limited", message: "contact_events", params: { retryAfter: 360 } } },
      headers: { "retry-after": "360" },
    });
    test.clock.advance(minutes(6) - 1);
    await expect(record()).rejects.toMatchObject({ code: "rate_limited", params: { retryAfter: 1 } });
    test.clock.advance(1);
    await record();
    await expect(record()).rejects.toMatchObject({ code: "rate_limited", params: { retryAfter: 240 } });
  });
});
