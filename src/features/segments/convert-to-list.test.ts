import { describe, expect, it } from "vitest";
import { company, companyOfSmallVolumes, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { insertContactsOfCity } from "../../../tests/harness/factories/bulk-contacts.ts";
import { actionRunner, runAction } from "../../jobs/actions.ts";
import { findListSizeDifferences } from "../lists/queries.ts";
import { deleteSegment } from "./queries.ts";
import { runSegmentConversion } from "./convert-to-list.ts";

const brno = {
  type: "group",
  match: "all",
  rules: [{ type: "field", field: "city", operator: "eq", value: "brno" }],
};

const aSegment = ({ api, shopId }: TestCompany) =>
  api.ok("createSegment", { body: { name: "Brno", shopId, refresh: "daily", definition: brno } });

describe("POST /segments/{segment}/to-list", () => {
  it("creates a list of mailable contacts", async () => {
    const own = await company();
    const { api, aContact, shopId, ctx } = own;
    const [anna, berta] = [await aContact({ city: "Brno" }), await aContact({ city: "Brno" })];
    await aContact({ city: "Praha" });
    await api.ok("unsubscribeContact", { params: { id: berta.id }, body: {} });
    const segment = await aSegment(own);
    const params = { segment: segment.id };
    const list = await api.ok("convertSegment", { params, body: {} });
    expect(list).toMatchObject({
      name: "Brno",
      shopId,
      systemKind: null,
      manualMembers: true,
      counts: { total: 1, byBucket: { active: 1 } },
      jobId: null,
    });
    const members = await api.ok("listListMembers", { params: { list_id: list.id } });
    expect(members.items.map(({ id, memberState }) => [id, memberState])).toEqual([[anna.id, "confirmed"]]);
    expect(await findListSizeDifferences(ctx.db)).toEqual([]);

    expect(await api.ok("convertSegment", { params, body: {} })).toMatchObject({ name: "Brno 2" });
    expect(await api.ok("convertSegment", { params, body: { name: "Mine" } })).toMatchObject({ name: "Mine" });
    const taken = await api.refused("convertSegment", { params, body: { name: " mine" } });
    expect(taken).toMatchObject({ status: 409, code: "conflict", message: "name" });
    expect((await api.ok("listLists", { query: { sort: "id" } })).items.map(({ name }) => name)).toEqual([
      "Brno",
      "Brno 2",
      "Mine",
    ]);
  });

  it("chooses a free name for each of several concurrent requests", async () => {
    const own = await company();
    const { api } = own;
    const { id } = await aSegment(own);
    const wishes = [1, 2, 3, 4].map(() => api.call("convertSegment", { params: { segment: id }, body: {} }));
    expect((await Promise.all(wishes)).map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const names = (await api.ok("listLists", { query: { sort: "name" } })).items.map(({ name }) => name);
    expect(names).toEqual(["Brno", "Brno 2", "Brno 3", "Brno 4"]);
  });

  it("adds many members in the background, and continues after a crash", async () => {
    const own = await companyOfSmallVolumes();
    const { api, ctx } = own;
    await insertContactsOfCity(own, 51);
    const segment = await aSegment(own);
    const answer = await api.call("convertSegment", { params: { segment: segment.id }, body: {} });
    expect(answer).toMatchObject({ status: 202, body: { name: "Brno", counts: { total: 0 } } });
    const [action] = (await api.ok("listRunningActions")).items;
    expect(action).toMatchObject({ type: "segment_converted", progress: 0 });

    let steps = 0;
    const runner = actionRunner(runSegmentConversion);
    const falling = {
      ...runner,
      advance: async (...args: Parameters<typeof runner.advance>) => {
        const result = await runner.advance(...args);
        steps += 1;
        if (steps === 2) throw new Error("killed");
        return result;
      },
    };
    await expect(runAction(ctx, [falling], action?.id ?? "")).rejects.toThrow("killed");
    await own.runActions();
    const [list] = (await api.ok("listLists")).items;
    expect(list).toMatchObject({ counts: { total: 51, byBucket: { active: 51 } } });
    expect(await findListSizeDifferences(ctx.db)).toEqual([]);
    expect((await api.ok("listNotifications")).items).toMatchObject([
      { type: "segment_converted", params: { segmentId: segment.id, listId: list?.id, name: "Brno", members: 51 } },
    ]);
  });

  it("rejects deleting the segment or the list while members are added", async () => {
    const own = await companyOfSmallVolumes();
    const { api } = own;
    await insertContactsOfCity(own, 51);
    const { id } = await aSegment(own);
    const list = await api.ok("convertSegment", { params: { segment: id }, body: {} });
    const by = [{ kind: "job", id: list.jobId, name: "segment_converted" }];
    const used = { status: 409, code: "conflict", message: "used", params: { by, jobIds: [list.jobId] } };
    expect(await api.refused("deleteSegment", { params: { segment: id } })).toEqual(used);
    expect(await api.refused("deleteList", { params: { list_id: list.id } })).toEqual(used);
    await own.runActions();
    expect((await api.ok("getList", { params: { list_id: list.id } })).counts.total).toBe(51);
    expect((await api.call("deleteSegment", { params: { segment: id } })).status).toBe(204);
  });

  it("does not report success when the segment was deleted", async () => {
    const own = await companyOfSmallVolumes();
    const { api, ctx } = own;
    await insertContactsOfCity(own, 51);
    const { id } = await aSegment(own);
    const { jobId } = await api.ok("convertSegment", { params: { segment: id }, body: {} });
    await deleteSegment(ctx.db, id);
    await expect(runAction(ctx, [actionRunner(runSegmentConversion)], jobId ?? "")).rejects.toThrow("segment");
    expect((await api.ok("listNotifications")).items).toEqual([]);
  });

  it("is 404 for another company's segment", async () => {
    const segment = await aSegment(await company());
    const { api } = await company();
    const refused = await api.refused("convertSegment", { params: { segment: segment.id }, body: {} });
    expect(refused).toMatchObject({ status: 404, code: "not_found", message: "segment" });
    expect((await api.ok("listLists")).items).toEqual([]);
  });
});
