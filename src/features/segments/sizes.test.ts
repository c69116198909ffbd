import { expect, it } from "vitest";
import { holdClock } from "../../../tests/harness/factories/clock.ts";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { hours, minutes } from "../../kernel/local-time.ts";
import { countMatches } from "./members.queries.ts";
import { membersCondition } from "./membership.ts";
import * as queries from "./queries.ts";
import { countStaleSizes } from "./sizes.ts";

const brno = {
  type: "group",
  match: "all",
  rules: [{ type: "field", field: "city", operator: "eq", value: "brno" }],
};

const aSegment = ({ api, shopId }: TestCompany, refresh: string) =>
  api.ok("createSegment", { body: { name: crypto.randomUUID(), shopId, refresh, definition: brno } });

/** Requested recounts that have not run yet. */
async function requestedCounts({ ctx }: TestCompany): Promise<string[][]> {
  const rows = await ctx.db.sql<{ data: { segmentIds: string[] } }[]>`
    select data from pgboss.job where name = 'segments.count' and data ->> 'tenantId' = ${ctx.db.tenantId} order by created_on`;
  return rows.map(({ data }) => data.segmentIds.toSorted());
}

it("a page shows stored sizes and requests one recount in the background if they are older than a minute", async () => {
  holdClock();
  const own = await company();
  const { api, ctx, clock } = own;
  const [live, still] = [await aSegment(own, "daily"), await aSegment(own, "static")];
  await own.aContact({ city: "Brno" });
  const page = async () => (await api.ok("listSegments", { query: { sort: "id" } })).items;
  expect(await page()).toEqual([live, still]);
  expect(await requestedCounts(own)).toEqual([]);

  clock.advance(minutes(1));
  expect(await Promise.all([page(), page()])).toEqual([
    [live, still],
    [live, still],
  ]);
  await page();
  const asked = await requestedCounts(own);
  expect(asked.flat().toSorted()).toEqual([live.id, still.id].toSorted());
  await countStaleSizes(ctx, asked.flat());
  const at = clock.now().toISOString();
  expect(await page()).toEqual([
    { ...live, matched: 1, mailable: 1, computedAt: at, countedAt: at },
    { ...still, countedAt: at },
  ]);
  expect(await requestedCounts(own)).toEqual(asked);
});

it("a page requests the recount again after a minute if the worker died, for the oldest twenty", async () => {
  const own = await company();
  const segments: string[] = [];
  for (let count = 0; count < 21; count += 1) {
    segments.push((await aSegment(own, "daily")).id);
    own.clock.advance(1);
  }
  const page = () => own.api.ok("listSegments", { query: { pageSize: 50 } });
  own.clock.advance(hours(1));
  await page();
  own.clock.advance(minutes(1));
  await page();
  const oldest = segments.slice(0, 20).toSorted();
  expect(await requestedCounts(own)).toEqual([oldest, oldest]);
});

it("sizes of a static segment follow contacts that are deleted, erased or unsubscribed; the others stay", async () => {
  holdClock();
  const own = await company();
  const { api, clock, ctx } = own;
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1) ids.push((await own.aContact({ city: "Brno" })).id);
  const [deleted = "", erased = "", unsubscribed = "", moved = ""] = ids;
  const before = await aSegment(own, "static");
  const { id, computedAt } = before;
  clock.advance(hours(1));
  expect((await api.call("deleteContact", { params: { id: deleted } })).status).toBe(204);
  expect((await api.call("eraseContact", { params: { id: erased }, body: { confirm: true } })).status).toBeLessThan(
    300,
  );
  await api.ok("unsubscribeContact", { params: { id: unsubscribed }, body: {} });
  await api.ok("updateContact", { params: { id: moved }, body: { city: "Praha" } });
  const segment = () => api.ok("getSegment", { params: { segment: id } });
  expect(await segment()).toEqual({ ...before, matched: 3, mailable: 3 });
  expect(await requestedCounts(own)).toEqual([[id]]);
  await countStaleSizes(ctx, [id]);
  const sizes = { matched: 3, mailable: 2, computedAt, countedAt: clock.now().toISOString() };
  expect(await segment()).toMatchObject(sizes);
  expect((await api.ok("listSegments")).items).toMatchObject([sizes]);
  const rows = await ctx.db.sql`select from segment_member where tenant_id = ${ctx.db.tenantId}`;
  expect(rows.length).toBe(3);
});

it("an erasure during a count of a static segment is not undone by the count", async () => {
  holdClock();
  const own = await company();
  const { api, ctx } = own;
  const [, erased] = [await own.aContact({ city: "Brno" }), await own.aContact({ city: "Brno" })];
  const { id } = await aSegment(own, "static");
  const seen = await queries.findSegment(ctx.db, id);
  if (seen === undefined) throw new Error(`expected the segment ${id} to exist`);
  own.clock.advance(hours(1));
  const at = own.clock.now();
  const counted = await countMatches(ctx.db, await membersCondition(ctx, seen), at);
  expect(counted).toEqual({ matched: 2, mailable: 2 });
  await api.call("eraseContact", { params: { id: erased.id }, body: { confirm: true } });
  await queries.updateSizes(ctx.db, seen, { ...counted, countedAt: at });
  const sizes = { matched: 1, mailable: 1 };
  expect(await queries.findSegment(ctx.db, id)).toMatchObject({ ...sizes, countedAt: seen.countedAt });
  await countStaleSizes(ctx, [id]);
  expect(await queries.findSegment(ctx.db, id)).toMatchObject({ ...sizes, countedAt: at });
});
