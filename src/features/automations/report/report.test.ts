import { expect, it } from "vitest";
import { anEmailEngine } from "../../../../tests/harness/factories/automation-emails.ts";
import { anAutomation, paramsOf } from "../../../../tests/harness/factories/automations.ts";
import { company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { aVerifiedSender } from "../../../../tests/harness/factories/sending-campaigns.ts";
import { aTemplate } from "../../../../tests/harness/factories/templates.ts";
import { advanceAutomation } from "../engine/advance.ts";

/** An e-mail, a webhook and a goal, activated and entered by the contacts. */
async function aRunningAutomation(test: TestCompany, contactIds: readonly string[]) {
  const { id: templateId } = await aTemplate(test);
  const senderId = await aVerifiedSender(test);
  const automation = await anAutomation(test, {
    graph: {
      nodes: [
        { id: "t", type: "manual", config: {} },
        { id: "mail", type: "email", config: { senderId, templateId, subject: "Hello" } },
        { id: "hook", type: "webhook", config: { url: "https://example.org/hook" } },
        { id: "goal", type: "goal", config: { name: "Bought; again" } },
      ],
      edges: [
        { id: "a", from: "t", output: "next", to: "mail" },
        { id: "b", from: "mail", output: "next", to: "hook" },
        { id: "c", from: "hook", output: "next", to: "goal" },
      ],
    },
  });
  const params = paramsOf(automation);
  await test.api.ok("activateAutomation", { params });
  await test.api.ok("addAutomationContacts", { params, body: { contactIds: [...contactIds] } });
  await advanceAutomation(test.ctx, automation.id);
  return { automation, params };
}

it("reports e-mails, webhooks and goals by node, and passes that were skipped later", async () => {
  const test = await company();
  const [reader, leaver, left] = [await test.aContact(), await test.aContact(), await test.aContact()];
  await test.api.ok("unsubscribeContact", { params: { id: left.id }, body: {} });
  const { automation, params } = await aRunningAutomation(test, [reader.id, leaver.id, left.id]);
  await test.api.ok("unsubscribeContact", { params: { id: leaver.id }, body: {} });
  await anEmailEngine(test).run();
  await test.runListeners();
  const report = await test.api.ok("getAutomationReport", { params });
  expect(report).toEqual({
    emails: [
      {
        node: "mail",
        sent: 1,
        delivered: 1,
        opened: 0,
        clicked: 0,
        bounced: 0,
        complained: 0,
        unsubscribed: 0,
        skipped: 2,
        failed: 0,
        unknown: 0,
      },
    ],
    webhooks: [
      {
        node: "hook",
        succeeded: 0,
        failed: 0,
        stopped: 0,
        waiting: 3,
        lastStatus: null,
        lastError: null,
        lastAt: null,
      },
    ],
    goals: [{ node: "goal", name: "Bought; again", reached: 3 }],
  });
  const passes = await test.api.ok("listNodePasses", { params: { ...params, key: "mail" } });
  const byContact = passes.items.map(({ contactId, result, reason }) => ({ contactId, result, reason }));
  expect(byContact.toSorted((a, b) => Number(a.contactId) - Number(b.contactId))).toEqual([
    { contactId: reader.id, result: "done", reason: null },
    { contactId: leaver.id, result: "skipped", reason: "unsubscribed" },
    { contactId: left.id, result: "skipped", reason: "unsubscribed" },
  ]);
  const runs = await test.api.ok("listAutomationRuns", { params, query: { contact: leaver.id } });
  expect(runs.items[0]?.passes).toMatchObject([
    { node: "t" },
    { node: "mail", result: "skipped", reason: "unsubscribed" },
    {},
    {},
  ]);
  expect(await test.api.ok("getAutomation", { params })).toMatchObject({ sent: 1 });
  const csv = await test.api.call("getAutomationReport", { params, query: { format: "csv" } });
  expect(csv.headers).toMatchObject({ "content-type": "text/csv; charset=utf-8; header=present" });
  expect(csv.body).toBe(
    [
      "\uFEFFtype;node;name;sent;delivered;opened;clicked;bounced;complained;unsubscribed;skipped;failed;unknown;succeeded;waiting;lastStatus;lastError;lastAt;reached;stopped",
      "email;mail;;1;1;0;0;0;0;0;2;0;0;;;;;;;",
      "webhook;hook;;;;;;;;;;0;;0;3;;;;;0",
      `goal;goal;"Bought; again";;;;;;;;;;;;;;;;3;`,
      "",
    ].join("\r\n"),
  );
  const today = test.clock.now().toISOString().slice(0, 10);
  const before = { to: today, node: "mail", tab: "clicked", engagement: "A", rows: 5, vat: false };
  expect(await test.api.ok("getAutomationReport", { params, query: before })).toMatchObject({
    emails: [{ node: "mail", sent: 0, skipped: 2 }],
    webhooks: [],
    goals: [],
  });
  expect(await test.api.ok("getAutomationReport", { params, query: { from: "2020-01-01" } })).toMatchObject({
    emails: [{ node: "mail", sent: 1 }],
  });
  expect(await test.api.refused("getAutomationReport", { params, query: { node: "t" } })).toMatchObject({
    status: 400,
    message: "node",
  });
  const other = await company();
  expect(await other.api.refused("getAutomationReport", { params: paramsOf(automation) })).toMatchObject({
    status: 404,
    message: "automation",
  });
  const wrong = await test.api.refused("getAutomationReport", { params, query: { format: "xml" } });
  expect(wrong).toMatchObject({ status: 400, message: "format" });
});
