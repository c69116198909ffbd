import { expect, it } from "vitest";
import { anEmailEngine, emailsOf } from "../../../../tests/harness/factories/automation-emails.ts";
import {
  aGraph,
  anActiveAutomation,
  enter,
  paramsOf,
  runAutomations,
} from "../../../../tests/harness/factories/automations.ts";
import { anEmail, company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { aVerifiedSender } from "../../../../tests/harness/factories/sending-campaigns.ts";
import { aTemplate } from "../../../../tests/harness/factories/templates.ts";
import { days, minutes } from "../../../kernel/local-time.ts";

/** A last e-mail, a minute of waiting, and the contact is unsubscribed. */
async function aFarewell(test: TestCompany) {
  const { id: templateId } = await aTemplate(test, { html: "<p>Farewell</p>" });
  const senderId = await aVerifiedSender(test, anEmail());
  const graph = aGraph(
    {
      t: ["manual"],
      mail: ["email", { senderId, templateId, subject: "Farewell" }],
      w: ["wait", { spec: { kind: "delay", amount: 1, unit: "minutes" } }],
      out: ["unsubscribe"],
    },
    ["t mail", "mail w", "w out"],
  );
  const automation = await anActiveAutomation(test, graph);
  const contact = await test.aContact();
  await enter(test, automation, [contact.id]);
  await runAutomations(test);
  await runAutomations(test, minutes(1));
  return { automation, contact };
}

const getRun = async ({ api }: TestCompany, automation: { id: string }) => {
  const { items } = await api.ok("listAutomationRuns", { params: paramsOf(automation), query: {} });
  const [run] = items;
  return { state: run?.state, node: run?.node };
};

const getStatus = async ({ api }: TestCompany, { id }: { id: string }) =>
  (await api.ok("getContact", { params: { id } })).status;

const atUnsubscription = { state: "waiting", node: "out" };
const over = { state: "completed", node: "out" };

it("unsubscribes a contact once the e-mail before it was sent, woken by its journal entry", async () => {
  const test = await company();
  const { automation, contact } = await aFarewell(test);
  expect(await getRun(test, automation)).toEqual(atUnsubscription);
  expect(await getStatus(test, contact)).toBe("subscribed");
  const counts = await test.api.ok("getAutomationCounts", { params: paramsOf(automation) });
  expect(counts.nodes["out"]).toEqual({ waiting: 1, passed: 0, outputs: {} });
  const { run, takenFor } = anEmailEngine(test);
  await run();
  await test.runListeners();
  await runAutomations(test);
  expect(takenFor([contact.email])).toEqual([contact.email]);
  expect(await getRun(test, automation)).toEqual(over);
  expect(await getStatus(test, contact)).toBe("unsubscribed");
});

it("waits for delayed sending, also for a day, and is not released", async () => {
  const test = await company();
  const { automation, contact } = await aFarewell(test);
  await runAutomations(test, days(1));
  expect(await getRun(test, automation)).toEqual(atUnsubscription);
  const params = { ...paramsOf(automation), key: "out" };
  expect(await test.api.refused("releaseNode", { params, body: {} })).toMatchObject({ status: 400, message: "node" });
  const { run, takenFor } = anEmailEngine(test);
  await run();
  expect(takenFor([contact.email])).toEqual([contact.email]);
  await runAutomations(test, minutes(16));
  expect(await getStatus(test, contact)).toBe("unsubscribed");
});

it("sends nothing to a person who unsubscribes meanwhile, and the run goes on", async () => {
  const test = await company();
  const { automation, contact } = await aFarewell(test);
  await test.api.ok("unsubscribeContact", { params: { id: contact.id }, body: {} });
  const { run, takenFor } = anEmailEngine(test);
  await run();
  expect(takenFor([contact.email])).toEqual([]);
  expect(await emailsOf(test, automation)).toMatchObject([{ state: "skipped", reason: "unsubscribed" }]);
  await runAutomations(test, minutes(1));
  expect(await getRun(test, automation)).toEqual(over);
});

it("waits through a pause of the automation, whose e-mails wait too", async () => {
  const test = await company();
  const { automation, contact } = await aFarewell(test);
  const params = paramsOf(automation);
  await test.api.ok("pauseAutomation", { params });
  const { run, takenFor } = anEmailEngine(test);
  await run();
  await runAutomations(test, days(30));
  expect(takenFor([contact.email])).toEqual([]);
  await test.api.ok("activateAutomation", { params });
  await runAutomations(test);
  expect(await getRun(test, automation)).toEqual(atUnsubscription);
  await run();
  await runAutomations(test, minutes(16));
  expect(takenFor([contact.email])).toEqual([contact.email]);
  expect(await getStatus(test, contact)).toBe("unsubscribed");
});
