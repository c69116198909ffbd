import { describe, expect, it } from "vitest";
import { company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { aGraph, anActiveAutomation, enter, runAutomations } from "../../../../tests/harness/factories/automations.ts";
import { instantAt, localMinuteAt } from "../../../kernel/local-time.ts";

const zones = [
  "Pacific/Niue",
  "America/New_York",
  "America/Sao_Paulo",
  "Europe/Prague",
  "Asia/Kolkata",
  "Australia/Lord_Howe",
  "Pacific/Chatham",
  "Pacific/Kiritimati",
];

async function companyIn(timeZone: string, at: string): Promise<TestCompany> {
  const test = await company();
  const { db } = test.ctx;
  await db.sql`update company set time_zone = ${timeZone} where tenant_id = ${db.tenantId}`;
  test.clock.set(instantAt(at.slice(0, 10), at.slice(11), timeZone));
  return test;
}

/** Starts a run and moves the clock from one due time to the next until the run is over. */
async function passAll(test: TestCompany, graph: object, contactId: string): Promise<{ node: string; at: Date }[]> {
  const { db } = test.ctx;
  const enteredAt = test.clock.now();
  // The API key of a test is valid around the time of the test only.
  test.clock.set(new Date());
  const automation = await anActiveAutomation(test, graph);
  await enter(test, automation, [contactId]);
  await db.sql`
    update automation_run set entered_at = ${enteredAt}, arrived_at = ${enteredAt}, due_at = ${enteredAt}
    where tenant_id = ${db.tenantId}`;
  for (;;) {
    const [next] = await db.sql<{ dueAt: Date | null }[]>`
      select min(due_at) as due_at from automation_run where tenant_id = ${db.tenantId}`;
    if (next?.dueAt === null || next === undefined) break;
    test.clock.set(next.dueAt);
    await runAutomations(test);
  }
  return [
    ...(await db.sql<{ node: string; at: Date }[]>`
      select node, at from automation_pass where tenant_id = ${db.tenantId} and node <> 't' order by id`),
  ];
}

describe.each(zones)("waits in %s", (timeZone) => {
  it("of weeks keep the local time through a year with both changes of the clock", async () => {
    const test = await companyIn(timeZone, "2027-01-04T09:30");
    const { id } = await test.aContact();
    const keys = Array.from({ length: 53 }, (_, index) => `w${index}`);
    const spec = { kind: "delay", amount: 1, unit: "weeks" };
    const nodes = Object.fromEntries(keys.map((key) => [key, ["wait", { spec }] as const]));
    const edges = keys.map((key, index) => `${index === 0 ? "t" : keys[index - 1]} ${key}`);
    const passes = await passAll(test, aGraph({ t: ["manual"], ...nodes }, edges), id);
    const first = Date.UTC(2027, 0, 4);
    const expected = keys.map((_, index) => {
      const day = new Date(first + (index + 1) * 7 * 86_400_000).toISOString().slice(0, 10);
      return `${day}T09:30`;
    });
    expect(passes.map(({ at }) => localMinuteAt(at, timeZone))).toEqual(expected);
  });

  it("for a birthday on a leap day end on 28 February of a common year and on 29 February of a leap year", async () => {
    const test = await companyIn(timeZone, "2027-01-04T09:30");
    const { id } = await test.aContact({ birthday: "1992-02-29" });
    const birthday = { spec: { kind: "field", field: "birthday", offsetDays: 0, time: "07:15" } };
    const day = { spec: { kind: "delay", amount: 1, unit: "days" } };
    const at = { spec: { kind: "at", time: "18:00", weekdays: [1] } };
    const graph = aGraph(
      { t: ["manual"], b1: ["wait", birthday], d: ["wait", day], b2: ["wait", birthday], m: ["wait", at] },
      ["t b1", "b1 d", "d b2", "b2 m"],
    );
    const passes = await passAll(test, graph, id);
    expect(passes.map(({ node, at: moment }) => [node, localMinuteAt(moment, timeZone)])).toEqual([
      ["b1", "2027-02-28T07:15"],
      ["d", "2027-03-01T07:15"],
      ["b2", "2028-02-29T07:15"],
      ["m", "2028-03-06T18:00"],
    ]);
  });
});
