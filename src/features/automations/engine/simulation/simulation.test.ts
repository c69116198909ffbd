import { describe, expect, it } from "vitest";
import { holdClock } from "../../../../../tests/harness/factories/clock.ts";
import { company, anEmail, type TestCompany } from "../../../../../tests/harness/factories/company.ts";
import { aGraph, anAutomation, paramsOf, waitGraph } from "../../../../../tests/harness/factories/automations.ts";
import { aVerifiedSender } from "../../../../../tests/harness/factories/sending-campaigns.ts";
import { aTemplate } from "../../../../../tests/harness/factories/templates.ts";
import { anOrder } from "../../../../../tests/harness/factories/orders.ts";
import { days } from "../../../../kernel/local-time.ts";

const invalid = (message: string) => ({ status: 400, code: "validation", message, params: {} });
const missing = (message: string) => ({ status: 404, code: "not_found", message, params: {} });

const inBrno = {
  type: "group",
  match: "all",
  rules: [{ type: "field", field: "city", operator: "eq", value: "Brno" }],
};
const oneDay = { kind: "delay", amount: 1, unit: "days" };

/** Members of the list wait a day; those in Brno get an e-mail, all others go to a second list. */
async function aListAutomation(test: TestCompany, trigger?: readonly [string]) {
  const [entry, other] = [await test.aList(), await test.aList()];
  const { id: templateId } = await aTemplate(test, { html: "<p>Hello</p>" });
  const senderId = await aVerifiedSender(test, anEmail());
  const graph = aGraph(
    {
      t: trigger ?? ["list_added", { listIds: [entry.id] }],
      w: ["wait", { spec: oneDay }],
      c: ["condition", { definition: inBrno, spec: { kind: "delay", amount: 2, unit: "days" } }],
      mail: ["email", { senderId, templateId, subject: "Hello" }],
      add: ["add_to_list", { listId: other.id }],
    },
    ["t w", "w c", "c yes mail", "c no add"],
  );
  return { automation: await anAutomation(test, { graph }), entry, other };
}

/** What a simulation must not change. */
const stateOf = async ({ ctx: { db } }: TestCompany) =>
  db.sql`
    select (select count(*) from automation_run where tenant_id = ${db.tenantId}) as runs,
      (select count(*) from automation_pass where tenant_id = ${db.tenantId}) as passes,
      (select count(*) from message where tenant_id = ${db.tenantId}) as messages,
      (select count(*) from journal where tenant_id = ${db.tenantId}) as entries,
      (select count(*) from list_member where tenant_id = ${db.tenantId}) as members`;

describe("a test", () => {
  it("counts what everybody who would enter passes, and changes nothing", async () => {
    const test = await company();
    const { automation, entry } = await aListAutomation(test);
    const listIds = [entry.id];
    await test.aContact({ city: "Brno", listIds });
    const optedOut = await test.aContact({ city: "Brno", listIds });
    await test.aContact({ city: "Praha", listIds });
    await test.aContact({ city: "Brno" });
    await test.api.ok("unsubscribeContact", { params: { id: optedOut.id }, body: {} });
    const before = await stateOf(test);
    const nothing = { sent: 0, leftOut: {} };
    expect(await test.api.ok("testAutomation", { params: paramsOf(automation), body: {} })).toEqual({
      version: 1,
      entered: 3,
      nodes: {
        t: { passed: 3, outputs: { next: 3 }, ...nothing },
        w: { passed: 3, outputs: { next: 3 }, ...nothing },
        c: { passed: 3, outputs: { yes: 2, no: 1 }, ...nothing },
        mail: { passed: 2, outputs: { next: 2 }, sent: 1, leftOut: { unsubscribed: 1 } },
        add: { passed: 1, outputs: { next: 1 }, ...nothing },
      },
    });
    expect(await stateOf(test)).toEqual(before);
  });

  it("needs contacts where they are only added by hand", async () => {
    const test = await company();
    const params = paramsOf(await anAutomation(test, { graph: waitGraph }));
    const { id } = await test.aContact();
    const refused = (body: object) => test.api.refused("testAutomation", { params, body });
    expect(await refused({})).toEqual(invalid("contactIds"));
    expect(await refused({ contactIds: [] })).toEqual(invalid("contactIds"));
    expect(await refused({ contactIds: [id, "999999"] })).toEqual(invalid("contactIds"));
    const body = { contactIds: [id, id] };
    expect(await test.api.ok("testAutomation", { params, body })).toMatchObject({
      entered: 1,
      nodes: { t: { passed: 1 }, w: { passed: 1 }, end: { passed: 1, outputs: {} } },
    });
  });

  it("is refused for an incomplete graph and for another company", async () => {
    const [test, other] = [await company(), await company()];
    const incomplete = paramsOf(await anAutomation(test));
    const foreign = paramsOf(await anAutomation(other, { graph: waitGraph }));
    const { id: contactId } = await test.aContact();
    const { api } = test;
    const issues = [{ node: null, field: null, code: "no_trigger", params: {} }];
    const refusal = { ...invalid("graph"), params: { issues } };
    expect(await api.refused("testAutomation", { params: incomplete, body: {} })).toEqual(refusal);
    expect(await api.refused("traceContact", { params: incomplete, body: { contactId } })).toEqual(refusal);
    expect(await api.refused("testAutomation", { params: foreign, body: {} })).toEqual(missing("automation"));
    expect(await api.refused("traceContact", { params: foreign, body: { contactId } })).toEqual(missing("automation"));
  });

  it.each([
    ["contact_created", {}, 3],
    ["subscribed", {}, 2],
    ["unsubscribed", {}, 1],
    ["order_created", {}, 1],
    ["order_state", { states: ["Vyřízeno"] }, 1],
    ["order_state", { states: ["lost"] }, 0],
    ["order_paid", {}, 0],
    ["date", { field: "birthday", offsetDays: 0, time: "09:00" }, 1],
    ["date", { field: "nameDay", offsetDays: 0, time: "09:00" }, 0],
    ["email_opened", {}, 0],
    ["email_clicked", { url: "https://example.org/" }, 0],
    ["event", { name: "test" }, 0],
    ["page_visit", { url: "/" }, 0],
    ["cart_abandoned", { after: { kind: "delay", amount: 1, unit: "hours" } }, 0],
    ["action_failed", {}, 0],
  ])("finds those who would enter by %s %j", async (type, config, entered) => {
    const test = await company();
    const [one, two] = [await test.aContact({ birthday: "1992-02-29" }), await test.aContact()];
    await test.aContact();
    await test.api.ok("unsubscribeContact", { params: { id: two.id }, body: {} });
    await test.api.ok("recordOrders", { body: anOrder(test, { email: one.email }) });
    const graph = aGraph({ t: [type, config], end: ["end"] }, ["t end"]);
    const params = paramsOf(await anAutomation(test, { graph }));
    expect(await test.api.ok("testAutomation", { params, body: {} })).toMatchObject({ entered });
  });
});

it.each([
  ["event", { name: "quiz" }, 2],
  ["event", { name: "quiz", conditions: [{ field: "points", operator: "gte", value: 8 }] }, 1],
  ["event", { name: "quiz", conditions: [{ field: "points", operator: "gte", value: 10 }] }, 0],
  ["page_visit", { url: "https://example.org/honey", operator: "starts_with" }, 1],
  ["page_visit", { url: "/candles", operator: "contains" }, 0],
])("applies the conditions of %s %j to stored events", async (type, config, entered) => {
  const test = await company();
  const [good, bad] = [await test.aContact(), await test.aContact()];
  await test.aContact();
  const send = (body: Record<string, unknown>) => test.api.ok("recordContactEvent", { body });
  await send({ contactId: good.id, type: "custom", name: "quiz", data: { points: 3 } });
  await send({ contactId: good.id, type: "custom", name: "quiz", data: { points: 9 } });
  await send({ contactId: bad.id, type: "custom", name: "quiz", data: { points: 2 } });
  await send({ contactId: bad.id, type: "custom", name: "other", data: { points: 20 } });
  await send({ contactId: bad.id, type: "page_visit", data: { url: "https://example.org/honey/lime" } });
  const graph = aGraph({ t: [type, config], end: ["end"] }, ["t end"]);
  const params = paramsOf(await anAutomation(test, { graph }));
  expect(await test.api.ok("testAutomation", { params, body: {} })).toMatchObject({ entered });
});

it("applies the link of a trigger to the clicks of people", async () => {
  const test = await company();
  const { db } = test.ctx;
  const [clicked, scanned] = [await test.aContact(), await test.aContact()];
  const click = (clicks: number) => ({ 1: { at: test.clock.now().toISOString(), clicks, machineClicks: 1 } });
  for (const [contact, links] of [
    [clicked, click(1)],
    [scanned, click(0)],
  ] as const) {
    await db.sql`
      insert into message (tenant_id, source_id, contact_id, variant_id, batch_id, state, domain, clicked_at, links)
      values (${db.tenantId}, 7, ${contact.id}, 7, 1, 'sent', 'example.com', ${test.clock.now()},
        ${JSON.stringify(links)}::text::jsonb)`;
  }
  await db.sql`
    insert into message_link (tenant_id, source_id, variant_id, number, url)
    values (${db.tenantId}, 7, 7, 1, 'https://example.org/sale?utm_source=news')`;
  const enteredBy = async (url: string) => {
    const graph = aGraph({ t: ["email_clicked", { url }], end: ["end"] }, ["t end"]);
    const params = paramsOf(await anAutomation(test, { graph }));
    return (await test.api.ok("testAutomation", { params, body: {} })).entered;
  };
  expect(await enteredBy("https://example.org/sale")).toBe(1);
  expect(await enteredBy("https://example.org/other")).toBe(0);
});

describe("a trace", () => {
  it("shows each decision about a contact; waits move the time", async () => {
    holdClock();
    const test = await company();
    const { automation } = await aListAutomation(test);
    const params = paramsOf(automation);
    const [yes, no] = [await test.aContact({ city: "Brno" }), await test.aContact()];
    const at = (ms: number) => new Date(test.clock.now().getTime() + ms).toISOString();
    const step = (node: string, type: string, ms: number, output = "next") => ({
      node,
      type,
      at: at(ms),
      output,
      result: "done",
      reason: null,
    });
    expect(await test.api.ok("traceContact", { params, body: { contactId: yes.id } })).toEqual({
      steps: [
        step("t", "list_added", 0),
        step("w", "wait", days(1)),
        step("c", "condition", days(1), "yes"),
        step("mail", "email", days(1)),
      ],
    });
    expect((await test.api.ok("traceContact", { params, body: { contactId: no.id } })).steps.slice(2)).toEqual([
      step("c", "condition", days(3), "no"),
      step("add", "add_to_list", days(3)),
    ]);
  });

  it("shows why an e-mail is not sent", async () => {
    const test = await company();
    const { automation } = await aListAutomation(test, ["manual"]);
    const { id: contactId } = await test.aContact({ city: "Brno" });
    await test.api.ok("unsubscribeContact", { params: { id: contactId }, body: {} });
    const { steps } = await test.api.ok("traceContact", { params: paramsOf(automation), body: { contactId } });
    expect(steps.at(-1)).toMatchObject({ node: "mail", result: "skipped", reason: "unsubscribed" });
  });

  it("is refused for an unknown contact", async () => {
    const test = await company();
    const params = paramsOf(await anAutomation(test, { graph: waitGraph }));
    const refused = (body: object) => test.api.refused("traceContact", { params, body });
    expect(await refused({})).toEqual(invalid("contactId"));
    expect(await refused({ contactId: "999999" })).toEqual(missing("contact"));
  });
});
