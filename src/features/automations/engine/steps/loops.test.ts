import { expect, it } from "vitest";
import {
  aGraph,
  anAutomation,
  anActiveAutomation,
  enter,
  enteredOf,
  paramsOf,
  runAutomations,
  runEntries,
} from "../../../../../tests/harness/factories/automations.ts";
import { company, type TestCompany } from "../../../../../tests/harness/factories/company.ts";
import { hours, minutes } from "../../../../kernel/local-time.ts";

const starts = (automationId: string) =>
  aGraph({ t: ["manual", { reentry: "always" }], s: ["start_automation", { automationId }] }, ["t s"]);

/** Two automations whose only step starts the other one. */
async function aPair(test: TestCompany) {
  const one = await anAutomation(test, { graph: aGraph({ t: ["manual"], end: ["end"] }, ["t end"]) });
  const other = await anActiveAutomation(test, starts(one.id));
  await test.api.ok("saveAutomationGraph", {
    params: paramsOf(one),
    body: { graph: starts(other.id), baseVersion: 1 },
  });
  await test.api.ok("activateAutomation", { params: paramsOf(one) });
  return { one, other };
}

it("ends a chain of automations that start each other after ten of them", async () => {
  const test = await company();
  const { one, other } = await aPair(test);
  await enter(test, one);
  for (let round = 0; round < 15; round += 1) await runAutomations(test, minutes(1));
  expect([await enteredOf(test, one), await enteredOf(test, other)].map(({ length }) => length)).toEqual([6, 5]);
  const { db } = test.ctx;
  const passes = await db.sql<{ result: string; reason: string | null }[]>`
    select result, reason from automation_pass where tenant_id = ${db.tenantId} and node <> 't' order by id`;
  expect(passes.map(({ result, reason }) => reason ?? result)).toEqual([...Array<string>(10).fill("done"), "loop"]);
});

it("keeps the depths of runs that come together apart", async () => {
  const test = await company();
  const { one, other } = await aPair(test);
  const [early] = await enter(test, one);
  await runAutomations(test);
  const { db } = test.ctx;
  await db.sql`update automation_run set depth = 10 where tenant_id = ${db.tenantId} and state = 'running'`;
  const [late] = await enter(test, other);
  for (let round = 0; round < 15; round += 1) await runAutomations(test);
  const listDepths = async (contactId: string | undefined) =>
    (
      await db.sql<{ depth: number }[]>`
        select depth from automation_run where tenant_id = ${db.tenantId} and contact_id = ${contactId ?? ""} order by id`
    ).map(({ depth }) => depth);
  expect(await listDepths(early)).toEqual([0, 10]);
  expect(await listDepths(late)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

it("lets a contact in by triggers at most ten times in an hour, also where steps cause the triggers", async () => {
  const test = await company();
  const [here, there] = [await test.aList(), await test.aList()];
  const between = (from: string, to: string) =>
    aGraph(
      {
        t: ["list_added", { listIds: [from], reentry: "always" }],
        leave: ["remove_from_list", { listId: from }],
        join: ["add_to_list", { listId: to }],
      },
      ["t leave", "leave join"],
    );
  const one = await anActiveAutomation(test, between(here.id, there.id));
  const other = await anActiveAutomation(test, between(there.id, here.id));
  const { id } = await test.aContact();
  await test.api.ok("addListMembers", { params: { list_id: here.id }, body: { contactIds: [id] } });
  const round = async () => {
    await runEntries(test, minutes(1));
    await runAutomations(test);
  };
  for (let count = 0; count < 25; count += 1) await round();
  const entries = async () => [(await enteredOf(test, one)).length, (await enteredOf(test, other)).length];
  expect(await entries()).toEqual([10, 10]);
  test.clock.advance(hours(1));
  for (let count = 0; count < 5; count += 1) await round();
  expect(await entries()).toEqual([10, 10]);
  await test.api.ok("removeListMembers", { params: { list_id: here.id }, body: { contactIds: [id] } });
  await test.api.ok("addListMembers", { params: { list_id: here.id }, body: { contactIds: [id] } });
  await round();
  expect(await entries()).toEqual([11, 10]);
});
