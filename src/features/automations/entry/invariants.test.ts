import * as fc from "fast-check";
import { expect, it } from "vitest";
import {
  anActiveAutomation,
  enteredOf,
  runEntries,
  startedBy,
} from "../../../../tests/harness/factories/automations.ts";
import { company, testWorker, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { contactCreated, contactsCreated, listAdded } from "../../../journal/events.ts";
import { appendEntries } from "../../../journal/journal.ts";
import { minutes } from "../../../kernel/local-time.ts";
import { recordEvent } from "../../events/service.ts";
import { triggerListener } from "./listener.ts";
import { checkTrigger } from "./scheduler.ts";
import { listDueChecks } from "./checks.queries.ts";
import { claimCarts } from "./carts.ts";
import { runs } from "../../../../tests/harness/scope.ts";

class Kill extends Error {}

/** Runs the work in a transaction that is rolled back, as when the process is killed before the commit. */
async function killed({ ctx }: TestCompany, work: (test: { db: TestCompany["ctx"]["db"] }) => Promise<unknown>) {
  const dying = ctx.db.transaction(async (db) => {
    await work({ db });
    throw new Kill();
  });
  await expect(dying).rejects.toBeInstanceOf(Kill);
}

const who = fc.nat({ max: 3 });

const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant("event" as const), who }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("created" as const), who, isQuiet: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("group" as const), isQuiet: fc.boolean() }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("listed" as const), who }) },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant("read" as const), processes: fc.integer({ min: 1, max: 3 }) }),
    },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant("killed read" as const) }) },
  ),
  { minLength: 5, maxLength: 25 },
);

it("decides every journal entry once, whatever is killed in between", async () => {
  const test = await company();
  const { db } = test.ctx;
  const worker = testWorker(test.app);
  const list = await test.aList();
  const contacts = await Promise.all([1, 2, 3, 4].map(async () => (await test.aContact({ listIds: [list.id] })).id));
  const contactOf = (index: number) => contacts[index] ?? "";
  await test.runListeners();
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const always = { reentry: "always" };
      const byEvent = await anActiveAutomation(test, startedBy("event", { name: "visit", ...always }));
      const byCreation = await anActiveAutomation(test, startedBy("contact_created", always));
      const byList = await anActiveAutomation(test, startedBy("list_added", { listIds: [list.id], ...always }));
      const expected = { event: new Array<string>(), creation: new Array<string>(), list: new Array<string>() };
      const at = test.clock.now();
      for (const step of sequence) {
        switch (step.kind) {
          case "event":
            await recordEvent(test.ctx, { contactId: contactOf(step.who), type: "custom", name: "visit" });
            expected.event.push(contactOf(step.who));
            break;
          case "created": {
            const payload = { source: "test", to: "customer", quiet: step.isQuiet };
            await appendEntries(db, [contactCreated.entry({ contactId: contactOf(step.who), at, payload })]);
            if (!step.isQuiet) expected.creation.push(contactOf(step.who));
            break;
          }
          case "group": {
            const group = { count: contacts.length, contactIds: contacts.join(",") };
            const payload = { source: "import", to: "customer", lists: [list.id], quiet: step.isQuiet, ...group };
            await appendEntries(db, [contactsCreated.entry({ contactId: null, at, payload })]);
            if (!step.isQuiet) expected.creation.push(...contacts);
            if (!step.isQuiet) expected.list.push(...contacts);
            break;
          }
          case "listed": {
            const payload = { listId: list.id, title: "List" };
            await appendEntries(db, [listAdded.entry({ contactId: contactOf(step.who), at, payload })]);
            expected.list.push(contactOf(step.who));
            break;
          }
          case "read":
            await Promise.all(Array.from({ length: step.processes }, () => triggerListener.read(db, worker)));
            break;
          case "killed read":
            await killed(test, (dying) => triggerListener.read(dying.db, worker));
            break;
        }
      }
      await test.runListeners();
      expect(await enteredOf(test, byEvent)).toEqual(atMostTen(expected.event));
      expect(await enteredOf(test, byCreation)).toEqual(atMostTen(expected.creation));
      expect(await enteredOf(test, byList)).toEqual(atMostTen(expected.list));
      expect(await readCounters(test, [byEvent, byCreation, byList])).toEqual([
        atMostTen(expected.event).length,
        atMostTen(expected.creation).length,
        atMostTen(expected.list).length,
      ]);
      for (const { id } of [byEvent, byCreation, byList]) {
        await test.api.ok("pauseAutomation", { params: { automation_id: id } });
      }
      // The limit of events per contact starts again.
      test.clock.advance(minutes(10));
    }),
    { numRuns: runs(12) },
  );
});

/** At most ten entries of one contact in one automation. */
const atMostTen = (ids: readonly string[]): string[] =>
  ids.filter((id, index) => ids.slice(0, index).filter((item) => item === id).length < 10);

const readCounters = ({ api }: TestCompany, automations: readonly { id: string }[]) =>
  Promise.all(
    automations.map(async ({ id }) => {
      const { entered } = await api.ok("getAutomation", { params: { automation_id: id } });
      return entered;
    }),
  );

it("decides segments, dates and carts once, whatever is killed in between", async () => {
  const test = await company();
  const { db } = test.ctx;
  test.clock.set(new Date("2026-05-16T12:00:00Z"));
  const rules = [{ type: "field", field: "city", operator: "eq", value: "Brno" }];
  const definition = { type: "group", match: "all", rules };
  const body = { name: "Brno", shopId: test.shopId, refresh: "daily", definition };
  const { id: segmentId } = await test.api.ok("createSegment", { body });
  const bySegment = await anActiveAutomation(test, startedBy("segment_entered", { segmentId, reentry: "always" }));
  const dateConfig = { field: "birthday", time: "12:00", reentry: "always" };
  const byDate = await anActiveAutomation(test, startedBy("date", dateConfig));
  const after = { kind: "delay", amount: 1, unit: "minutes" };
  const byCart = await anActiveAutomation(test, startedBy("cart_abandoned", { after, reentry: "always" }));
  const { id } = await test.aContact({ city: "Brno", birthday: "1990-05-17" });
  await recordEvent(test.ctx, { contactId: id, type: "cart", data: { items: [{}] } });
  await test.runListeners();
  test.clock.set(new Date("2026-05-17T15:00:00Z"));
  const due = (await listDueChecks(test.app.db, test.clock.now())).filter(({ tenantId }) => tenantId === db.tenantId);
  expect(due).toHaveLength(2);
  for (let kills = 0; kills < 3; kills += 1) {
    await killed(test, (dying) => claimCarts(dying.db, test.clock.now()));
    for (const key of due) await killed(test, (dying) => checkTrigger({ ...test.ctx, db: dying.db }, key));
  }
  expect([...(await enteredOf(test, bySegment)), ...(await enteredOf(test, byDate))]).toEqual([]);
  await Promise.all(
    Array.from({ length: 3 }, () =>
      Promise.all([claimCarts(db, test.clock.now()), ...due.map((key) => checkTrigger(test.ctx, key))]),
    ),
  );
  await runEntries(test);
  const entered = await Promise.all([bySegment, byDate, byCart].map((automation) => enteredOf(test, automation)));
  expect(entered).toEqual([[id], [id], [id]]);
});
