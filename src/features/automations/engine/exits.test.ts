import { describe, expect, it } from "vitest";
import { anEmailEngine, emailsOf } from "../../../../tests/harness/factories/automation-emails.ts";
import {
  aGraph,
  anActiveAutomation,
  enter,
  enteredOf,
  paramsOf,
  runAutomations,
  startedBy,
} from "../../../../tests/harness/factories/automations.ts";
import {
  anEmail,
  company,
  testWorker,
  untilJournalSettled,
  type TestCompany,
} from "../../../../tests/harness/factories/company.ts";
import { aConfirmedSignUp, aForm, findContactByEmail } from "../../../../tests/harness/factories/forms.ts";
import { anImport } from "../../../../tests/harness/factories/imports.ts";
import { aVerifiedSender } from "../../../../tests/harness/factories/sending-campaigns.ts";
import { aTemplate } from "../../../../tests/harness/factories/templates.ts";
import { days } from "../../../kernel/local-time.ts";
import { conditionListener } from "./wake-conditions.ts";

type Contact = { readonly id: string; readonly email: string };
type Named = { readonly id: string };

const wait = ["wait", { spec: { kind: "delay", amount: 1, unit: "days" } }] as const;

/** Reads the journal and moves due runs. */
async function settle(test: TestCompany): Promise<void> {
  await test.runListeners();
  await runAutomations(test);
}

const listRuns = async ({ api }: TestCompany, automation: Named) =>
  (await api.ok("listAutomationRuns", { params: paramsOf(automation) })).items.map(({ state, node, reason }) => [
    state,
    node,
    reason,
  ]);

const getCounts = async ({ api }: TestCompany, automation: Named) => {
  const { active, entered, nodes } = await api.ok("getAutomationCounts", { params: paramsOf(automation) });
  return { active, entered, waiting: nodes["w"]?.waiting };
};

/** A member of the list who waits in the series that the list starts. */
async function aSeries(test: TestCompany, config: Record<string, unknown> = {}) {
  const list = await test.aList();
  const automation = await anActiveAutomation(test, startedBy("list_added", { listIds: [list.id], ...config }));
  const contact = await test.aContact({ listIds: [list.id] });
  await settle(test);
  expect(await listRuns(test, automation)).toEqual([["waiting", "w", null]]);
  return { list, automation, contact };
}

type Leave = (test: TestCompany, contact: Contact, list: Named) => Promise<unknown>;

const stepOfAnother =
  (type: string): Leave =>
  async (test, contact, list) => {
    const graph = aGraph({ t: ["manual"], s: [type, { listId: list.id }] }, ["t s"]);
    await enter(test, await anActiveAutomation(test, graph), [contact.id]);
    await runAutomations(test);
  };

const ways: readonly (readonly [string, Leave])[] = [
  [
    "is removed",
    ({ api }, { id }, list) =>
      api.ok("removeListMembers", { params: { list_id: list.id }, body: { contactIds: [id] } }),
  ],
  [
    "unsubscribes from it",
    ({ api }, { id }, list) =>
      api.ok("unsubscribeListMembers", { params: { list_id: list.id }, body: { contactIds: [id] } }),
  ],
  [
    "is removed by an import",
    async (test, { email }, list) => {
      await anImport(test, { text: `email\n${email}\n`, mode: "remove", listIds: [list.id] });
      await test.runActions();
    },
  ],
  ["is removed by another automation", stepOfAnother("remove_from_list")],
  ["is unsubscribed from it by another automation", stepOfAnother("unsubscribe")],
];

describe("a series that a list starts", () => {
  it.each(ways)("ends at once when the contact %s", async (_title, leave) => {
    const test = await company();
    const { list, automation, contact } = await aSeries(test);
    await leave(test, contact, list);
    await test.runListeners();
    expect(await listRuns(test, automation)).toEqual([["stopped", "w", "left_list"]]);
    expect(await getCounts(test, automation)).toEqual({ active: 0, entered: 1, waiting: 0 });
  });

  it.each(ways)("goes on where the trigger says so when the contact %s", async (_title, leave) => {
    const test = await company();
    const { list, automation, contact } = await aSeries(test, { continueAfterLeaving: true });
    await leave(test, contact, list);
    await test.runListeners();
    expect(await listRuns(test, automation)).toEqual([["waiting", "w", null]]);
  });

  it("does not end by its own steps", async () => {
    const test = await company();
    const [list, next] = [await test.aList(), await test.aList()];
    const nodes = {
      t: ["list_added", { listIds: [list.id] }],
      out: ["remove_from_list", { listId: list.id }],
      w: wait,
      in: ["add_to_list", { listId: next.id }],
      all: ["unsubscribe"],
      w2: wait,
      g: ["goal", { name: "Here" }],
    } as const;
    const automation = await anActiveAutomation(
      test,
      aGraph(nodes, ["t out", "out w", "w in", "in all", "all w2", "w2 g"]),
    );
    await test.aContact({ listIds: [list.id] });
    await settle(test);
    await settle(test);
    expect(await listRuns(test, automation)).toEqual([["waiting", "w", null]]);
    await runAutomations(test, days(1));
    await settle(test);
    expect(await listRuns(test, automation)).toEqual([["waiting", "w2", null]]);
    await runAutomations(test, days(1));
    expect(await listRuns(test, automation)).toEqual([["completed", "g", null]]);
  });

  it("ends when the last of the lists that let the contact in at once is left", async () => {
    const test = await company();
    const [one, other, third] = [await test.aList(), await test.aList(), await test.aList()];
    const listIds = [one.id, other.id];
    const automation = await anActiveAutomation(test, startedBy("list_added", { listIds }));
    const contact = await test.aContact({ listIds: [...listIds, third.id] });
    await settle(test);
    const leave = async ({ id }: Named) => {
      await test.api.ok("removeListMembers", { params: { list_id: id }, body: { contactIds: [contact.id] } });
      await test.runListeners();
    };
    await leave(one);
    await leave(third);
    expect(await listRuns(test, automation)).toEqual([["waiting", "w", null]]);
    await leave(other);
    expect(await listRuns(test, automation)).toEqual([["stopped", "w", "left_list"]]);
  });

  it("ends while it is paused, and starts again with the next addition", async () => {
    const test = await company();
    const { list, automation, contact } = await aSeries(test);
    const [params, body] = [{ list_id: list.id }, { contactIds: [contact.id] }];
    await test.api.ok("pauseAutomation", { params: paramsOf(automation) });
    await test.api.ok("removeListMembers", { params, body });
    await test.runListeners();
    await test.api.ok("activateAutomation", { params: paramsOf(automation) });
    test.clock.advance(1);
    await test.api.ok("addListMembers", { params, body });
    await settle(test);
    expect(await listRuns(test, automation)).toEqual([
      ["waiting", "w", null],
      ["stopped", "w", "left_list"],
    ]);
  });

  it("takes no further step when the journal is read later than the run is due", async () => {
    const test = await company();
    const { list, automation, contact } = await aSeries(test);
    await test.api.ok("removeListMembers", { params: { list_id: list.id }, body: { contactIds: [contact.id] } });
    await runAutomations(test, days(1));
    expect(await listRuns(test, automation)).toEqual([["stopped", "w", "left_list"]]);
    await test.runListeners();
    expect(await getCounts(test, automation)).toEqual({ active: 0, entered: 1, waiting: 0 });
  });

  it("is ended and counted once, whatever is killed while the journal is read", async () => {
    const test = await company();
    const { list, automation, contact } = await aSeries(test);
    await test.api.ok("removeListMembers", { params: { list_id: list.id }, body: { contactIds: [contact.id] } });
    await untilJournalSettled(test.ctx.db);
    const killed = test.ctx.db.transaction(async (db) => {
      await conditionListener.read(db, testWorker(test.app));
      throw new Error("killed");
    });
    await expect(killed).rejects.toThrow("killed");
    expect(await listRuns(test, automation)).toEqual([["waiting", "w", null]]);
    await Promise.all([1, 2].map(() => conditionListener.read(test.ctx.db, testWorker(test.app))));
    await test.runListeners();
    expect(await listRuns(test, automation)).toEqual([["stopped", "w", "left_list"]]);
    expect(await getCounts(test, automation)).toEqual({ active: 0, entered: 1, waiting: 0 });
  });

  it("does not begin for a contact that has left again", async () => {
    const test = await company();
    const list = await test.aList();
    const automation = await anActiveAutomation(test, startedBy("list_added", { listIds: [list.id] }));
    const contact = await test.aContact({ listIds: [list.id] });
    await test.api.ok("removeListMembers", { params: { list_id: list.id }, body: { contactIds: [contact.id] } });
    await settle(test);
    expect(await enteredOf(test, automation)).toEqual([]);
  });

  it.each(["list", "keep_used"])("ends when a list that it does not name any more is deleted (%s)", async (mode) => {
    const test = await company();
    const { list, automation } = await aSeries(test);
    const graph = startedBy("list_added", { listIds: [(await test.aList()).id] });
    const body = { graph, baseVersion: 1, confirmRunning: true };
    await test.api.ok("saveAutomationGraph", { params: paramsOf(automation), body });
    await test.api.call("deleteList", { params: { list_id: list.id }, query: { mode } });
    expect(await listRuns(test, automation)).toEqual([["stopped", "w", "left_list"]]);
    expect(await getCounts(test, automation)).toEqual({ active: 0, entered: 1, waiting: 0 });
  });

  it("ends when the contact unsubscribes from everything, the runs of other triggers do not", async () => {
    const test = await company();
    const { automation, contact } = await aSeries(test);
    const other = await anActiveAutomation(test, startedBy("manual"));
    await enter(test, other, [contact.id]);
    await runAutomations(test);
    await test.api.ok("unsubscribeContact", { params: { id: contact.id }, body: {} });
    await test.runListeners();
    expect(await listRuns(test, automation)).toEqual([["stopped", "w", "withdrawn"]]);
    expect(await listRuns(test, other)).toEqual([["waiting", "w", null]]);
  });
});

describe("a series that a consent starts", () => {
  it("ends when the subscription does", async () => {
    const test = await company();
    const automation = await anActiveAutomation(test, startedBy("subscribed"));
    const lasting = await anActiveAutomation(test, startedBy("subscribed", { continueAfterLeaving: true }));
    const contact = await test.aContact();
    await settle(test);
    await test.api.ok("unsubscribeContact", { params: { id: contact.id }, body: {} });
    await test.runListeners();
    expect(await listRuns(test, automation)).toEqual([["stopped", "w", "withdrawn"]]);
    expect(await listRuns(test, lasting)).toEqual([["waiting", "w", null]]);
  });

  /** The contact submitted a form with a purpose and a list of its own. */
  async function aSubmission(test: TestCompany, fields: Record<string, unknown> = {}) {
    const { id: purposeId } = await test.api.ok("createPurpose", { body: { name: "Magazine" } });
    const list = await test.aList();
    const form = await aForm(test, { purposeId, listIds: [list.id] });
    const automation = await anActiveAutomation(test, startedBy("form_submitted", { formId: form.id }), fields);
    const { email } = await aConfirmedSignUp(test, form);
    const contact = await findContactByEmail(test, email);
    if (contact === undefined) throw new Error("the sign-up was not confirmed");
    const { items } = await test.api.ok("listContactPurposes", { params: { id: contact.id } });
    const consentId = items.find((consent) => consent.purposeId === purposeId)?.id ?? "";
    await settle(test);
    expect(await listRuns(test, automation)).toEqual([["waiting", "w", null]]);
    const withdraw = () => test.api.ok("withdrawContactPurpose", { params: { id: contact.id, consentId }, body: {} });
    return { list, automation, contact, withdraw };
  }

  it("ends when the consent that the form asked for is withdrawn", async () => {
    const test = await company();
    const { automation, withdraw } = await aSubmission(test);
    await withdraw();
    await test.runListeners();
    expect(await listRuns(test, automation)).toEqual([["stopped", "w", "withdrawn"]]);
  });

  it("ends when the contact leaves the list of the form", async () => {
    const test = await company();
    const { list, automation, contact } = await aSubmission(test);
    await test.api.ok("unsubscribeListMembers", { params: { list_id: list.id }, body: { contactIds: [contact.id] } });
    await test.runListeners();
    expect(await listRuns(test, automation)).toEqual([["stopped", "w", "left_list"]]);
  });

  it("goes on in a transactional automation", async () => {
    const test = await company();
    const { automation, contact, withdraw } = await aSubmission(test, { transactional: true });
    await withdraw();
    await test.api.ok("unsubscribeContact", { params: { id: contact.id }, body: {} });
    await test.runListeners();
    expect(await listRuns(test, automation)).toEqual([["waiting", "w", null]]);
    await runAutomations(test, days(1));
    expect(await listRuns(test, automation)).toEqual([["completed", "w", null]]);
  });
});

describe("a queued e-mail of a series", () => {
  async function aQueuedEmail(test: TestCompany, config: Record<string, unknown> = {}) {
    const list = await test.aList();
    const { id: templateId } = await aTemplate(test);
    const email = { senderId: await aVerifiedSender(test, anEmail()), subject: "Hello", templateId };
    const trigger = { listIds: [list.id], ...config };
    const graph = aGraph({ t: ["list_added", trigger], mail: ["email", email], w: wait }, ["t mail", "mail w"]);
    const automation = await anActiveAutomation(test, graph);
    const contact = await test.aContact({ listIds: [list.id] });
    await settle(test);
    return { list, automation, contact };
  }

  const params = (list: Named) => ({ list_id: list.id });

  it.each([
    ["unsubscribeListMembers", "list_unsubscribed"],
    ["removeListMembers", "removed"],
  ] as const)("is not sent after %s, before and after the journal was read", async (operation, reason) => {
    for (const isRead of [false, true]) {
      const test = await company();
      const { list, automation, contact } = await aQueuedEmail(test);
      await test.api.ok(operation, { params: params(list), body: { contactIds: [contact.id] } });
      if (isRead) await test.runListeners();
      await anEmailEngine(test).run();
      expect(await emailsOf(test, automation)).toMatchObject([{ state: "skipped", reason }]);
    }
  });

  it("is not sent when the contact returned after its series had ended", async () => {
    const test = await company();
    const { list, automation, contact } = await aQueuedEmail(test, { reentry: "once" });
    const body = { contactIds: [contact.id] };
    await test.api.ok("removeListMembers", { params: params(list), body });
    await test.runListeners();
    await test.api.ok("addListMembers", { params: params(list), body });
    await settle(test);
    await anEmailEngine(test).run();
    expect(await emailsOf(test, automation)).toMatchObject([{ state: "skipped", reason: "removed" }]);
  });

  it("is sent to members, and to everybody where the series goes on", async () => {
    const test = await company();
    const stayed = await aQueuedEmail(test);
    const left = await aQueuedEmail(test, { continueAfterLeaving: true });
    await test.api.ok("removeListMembers", { params: params(left.list), body: { contactIds: [left.contact.id] } });
    await anEmailEngine(test).run();
    for (const { automation } of [stayed, left])
      expect(await emailsOf(test, automation)).toMatchObject([{ state: "sent" }]);
  });
});
