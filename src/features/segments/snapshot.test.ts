import { describe, expect, it, vi } from "vitest";
import { holdClock } from "../../../tests/harness/factories/clock.ts";
import { failAction } from "../../../tests/harness/factories/actions.ts";
import { companyOfSmallVolumes, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { insertContactsOfCity } from "../../../tests/harness/factories/bulk-contacts.ts";
import { waitingFor } from "../../../tests/harness/servers/lock-waits.ts";
import { actionRunner, requestAction, runAction, type ActionRunner } from "../../jobs/actions.ts";
import { hours } from "../../kernel/local-time.ts";
import { inTransaction } from "../../context.ts";
import { eraseContact } from "../contacts/service.ts";
import { finishSnapshot, requestSnapshot } from "./queries.ts";
import { getSegmentRecord } from "./service.ts";
import { refreshSizes } from "./sizes.ts";
import { runSegmentSnapshot } from "./snapshot.ts";

/** One more than a request writes at small volumes. */
const many = 201;

const townRule = (value: string) => ({
  type: "group",
  match: "all",
  rules: [{ type: "field", field: "city", operator: "eq", value }],
});

function segmentsOf({ api, shopId }: TestCompany) {
  const params = (segment: string) => ({ params: { segment } });
  return {
    create: (fields: object = {}) =>
      api.ok("createSegment", {
        body: { name: crypto.randomUUID(), shopId, refresh: "static", definition: townRule("brno"), ...fields },
      }),
    change: (id: string, body: object) => api.ok("updateSegment", { ...params(id), body }),
    recompute: (id: string) => api.ok("recomputeSegment", { ...params(id), body: {} }),
    get: (id: string) => api.ok("getSegment", params(id)),
    members: async (id: string) => (await api.ok("listSegmentMembers", params(id))).total,
    remove: (id: string) => api.call("deleteSegment", params(id)),
  };
}

const runner = actionRunner(runSegmentSnapshot);

/** Runs the step and fails before it is committed. */
const killedAfter = (look: () => Promise<void>): ActionRunner => ({
  ...runner,
  advance: async (...args) => {
    await runner.advance(...args);
    await look();
    throw new Error("killed");
  },
});

const listRows = async ({ ctx }: TestCompany) => {
  const [row] = await ctx.db.sql<{ n: number }[]>`
    select count(*)::int as n from segment_member where tenant_id = ${ctx.db.tenantId}`;
  return row?.n;
};

it("saving a static segment takes its snapshot at once up to a number of new members, otherwise it answers 202", async () => {
  const own = await companyOfSmallVolumes();
  await insertContactsOfCity(own, many - 1);
  const body = { name: "Brno", shopId: own.shopId, refresh: "static", definition: townRule("brno") };
  const small = await own.api.call("createSegment", { body });
  expect(small).toMatchObject({ status: 201, body: { matched: many - 1, jobId: null } });
  await insertContactsOfCity(own, 1, "BRNO");
  const large = await own.api.call("createSegment", { body: { ...body, name: "Larger" } });
  expect(large).toMatchObject({ status: 202, body: { matched: many, computedAt: null, jobId: expect.any(String) } });
  const [{ id } = { id: "" }] = (await own.api.ok("listSegments", { query: { sort: "-id" } })).items;
  const params = { segment: id };
  const pending = { status: 202, body: { id, jobId: expect.any(String) } };
  expect(await own.api.call("updateSegment", { params, body: { name: "Large" } })).toMatchObject(pending);
  expect(await own.api.call("recomputeSegment", { params, body: {} })).toMatchObject(pending);
  await own.runActions();
  const done = { status: 200, body: { id, matched: many, jobId: null } };
  expect(await own.api.call("updateSegment", { params, body: { name: "Largest" } })).toMatchObject(done);
  expect(await own.api.call("recomputeSegment", { params, body: {} })).toMatchObject(done);
});

describe("the snapshot of a large static segment", () => {
  it("is taken in the background; until the first one the rules are used", async () => {
    holdClock();
    const own = await companyOfSmallVolumes();
    const segments = segmentsOf(own);
    await insertContactsOfCity(own, many);
    const created = await segments.create({ name: "Brno" });
    expect(created).toMatchObject({ matched: many, mailable: many, computedAt: null });
    expect(created.countedAt).toBe(own.clock.now().toISOString());
    expect((await own.api.ok("listRunningActions")).items).toMatchObject([
      { id: created.jobId, type: "segment_computed", progress: 0 },
    ]);
    expect(await listRows(own)).toBe(0);
    await insertContactsOfCity(own, 10, "BRNO");
    expect(await segments.members(created.id)).toBe(many + 10);

    await own.runActions();
    const at = own.clock.now().toISOString();
    const done = { ...created, matched: many + 10, mailable: many + 10, computedAt: at, countedAt: at, jobId: null };
    expect(await segments.get(created.id)).toEqual(done);
    expect(await listRows(own)).toBe(many + 10);
    const { id, matched, mailable } = done;
    expect((await own.api.ok("listNotifications")).items).toMatchObject([
      { type: "segment_computed", params: { segmentId: id, name: "Brno", matched, mailable } },
    ]);
  });

  it("stays complete while the next one is taken, also by a worker that is killed", async () => {
    const own = await companyOfSmallVolumes();
    const segments = segmentsOf(own);
    await insertContactsOfCity(own, 3, "Praha");
    const { id, computedAt } = await segments.create({ definition: townRule("praha") });
    await insertContactsOfCity(own, many);
    own.clock.advance(hours(1));
    const changed = await segments.change(id, { definition: townRule("brno") });
    expect(changed).toMatchObject({ matched: 3, mailable: 3, computedAt });
    expect(await segments.members(id)).toBe(3);
    const killed = killedAfter(async () => expect(await segments.members(id)).toBe(3));
    await expect(runAction(own.ctx, [killed], changed.jobId ?? "")).rejects.toThrow("killed");
    expect([await segments.members(id), await listRows(own)]).toEqual([3, 3]);
    expect(await segments.get(id)).toMatchObject({ matched: 3, computedAt, jobId: changed.jobId });

    await own.runActions();
    expect(await segments.get(id)).toMatchObject({ matched: many, jobId: null });
    expect(await listRows(own)).toBe(many);
  });

  it("does not count a contact that is erased while it is taken", async () => {
    const own = await companyOfSmallVolumes();
    const segments = segmentsOf(own);
    const [erased] = [await own.aContact({ city: "Brno" }), await own.aContact({ city: "Brno" })];
    const { id, name } = await segments.create();
    await own.aContact({ city: "Brno" });
    const jobId = await requestAction(own.ctx, runSegmentSnapshot, { segmentId: id, name });
    await requestSnapshot(own.ctx.db, id, jobId);
    // The snapshot waits for the lock of the segment that the erasure holds.
    const taken = await inTransaction(own.ctx, async (inner) => {
      await eraseContact(inner, erased.id);
      const listWaiting = await waitingFor(inner.db, own.app.db);
      const taking = own.runActions();
      await vi.waitFor(async () => expect((await listWaiting()).length).toBe(1), { timeout: 15_000, interval: 20 });
      return { taking };
    });
    await taken.taking;
    expect(await segments.get(id)).toMatchObject({ matched: 2, mailable: 2, jobId: null });
    expect(await segments.members(id)).toBe(2);
    expect((await own.api.ok("listNotifications")).items).toMatchObject([{ params: { segmentId: id, matched: 2 } }]);
  });

  it("belongs to the latest request", async () => {
    const own = await companyOfSmallVolumes();
    const segments = segmentsOf(own);
    await insertContactsOfCity(own, 3, "Praha");
    await insertContactsOfCity(own, many);
    const { id, jobId } = await segments.create();
    const seen = await getSegmentRecord(own.ctx, id);
    expect(await segments.change(id, { definition: townRule("praha") })).toMatchObject({ jobId, computedAt: null });
    const at = own.clock.now();
    const older = { matched: many, mailable: many, computedAt: at, countedAt: at };
    expect(await finishSnapshot(own.ctx.db, seen, older)).toBe(false);
    await own.runActions();
    expect(await segments.get(id)).toMatchObject({ matched: 3, jobId: null });
    expect([await segments.members(id), await listRows(own)]).toEqual([3, 3]);
    expect((await own.api.ok("listNotifications")).items).toMatchObject([{ params: { segmentId: id, matched: 3 } }]);
  });

  it("is neither taken nor kept for a segment that became live", async () => {
    const own = await companyOfSmallVolumes();
    const segments = segmentsOf(own);
    await insertContactsOfCity(own, many);
    const { id } = await segments.create();
    await own.runActions();
    expect(await segments.recompute(id)).toMatchObject({ jobId: null });
    await insertContactsOfCity(own, 5, "Praha");
    expect(await segments.change(id, { definition: townRule("praha") })).toMatchObject({ matched: many });
    expect(await segments.change(id, { refresh: "daily" })).toMatchObject({ matched: 5, mailable: 5 });
    expect(await segments.members(id)).toBe(5);
    await own.runActions();
    expect(await segments.get(id)).toMatchObject({ matched: 5, jobId: null });
    await refreshSizes(own.ctx);
    expect(await listRows(own)).toBe(0);
  });

  it("is written within the request if few members change, however many stay", async () => {
    const own = await companyOfSmallVolumes();
    const segments = segmentsOf(own);
    await insertContactsOfCity(own, many);
    const { id } = await segments.create();
    await own.runActions();
    await own.aContact({ city: "Brno" });
    expect(await segments.recompute(id)).toMatchObject({ matched: many + 1, jobId: null });
    expect(await segments.change(id, { refresh: "daily" })).toMatchObject({ matched: many + 1, jobId: null });
    await own.aContact({ city: "Brno" });
    expect(await segments.change(id, { refresh: "static" })).toMatchObject({ matched: many + 2, jobId: null });
    expect(await listRows(own)).toBe(many + 2);
  });

  it("if it fails, leaves the segment unchanged, to be recomputed", async () => {
    const own = await companyOfSmallVolumes();
    const segments = segmentsOf(own);
    await insertContactsOfCity(own, many);
    const { id, jobId } = await segments.create();
    const used = {
      code: "conflict",
      message: "used",
      params: { by: [{ kind: "job", id: jobId, name: "segment_computed" }], jobIds: [jobId] },
    };
    expect((await segments.remove(id)).body).toEqual({ error: used });
    await failAction(own.ctx, [runner], jobId ?? "");
    expect(await segments.get(id)).toMatchObject({ matched: many, computedAt: null, jobId: null });
    expect((await own.api.ok("listNotifications")).items).toMatchObject([{ type: "segment_computed_failed" }]);
    const again = await segments.recompute(id);
    expect(again.jobId).not.toBe(jobId);
    await own.runActions();
    expect((await segments.remove(id)).status).toBe(204);
    expect(await listRows(own)).toBe(0);
  });
});

it("the sizes of static segments follow deleted and erased contacts", async () => {
  const own = await companyOfSmallVolumes();
  const segments = segmentsOf(own);
  const people = [];
  for (let n = 0; n < 5; n += 1) people.push(await own.aContact({ city: "Brno" }));
  const [deleted, erased, unsubscribed, listed] = people.map(({ id }) => id);
  const { id } = await segments.create();
  const other = await segments.create();
  await own.api.ok("unsubscribeContact", { params: { id: unsubscribed ?? "" } });
  await segments.recompute(id);
  const sizes = async () => {
    const { matched, mailable } = await segments.get(id);
    return { matched, mailable };
  };
  expect(await sizes()).toEqual({ matched: 5, mailable: 4 });
  await own.api.ok("deleteContact", { params: { id: deleted ?? "" } });
  expect(await sizes()).toEqual({ matched: 4, mailable: 3 });
  await own.api.ok("eraseContact", { params: { id: erased ?? "" }, body: { confirm: true } });
  await own.api.ok("eraseContact", { params: { id: unsubscribed ?? "" }, body: { confirm: true } });
  expect(await sizes()).toEqual({ matched: 2, mailable: 2 });
  expect(await segments.get(other.id)).toMatchObject({ matched: 2, updatedAt: other.updatedAt });
  const list = await own.aList();
  await own.api.ok("addListMembers", { params: { list_id: list.id }, body: { contactIds: [listed] } });
  await own.api.ok("deleteList", { params: { list_id: list.id }, query: { mode: "with_contacts" } });
  await own.runActions();
  expect(await sizes()).toEqual({ matched: 1, mailable: 1 });
});
