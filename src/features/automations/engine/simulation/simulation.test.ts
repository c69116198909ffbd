import { describe, expect, it } from "vitest";
import { holdClock } from "../../../../../tests/harness/factories/clock.ts";
import { company, anEmail, type TestCompany } from "../../../../../tests/harness/factories/company.ts";
import {
  aGraph,
  anActiveAutomation,
  anAutomation,
  enter,
  paramsOf,
  waitGraph,
} from "../../../../../tests/harness/factories/automations.ts";
import { aVerifiedSender } from "../../../../../tests/harness/factories/sending-campaigns.ts";
import { aTemplate } from "../../../../../tests/harness/factories/templates.ts";
import { anOrder } from "../../../../../tests/harness/factories/orders.ts";
import { days } from "../../../../kernel/local-time.ts";
import { lockContacts } from "../../../contacts/memberships/queries.ts";
import { testAutomation } from "./test-automation.ts";
import { traceContact } from "./trace.ts";

const invalid = (message: string) => ({ status: 400, code: "validation", message, params: expect.any(Object) });
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

/** Every row of the company with the transaction that wrote it, and its jobs. */
async function readContent({ ctx: { db } }: TestCompany): Promise<ReadonlyMap<string, string>> {
  const { sql, tenantId } = db;
  const tables = await sql<{ name: string }[]>`
    select c.table_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.column_name = 'tenant_id' and t.table_type = 'BASE TABLE' order by 1`;
  const content = new Map<string, string>();
  for (const { name } of tables) {
    const rows = await sql<{ text: string }[]>`
      select coalesce(string_agg(x.xmin || ' ' || x::text, '|' order by x::text), '') as text
      from ${sql(name)} x where x.tenant_id = ${tenantId}`;
    content.set(name, rows[0]?.text ?? "");
  }
  const jobs = await sql`select id from pgboss.job where data ->> 'tenantId' = ${tenantId}`;
  return content.set("jobs", String(jobs.length));
}

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
    const before = await readContent(test);
    const nothing = { sent: 0, leftOut: {} };
    expect(await testAutomation(test.ctx, automation.id, {})).toEqual({
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
    expect(await readContent(test)).toEqual(before);
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
    const issues = [{ node: null, field: null, path: "graph.nodes", code: "no_trigger", params: {} }];
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

/** The outputs of conditions that see the effects of the steps before them. */
const outputOf = (key: string): string => ({ moved: "yes", joined: "yes", left: "no", gone: "yes" })[key] ?? "next";

/** Steps in a sequence whose effects the steps behind them decide by. */
async function anAutomationWithEffects(test: TestCompany) {
  const list = await test.aList();
  const stack = await test.api.ok("createCouponStack", { body: { name: "Spring", mergeKey: "spring" } });
  await test.api.ok("addCouponCodes", { params: { stack_id: stack.id }, body: { codes: ["A"] } });
  const { id: templateId } = await aTemplate(test, { html: "<p>Hello</p>" });
  const email = { senderId: await aVerifiedSender(test, anEmail()), templateId, subject: "Hello" };
  const when = (rule: object) => ({ definition: { type: "group", match: "all", rules: [rule] } });
  const inList = when({ type: "list", operator: "in", listId: list.id });
  const member = { memberIds: [test.member], subject: "{{df_name}}", text: "Left" };
  const keys = [
    "t",
    "city",
    "moved",
    "join",
    "joined",
    "leave",
    "left",
    "code",
    "first",
    "out",
    "gone",
    "last",
    "tell",
    "call",
    "tag",
  ];
  const edges = keys.slice(1).map((key, index) => {
    const from = keys[index] ?? "";
    return [from, outputOf(from), key].join(" ");
  });
  const graph = aGraph(
    {
      t: ["manual"],
      city: ["set_field", { field: "city", value: "Brno" }],
      moved: ["condition", { definition: inBrno }],
      join: ["add_to_list", { listId: list.id }],
      joined: ["condition", inList],
      leave: ["remove_from_list", { listId: list.id }],
      left: ["condition", inList],
      code: ["assign_coupon", { stackId: stack.id }],
      first: ["email", email],
      out: ["unsubscribe"],
      gone: ["condition", when({ type: "field", field: "status", operator: "eq", value: "unsubscribed" })],
      last: ["email", email],
      tell: ["notify", member],
      call: ["webhook", { url: "https://example.org/", method: "POST", body: "{}" }],
      tag: ["add_label", { label: "Left" }],
    },
    edges,
  );
  return { automation: await anActiveAutomation(test, graph), keys };
}

describe("effects of earlier steps", () => {
  it("count for later ones, and are not written", async () => {
    const test = await company();
    const { automation, keys } = await anAutomationWithEffects(test);
    const contacts = [await test.aContact({ city: "Praha" }), await test.aContact()];
    const contactIds = contacts.map(({ id }) => id);
    const before = await readContent(test);
    const { steps } = await traceContact(test.ctx, automation.id, { contactId: contactIds[0] ?? "" });
    expect(steps.map(({ node, output, reason }) => [node, output, reason])).toEqual(
      keys.map((key) => [key, outputOf(key), key === "last" ? "unsubscribed" : null]),
    );
    const { nodes } = await testAutomation(test.ctx, automation.id, { contactIds });
    expect(nodes).toMatchObject({
      code: { passed: 2, leftOut: { empty: 1 } },
      first: { passed: 2, sent: 2, leftOut: {} },
      last: { passed: 2, sent: 0, leftOut: { unsubscribed: 2 } },
      tag: { passed: 2 },
    });
    expect(await readContent(test)).toEqual(before);
  });

  it("wait for a contact that somebody else changes, but not for long", async () => {
    const test = await company();
    const { automation } = await anAutomationWithEffects(test);
    const { id: contactId } = await test.aContact();
    const answer = await test.ctx.db.transaction(async (db) => {
      await lockContacts(db, [contactId]);
      return test.api.refused("traceContact", { params: paramsOf(automation), body: { contactId } });
    });
    expect(answer).toMatchObject({ status: 503, code: "unavailable", message: "timeout" });
  });
});

it.each([
  ["after_end", "already_in", "already_in"],
  ["once", "already_in", "already_in"],
  ["always", null, null],
])("decides by the re-entry %s of another automation who would be started", async (reentry, inside, again) => {
  const test = await company();
  const wait = ["wait", { spec: oneDay }] as const;
  const other = await anActiveAutomation(test, aGraph({ t: ["manual", { reentry }], w: wait }, ["t w"]));
  const start = ["start_automation", { automationId: other.id }] as const;
  const graph = aGraph({ t: ["manual"], one: start, two: start }, ["t one", "one two"]);
  const automation = await anAutomation(test, { graph });
  const [fresh, known] = [await test.aContact(), await test.aContact()];
  await enter(test, other, [known.id]);
  const listReasons = async (contactId: string) =>
    (await test.api.ok("traceContact", { params: paramsOf(automation), body: { contactId } })).steps
      .slice(1)
      .map(({ reason }) => reason);
  expect(await listReasons(fresh.id)).toEqual([null, again]);
  expect(await listReasons(known.id)).toEqual([inside, inside]);
});

it("asks the gate at the moment of each e-mail: a consent expires meanwhile", async () => {
  const test = await company();
  test.clock.set(new Date("2026-11-17T10:00:00.000Z"));
  const { id: templateId } = await aTemplate(test, { html: "<p>Hello</p>" });
  const config = { senderId: await aVerifiedSender(test, anEmail()), templateId, subject: "Hello" };
  const spec = { kind: "field", field: "birthday", offsetDays: 0, time: "09:00" };
  const graph = aGraph({ t: ["manual"], w: ["wait", { spec }], m: ["email", config] }, ["t w", "w m"]);
  const params = paramsOf(await anAutomation(test, { graph }));
  const birthdays = ["1990-11-18", "1990-11-19", "1990-11-20", "1990-11-21"];
  const contacts = await Promise.all(birthdays.map((birthday) => test.aContact({ birthday })));
  const contactIds = contacts.map(({ id }) => id);
  const { db } = test.ctx;
  await db.sql`
    update consent set valid_until = '2026-11-20' where tenant_id = ${db.tenantId} and contact_id = any(${contactIds}::bigint[])`;
  const { nodes } = await test.api.ok("testAutomation", { params, body: { contactIds } });
  expect(nodes["m"]).toEqual({ passed: 4, outputs: { next: 4 }, sent: 2, leftOut: { no_consent: 2 } });
});

it("looks at a condition with a deadline every night, by the days of then", async () => {
  holdClock();
  const test = await company();
  test.clock.set(new Date("2026-11-17T10:00:00.000Z"));
  const rule = { type: "field", field: "birthday", operator: "in_next_days", value: "2" };
  const definition = { type: "group", match: "all", rules: [rule] };
  const spec = { kind: "delay", amount: 2, unit: "weeks" };
  const graph = aGraph({ t: ["manual"], c: ["condition", { definition, spec }] }, ["t c"]);
  const params = paramsOf(await anAutomation(test, { graph }));
  const lookAt = async (birthday: string) => {
    const { id: contactId } = await test.aContact({ birthday });
    const { steps } = await test.api.ok("traceContact", { params, body: { contactId } });
    return steps.slice(1).map(({ output, at }) => [output, at]);
  };
  expect(await lookAt("1990-11-19")).toEqual([["yes", "2026-11-17T10:00:00.000Z"]]);
  expect(await lookAt("1990-11-22")).toEqual([["yes", "2026-11-19T23:00:00.000Z"]]);
  expect(await lookAt("1990-12-24")).toEqual([["no", "2026-12-01T10:00:00.000Z"]]);
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
