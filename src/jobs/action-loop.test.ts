import { beforeEach, expect, it } from "vitest";
import { countingAction } from "../../tests/harness/factories/actions.ts";
import { company, testApp, testWorker, type TestCompany } from "../../tests/harness/factories/company.ts";
import { createLog } from "../log/log.ts";
import { claimAction, listDueActions } from "./action-claims.queries.ts";
import { ActionLoop } from "./action-loop.ts";
import { requestAction, runStep, type ActionRunner } from "./actions.ts";
import { listRunningActions } from "./queries.ts";

const leaseMs = 10_000;

const aLoop = ({ app }: Pick<TestCompany, "app">, runners: readonly ActionRunner[]) =>
  new ActionLoop({ ...testWorker({ ...app, log: createLog("silent") }), db: app.db }, runners);

const dueIds = async ({ app, clock }: Pick<TestCompany, "app" | "clock">): Promise<string[]> =>
  (await listDueActions(app.db, clock.now())).map(({ id }) => id);

const runAll = async (loop: ActionLoop) => {
  while (await loop.runNext());
};

/** The loop runs the actions of all companies. */
beforeEach(async () => {
  const { app } = await testApp();
  await app.db.sql`update background_action set state = 'done' where state in ('queued', 'running')`;
});

it("takes the first action of each company, then the second; one that ran for a slice goes to the end", async () => {
  const [busy, other] = [await company(), await company()];
  const { kind, runners } = countingAction();
  const request = ({ ctx }: TestCompany) => requestAction(ctx, kind, { to: 2 });
  const [first, second, third] = [await request(busy), await request(busy), await request(busy)];
  const only = await request(other);
  expect(await dueIds(busy)).toEqual([first, only, second, third]);
  const loop = aLoop(busy, runners);
  await loop.runNext(0);
  expect(await dueIds(busy)).toEqual([second, only, third, first]);
  expect(await listRunningActions(busy.ctx.db)).toMatchObject([
    { id: first, state: "running", checkpoint: { count: 1 } },
    { id: second, state: "queued" },
    { id: third, state: "queued" },
  ]);
  await runAll(loop);
  expect(await dueIds(busy)).toEqual([]);
});

it("leaves an action to the worker that claimed it, and takes it over after its lease", async () => {
  const one = await company();
  const steps: number[] = [];
  const { kind, runners } = countingAction(({ from }) => steps.push(from));
  const id = await requestAction(one.ctx, kind, { to: 2 });
  const lost = await claimAction(one.ctx.db, id, one.clock.now());
  if (lost === undefined) throw new Error("not claimed");
  expect(await runStep(one.ctx, runners, lost)).toBe("more");
  const loop = aLoop(one, runners);
  expect(await loop.runNext()).toBe(false);
  one.clock.advance(leaseMs);
  expect(await loop.runNext(0)).toBe(true);
  expect(steps).toEqual([0, 1]);

  expect(await runStep(one.ctx, runners, lost)).toBe("over");
  expect(steps).toEqual([0, 1]);
  await runAll(loop);
  expect(steps).toEqual([0, 1, 2]);
  expect((await one.api.ok("listNotifications")).items).toMatchObject([
    { type: "maintenance_done", params: { count: 2 } },
  ]);
});

it("does not take over an action in the middle of a step that lasts longer than the lease", async () => {
  const one = await company();
  const during: unknown[] = [];
  const { kind, runners } = countingAction(async ({ from }) => {
    if (from > 0) return;
    one.clock.advance(2 * leaseMs);
    during.push(await aLoop(one, runners).runNext());
  });
  await requestAction(one.ctx, kind, { to: 1 });
  await runAll(aLoop(one, runners));
  expect(during).toEqual([false]);
  expect(await listRunningActions(one.ctx.db)).toEqual([]);
});

it("tries a failing action again after a pause, six times in a row, and stops no other", async () => {
  const [failing, other] = [await company(), await company()];
  let attempts = 0;
  const { kind, runners } = countingAction(({ from, ctx }) => {
    if (ctx.db.tenantId !== failing.tenantId || from < 2) return;
    attempts += 1;
    throw new Error("fails");
  });
  await requestAction(failing.ctx, kind, { to: 3 });
  await requestAction(other.ctx, kind, { to: 3 });
  const loop = aLoop(failing, runners);
  await runAll(loop);
  expect(attempts).toBe(1);
  expect((await other.api.ok("listNotifications")).items).toMatchObject([{ type: "maintenance_done" }]);
  for (let attempt = 2; attempt <= 6; attempt += 1) {
    expect(await listRunningActions(failing.ctx.db)).toMatchObject([{ state: "running", checkpoint: { count: 2 } }]);
    expect(await loop.runNext()).toBe(false);
    failing.clock.advance(10_000);
    await runAll(loop);
    expect(attempts).toBe(attempt);
  }
  expect(await listRunningActions(failing.ctx.db)).toEqual([]);
  expect((await failing.api.ok("listNotifications")).items).toMatchObject([
    { type: "maintenance_done_failed", params: {} },
  ]);
});
