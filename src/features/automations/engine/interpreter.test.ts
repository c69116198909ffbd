import * as fc from "fast-check";
import { expect, it } from "vitest";
import { holdClock } from "../../../../tests/harness/factories/clock.ts";
import { company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import {
  anActiveAutomation,
  enter,
  paramsOf,
  runAutomations,
} from "../../../../tests/harness/factories/automations.ts";
import { interpret, type ModelRun } from "../../../../tests/harness/oracles/automations/interpreter.ts";
import {
  cities,
  toGraph,
  randomSteps,
  type RandomStep,
} from "../../../../tests/harness/oracles/automations/random-graphs.ts";
import { hours } from "../../../kernel/local-time.ts";
import { runs } from "../../../../tests/harness/scope.ts";

const people = 5;
const numRuns = runs(11);

const plainStep = { city: "Brno", list: 0, hours: 50, hasDeadline: true, byList: false, percent: 50 } as const;

type Happening = { readonly afterHours: number; readonly person: number; readonly what: (typeof happenings)[number] };

const happenings = [...cities, ...cities, "join", "leave", "pause or resume"] as const;

const randomHistory: fc.Arbitrary<Happening[]> = fc.array(
  fc.record({
    afterHours: fc.oneof({ weight: 2, arbitrary: fc.nat({ max: 1 }) }, fc.nat({ max: 60 })),
    person: fc.nat({ max: people - 1 }),
    what: fc.constantFrom(...happenings),
  }),
  { minLength: 4, maxLength: 10 },
);

/**
 * Always tried, whatever is random: half of the people match at once, one is woken by a change an hour later, the others get
 * to the deadline. An engine that does not wake conditions, or ends them by the wrong output, fails here.
 */
const wakingExample: [RandomStep[], Happening[]] = [
  [
    { ...plainStep, type: "condition", targets: [1, 2] },
    { ...plainStep, type: "goal", targets: [3, 3] },
    { ...plainStep, type: "add_to_list", targets: [3, 3] },
  ],
  [
    { afterHours: 1, person: 0, what: "Brno" },
    { afterHours: 1, person: 1, what: "Brno" },
    { afterHours: 60, person: 3, what: "join" },
  ],
];

type Scene = {
  readonly test: TestCompany;
  readonly contactIds: readonly string[];
  readonly listIds: readonly string[];
};

/** Changes the contact through the API and in the model. */
async function change(
  { test, contactIds, listIds }: Scene,
  model: ModelRun,
  { person, what }: Happening,
): Promise<void> {
  const id = contactIds[person] ?? "";
  const call = { params: { list_id: listIds[0] ?? "" }, body: { contactIds: [id] } };
  if (what === "join") {
    await test.api.ok("addListMembers", call);
    if (model.lists[0] !== "unsubscribed") model.lists[0] = "member";
  } else if (what === "leave") {
    await test.api.ok("unsubscribeListMembers", call);
    // A contact that was never a member cannot unsubscribe from the list.
    if (model.lists[0] !== "none") model.lists[0] = "unsubscribed";
  } else if (what === "Brno" || what === "Praha") {
    await test.api.ok("updateContact", { params: { id }, body: { city: what } });
    model.city = what;
  }
}

const listPasses = async ({ test: { ctx } }: Scene, runId: string) =>
  (
    await ctx.db.sql<{ node: string; output: string | null; result: string; at: Date }[]>`
      select node, output, result, at from automation_pass
      where tenant_id = ${ctx.db.tenantId} and run_id = ${runId} and node <> 't' order by id`
  ).map(({ node, output, result, at }) => [node, output, result, at.getTime()]);

async function enterAll(scene: Scene, automation: { id: string }): Promise<ModelRun[]> {
  const { ctx } = scene.test;
  await enter(scene.test, automation, scene.contactIds);
  const runs = await ctx.db.sql<{ id: string }[]>`
    select id from automation_run where tenant_id = ${ctx.db.tenantId} and automation_id = ${automation.id} order by contact_id`;
  return runs.map(({ id }, index) => ({
    runId: id,
    city: cities[index % 2] ?? "",
    lists: ["none", "none"],
    at: 0,
    until: undefined,
    passes: [],
  }));
}

it("moves runs through any graph as a plain interpreter does, whatever happens meanwhile", async () => {
  holdClock();
  await fc.assert(
    fc.asyncProperty(randomSteps, randomHistory, async (steps, history) => {
      const test = await company();
      const contacts = await Promise.all(
        Array.from({ length: people }, (_, index) => test.aContact({ city: cities[index % 2] })),
      );
      const contactIds = contacts.map(({ id }) => id).toSorted((a, b) => Number(a) - Number(b));
      await Promise.all(
        contactIds.map((id, index) =>
          test.api.ok("updateContact", { params: { id }, body: { city: cities[index % 2] } }),
        ),
      );
      const listIds = [(await test.aList()).id, (await test.aList()).id];
      const scene = { test, contactIds, listIds };
      const automation = await anActiveAutomation(test, toGraph(steps, listIds));
      const models = await enterAll(scene, automation);
      let isPaused = false;
      const tick = async (afterHours: number) => {
        await test.runListeners();
        await runAutomations(test, hours(afterHours));
        if (!isPaused) for (const model of models) interpret(steps, model, test.clock.now().getTime());
      };
      await tick(0);
      for (const happening of history) {
        const model = models[happening.person];
        if (model !== undefined) await change(scene, model, happening);
        if (happening.what === "pause or resume") {
          const operation = isPaused ? "activateAutomation" : "pauseAutomation";
          await test.api.ok(operation, { params: paramsOf(automation) });
          isPaused = !isPaused;
        }
        await tick(happening.afterHours);
      }
      for (const [index, model] of models.entries()) {
        expect(await listPasses(scene, model.runId)).toEqual(model.passes);
        const { city } = await test.api.ok("getContact", { params: { id: contactIds[index] ?? "" } });
        expect(city).toBe(model.city);
      }
      const { active, completed, nodes } = await test.api.ok("getAutomationCounts", { params: paramsOf(automation) });
      const inside = models.filter(({ at }) => at !== undefined).length;
      expect([active, completed]).toEqual([inside, people - inside]);
      const passed = models.flatMap(({ passes }) => passes.map(([node]) => node));
      for (const [key, counts] of Object.entries(nodes)) {
        const expected = key === "t" ? people : passed.filter((node) => node === key).length;
        expect([key, counts.passed]).toEqual([key, expected]);
      }
      // Otherwise the engine would also move the runs of this company during all later ones.
      if (!isPaused) await test.api.ok("pauseAutomation", { params: paramsOf(automation) });
    }),
    { numRuns, endOnFailure: true, examples: [wakingExample] },
  );
}, 240_000);
