import * as fc from "fast-check";
import { expect, it } from "vitest";
import { aGraph, anActiveAutomation, enter, paramsOf } from "../../../../../tests/harness/factories/automations.ts";
import { anEmail, company, type TestCompany } from "../../../../../tests/harness/factories/company.ts";
import { aVerifiedSender } from "../../../../../tests/harness/factories/sending-campaigns.ts";
import { aTemplate } from "../../../../../tests/harness/factories/templates.ts";
import {
  graphOfEffects,
  randomEffects,
  type EffectStep,
  type StepObjects,
} from "../../../../../tests/harness/oracles/automations/random-effects.ts";
import { advanceAutomation } from "../advance.ts";
import { runs } from "../../../../../tests/harness/scope.ts";

const numRuns = runs(12);
/** Noon in winter: sending that takes some seconds changes no day. */
const start = new Date("2026-11-17T11:00:30.000Z");

/** Different in everything that the steps decide by. */
async function aCrowd({ api, aContact }: TestCompany, listIds: readonly string[], stackId: string) {
  const [here = "", there = ""] = listIds;
  const birthdays = ["1990-11-19", "1985-11-24", "2000-02-29"];
  const people = [
    await aContact({ city: "Brno", birthday: birthdays[0] }),
    await aContact({ city: "Praha", birthday: birthdays[1], listIds: [here] }),
    await aContact({ city: "Brno", birthday: birthdays[2], listIds: [here, there] }),
    await aContact({ city: "Praha" }),
    await aContact({ city: "Brno", listIds: [here, there] }),
  ];
  const ids = people.map(({ id }) => id).toSorted((a, b) => Number(a) - Number(b));
  const [, , left = "", optedOut = "", owner = ""] = ids;
  await api.ok("unsubscribeListMembers", { params: { list_id: there }, body: { contactIds: [left] } });
  await api.ok("unsubscribeContact", { params: { id: optedOut }, body: {} });
  await api.ok("assignCoupon", { params: { stack_id: stackId }, body: { contactId: owner } });
  return ids;
}

async function aScene(test: TestCompany) {
  test.clock.set(start);
  const { api, purposeId } = test;
  const listIds = [(await test.aList()).id, (await test.aList()).id];
  const stack = await api.ok("createCouponStack", { body: { name: "Spring", mergeKey: "spring" } });
  await api.ok("addCouponCodes", { params: { stack_id: stack.id }, body: { codes: ["A", "B", "C"] } });
  const field = await api.ok("createCustomField", { body: { name: "Renewal", type: "date" } });
  const other = await anActiveAutomation(test, aGraph({ t: ["manual", { reentry: "once" }], end: ["end"] }, ["t end"]));
  const { id: templateId } = await aTemplate(test, { html: "<p>Hello</p>" });
  const email = { senderId: await aVerifiedSender(test, anEmail()), templateId, subject: "Hello" };
  const ids = { dateFieldId: field.id, stackId: stack.id, automationId: other.id };
  const objects: StepObjects = { listIds, purposeId, email, ...ids };
  return { objects, contactIds: await aCrowd(test, listIds, stack.id) };
}

/** Moves the runs and the clock until all runs are over; every e-mail leaves the queue at once. */
async function runToTheEnd({ ctx, clock }: TestCompany, automation: { id: string }): Promise<void> {
  const { sql, tenantId } = ctx.db;
  for (;;) {
    while ((await advanceAutomation(ctx, automation.id)) > 0);
    await sql`update message set state = 'sent' where tenant_id = ${tenantId} and state = 'queued'`;
    const [next] = await sql<{ dueAt: Date }[]>`
      select due_at from automation_run
      where tenant_id = ${tenantId} and automation_id = ${automation.id} and due_at is not null order by due_at limit 1`;
    if (next === undefined) return;
    if (next.dueAt > clock.now()) clock.set(next.dueAt);
  }
}

type Step = { node: string; output: string | null; result: string; reason: string | null };

const listPasses = async ({ ctx: { db } }: TestCompany, automation: { id: string }) =>
  db.sql<(Step & { contactId: string })[]>`
    select r.contact_id, p.node, p.output, p.result, p.reason from automation_pass p
    join automation_run r on r.tenant_id = ${db.tenantId} and r.id = p.run_id
    where p.tenant_id = ${db.tenantId} and p.automation_id = ${automation.id} and p.node <> 't' order by p.run_id, p.id`;

/** Others may take the last coupon first: a trace knows one contact. */
const ofTrace = ({ node, output, result, reason }: Step, coupons: ReadonlySet<string>) =>
  coupons.has(node) ? [node, output] : [node, output, result, reason];

function countPasses(passes: readonly Step[], node: string, isEmail: boolean) {
  const own = passes.filter((pass) => pass.node === node);
  const countBy = (words: readonly (string | null)[]) =>
    Object.fromEntries(
      [...new Set(words)].flatMap((word) =>
        word === null ? [] : [[word, words.filter((item) => item === word).length]],
      ),
    );
  return {
    passed: own.length,
    outputs: countBy(own.map(({ output }) => output)),
    sent: isEmail ? own.filter(({ reason }) => reason === null).length : 0,
    leftOut: countBy(own.map(({ reason }) => reason)),
  };
}

/** An unsubscription waits some seconds for an e-mail, in which others may take the last coupon. */
const withoutRaces = (steps: readonly EffectStep[]): EffectStep[] =>
  steps.some(({ kind }) => kind === "unsubscribe")
    ? steps.map((step) => (step.kind === "coupon" ? { ...step, kind: "goal" } : step))
    : [...steps];

const plain: EffectStep = {
  kind: "goal",
  city: "Brno",
  list: 0,
  hours: 50,
  hasDeadline: false,
  days: 2,
  targets: [99, 99],
};
const inSequence = (...steps: Partial<EffectStep>[]): [EffectStep[]] => [
  steps.map((step, index) => ({ ...plain, targets: [index + 1, index + 1] as const, ...step })),
];

/** Always tried, whatever is random: each effect, followed by what decides by it. */
const examples: [EffectStep[]][] = [
  inSequence({ kind: "set_city" }, { kind: "city" }, { kind: "updated" }, { kind: "goal" }),
  inSequence({ kind: "add" }, { kind: "list" }, { kind: "remove" }, { kind: "list" }, { kind: "add" }),
  inSequence({ kind: "leave" }, { kind: "list" }, { kind: "add" }, { kind: "email" }),
  inSequence({ kind: "email" }, { kind: "unsubscribe" }, { kind: "status" }, { kind: "consent" }, { kind: "email" }),
  inSequence({ kind: "coupon" }, { kind: "wait" }, { kind: "coupon" }, { kind: "start" }, { kind: "start" }),
  inSequence({ kind: "set_date" }, { kind: "wait_for_date" }, { kind: "date", days: 1, hasDeadline: true }),
  inSequence({ kind: "birthday", hasDeadline: true, hours: 100 }, { kind: "updated", days: 3 }, { kind: "label" }),
  [
    [
      { ...plain, kind: "city", targets: [1, 3] },
      { ...plain, kind: "wait", targets: [2, 2] },
      { ...plain, kind: "coupon", targets: [4, 4] },
      { ...plain, kind: "coupon", targets: [4, 4] },
      { ...plain, kind: "coupon" },
    ],
  ],
];

it("what test and trace say is what the engine does, for any graph and contact", async () => {
  await fc.assert(
    fc.asyncProperty(randomEffects, async (random) => {
      const test = await company();
      const { objects, contactIds } = await aScene(test);
      const steps = withoutRaces(random);
      const automation = await anActiveAutomation(test, graphOfEffects(steps, objects, start));
      const params = paramsOf(automation);
      const traces: Step[][] = [];
      for (const contactId of contactIds) {
        const trace = await test.api.ok("traceContact", { params, body: { contactId } });
        traces.push(trace.steps.filter(({ node }) => node !== "t"));
      }
      const said = await test.api.ok("testAutomation", { params, body: { contactIds } });
      await enter(test, automation, contactIds);
      await runToTheEnd(test, automation);
      const passes = await listPasses(test, automation);
      const typeOf = (key: string) => said.nodes[key] && steps[Number(key.slice(1))]?.kind;
      const coupons = new Set(Object.keys(said.nodes).filter((key) => typeOf(key) === "coupon"));
      for (const [index, contactId] of contactIds.entries()) {
        const done = passes.filter((pass) => pass.contactId === contactId);
        expect(traces[index]?.map((step) => ofTrace(step, coupons))).toEqual(
          done.map((step) => ofTrace(step, coupons)),
        );
      }
      for (const [key, numbers] of Object.entries(said.nodes)) {
        if (key !== "t") expect([key, numbers]).toEqual([key, countPasses(passes, key, typeOf(key) === "email")]);
      }
    }),
    { numRuns: numRuns + examples.length, endOnFailure: true, examples },
  );
}, 240_000);
