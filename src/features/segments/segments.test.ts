import { describe, expect, it } from "vitest";
import { holdClock } from "../../../tests/harness/factories/clock.ts";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { anOrder } from "../../../tests/harness/factories/orders.ts";
import { dayAt, days, hours } from "../../kernel/local-time.ts";
import { updateSizes } from "./queries.ts";
import { getSegmentRecord } from "./service.ts";
import { refreshSizes } from "./sizes.ts";

const all = (...rules: object[]) => ({ type: "group", match: "all", rules });
const city = (value: string) => ({ type: "field", field: "city", operator: "eq", value });
const inSegment = (segmentId: string) => ({ type: "segment", operator: "in", segmentId });

/** A company with people in Brno and Praha, one of whom opted out. */
async function town() {
  const own = await company();
  const [anna, berta, cyril] = [
    await own.aContact({ firstName: "Anna", lastName: "Nováková", city: "Brno" }),
    await own.aContact({ firstName: "Berta", lastName: "Bílá", city: "BRNO" }),
    await own.aContact({ firstName: "Cyril", lastName: "Černý", city: "Praha" }),
  ];
  await own.api.ok("unsubscribeContact", { params: { id: berta.id }, body: {} });
  const aSegment = (fields: Record<string, unknown> = {}) =>
    own.api.ok("createSegment", {
      body: {
        name: `Segment ${crypto.randomUUID()}`,
        shopId: own.shopId,
        refresh: "daily",
        definition: all(city("brno")),
        ...fields,
      },
    });
  return { ...own, anna, berta, cyril, aSegment };
}

const secondShop = async ({ api }: TestCompany) =>
  api.ok("createShop", { body: { name: "Second", language: "sk", country: "SK", currencies: ["EUR"] } });

describe("POST /segments", () => {
  it("saves a definition with its sizes", async () => {
    holdClock();
    const { aSegment, shopId, clock, api } = await town();
    const segment = await aSegment({ name: " Brno ", publicName: "People of Brno", tags: ["spring", "vip"] });
    const at = clock.now().toISOString();
    expect(segment).toEqual({
      id: segment.id,
      name: "Brno",
      publicName: "People of Brno",
      shopId,
      refresh: "daily",
      matched: 2,
      mailable: 1,
      computedAt: at,
      countedAt: at,
      jobId: null,
      ruleCount: 1,
      tags: ["spring", "vip"],
      createdAt: at,
      updatedAt: at,
      definition: all(city("brno")),
      signatureHtml: "",
    });
    expect(await api.ok("getSegment", { params: { segment: segment.id } })).toEqual(segment);
  });

  it("rejects missing, invalid and taken values", async () => {
    const { api, aSegment, shopId } = await town();
    const body = { name: "Taken", shopId, refresh: "daily", definition: all(city("brno")) };
    await aSegment(body);
    const getMessage = async (change: object) => {
      const { status, code, message } = await api.refused("createSegment", {
        body: { ...body, name: "New", ...change },
      });
      return `${status} ${code} ${message}`;
    };
    expect(await getMessage({ name: " taken " })).toBe("409 conflict name");
    expect(await getMessage({ name: "" })).toBe("400 validation name");
    expect(await getMessage({ shopId: "999999" })).toBe("400 validation shopId");
    expect(await getMessage({ refresh: "hourly" })).toBe("400 validation refresh");
    expect(await getMessage({ tags: "vip" })).toBe("400 validation tags");
    expect(await getMessage({ signatureHtml: 1 })).toBe("400 validation signatureHtml");
    expect(await getMessage({ definition: undefined })).toBe("400 validation definition");
    expect(await getMessage({ definition: null })).toBe("400 validation definition");
    expect(await getMessage({ definition: all() })).toBe("400 validation definition.rules");
  });

  it("names the rule with an unknown id, or an id of another company", async () => {
    const { api, shopId, purposeId, ctx } = await town();
    const other = await town();
    const [foreignList] = await other.ctx.db.sql<{ id: string }[]>`
      insert into list (tenant_id, name, public_name, note, created_at, search)
      values (${other.tenantId}, 'Theirs', '', '', now(), '') returning id`;
    const foreignSegment = await other.aSegment();
    const foreignField = await other.api.ok("createCustomField", { body: { name: "Size", type: "text" } });
    const field = await api.ok("createCustomField", { body: { name: "Size", type: "select", options: ["S"] } });
    const points = await api.ok("createCustomField", { body: { name: "Points", type: "number" } });
    const getMessage = async (rule: object) => {
      const definition = all(city("brno"), { type: "group", match: "any", rules: [rule] });
      const answer = await api.call("previewSegment", { body: { shopId, definition } });
      return answer.status === 200
        ? "taken"
        : (await api.refused("previewSegment", { body: { shopId, definition } })).message;
    };
    const value = { type: "order_value", operator: "gte", amount: "1", currency: "CZK", shopId };
    const custom = { type: "custom_field", fieldId: field.id, operator: "eq", value: field.options[0]?.id };
    expect({
      list: await getMessage({ type: "list", operator: "in", listId: foreignList?.id }),
      purpose: await getMessage({ type: "purpose", operator: "valid", purposeId: other.purposeId }),
      ownPurpose: await getMessage({ type: "purpose", operator: "valid", purposeId }),
      campaign: await getMessage({ type: "campaign", operator: "opened", campaignId: "1" }),
      segment: await getMessage(inSegment(foreignSegment.id)),
      shop: await getMessage({ type: "order_count", operator: "gte", count: "1", shopId: other.shopId }),
      currency: await getMessage({ ...value, currency: "EUR" }),
      ownCurrency: await getMessage(value),
      field: await getMessage({ ...custom, fieldId: foreignField.id }),
      ownField: await getMessage(custom),
      operator: await getMessage({ ...custom, operator: "contains" }),
      option: await getMessage({ ...custom, value: "999999" }),
      number: await getMessage({ ...custom, fieldId: points.id, operator: "gte", value: "high" }),
      nul: await getMessage(city("a\u0000")),
      ownNumber: await getMessage({ ...custom, fieldId: points.id, operator: "gte", value: "5" }),
    }).toEqual({
      list: "definition.1.0.listId",
      purpose: "definition.1.0.purposeId",
      ownPurpose: "taken",
      campaign: "definition.1.0.campaignId",
      segment: "definition.1.0.segmentId",
      shop: "definition.1.0.shopId",
      currency: "definition.1.0.currency",
      ownCurrency: "taken",
      field: "definition.1.0.fieldId",
      ownField: "taken",
      operator: "definition.1.0.operator",
      option: "definition.1.0.value",
      number: "definition.1.0.value",
      nul: "definition.1.0.value",
      ownNumber: "taken",
    });
    expect(ctx.company.timeZone).toBe("Europe/Prague");
  });
});

describe("segments that reference segments", () => {
  it("must be of one shop, without cycles, and at most five levels deep", async () => {
    const { api, aSegment, ...own } = await town();
    const shop = await secondShop({ api, ...own });
    const elsewhere = await aSegment({ shopId: shop.id });
    const foreign = await api.refused("createSegment", {
      body: { name: "x", shopId: own.shopId, refresh: "daily", definition: all(inSegment(elsewhere.id)) },
    });
    expect(foreign).toMatchObject({ status: 400, message: "definition.0.segmentId" });

    const chain = [await aSegment()];
    for (let length = 2; length <= 5; length += 1) {
      chain.push(await aSegment({ definition: all(inSegment(chain.at(-1)?.id ?? "")) }));
    }
    const [first, , , , fifth] = chain.map(({ id }) => id);
    const sixth = { shopId: own.shopId, definition: all(inSegment(fifth ?? "")) };
    expect(await api.refused("previewSegment", { body: sixth })).toMatchObject({ message: "definition.segmentDepth" });

    const leaf = await aSegment();
    const change = (id = "", definition: object) =>
      api.refused("updateSegment", { params: { segment: id }, body: { definition } });
    expect(await change(first, all(inSegment(leaf.id)))).toMatchObject({
      status: 400,
      message: "definition.segmentDepth",
    });
    expect(await change(first, all(inSegment(fifth ?? "")))).toMatchObject({ message: "definition.segmentCycle" });
    expect(await change(leaf.id, all(inSegment(leaf.id)))).toMatchObject({ message: "definition.segmentCycle" });
    expect(await api.ok("getSegment", { params: { segment: fifth ?? "" } })).toMatchObject({ matched: 2, mailable: 1 });
  });

  it("cannot be deleted while referenced", async () => {
    const { api, aSegment } = await town();
    const inner = await aSegment({ tags: ["vip"] });
    const outer = await aSegment({ definition: all(inSegment(inner.id)) });
    const remove = (segment: string) => ({ params: { segment } });
    expect(await api.refused("deleteSegment", remove(inner.id))).toEqual({
      status: 409,
      code: "conflict",
      message: "used",
      params: { by: [{ kind: "segment", id: outer.id, name: outer.name }], segmentIds: [outer.id] },
    });
    await api.ok("updateSegment", { params: { segment: outer.id }, body: { definition: all(city("praha")) } });
    await api.ok("deleteSegment", remove(inner.id));
    expect(await api.refused("getSegment", remove(inner.id))).toMatchObject({ status: 404, message: "segment" });
    expect((await api.ok("listLabels")).items).toMatchObject([{ name: "vip", counts: { segment: 0 } }]);
  });
});

describe("segments that reference deleted objects", () => {
  it("match nobody, whatever the operator", async () => {
    const { api, aSegment, aList } = await town();
    const list = await aList();
    const field = await api.ok("createCustomField", { body: { name: "Size", type: "text" } });
    const segments = [
      await aSegment({ definition: all({ type: "list", operator: "not_in", listId: list.id }) }),
      await aSegment({ definition: all({ type: "custom_field", fieldId: field.id, operator: "is_empty" }) }),
    ];
    segments.push(await aSegment({ definition: all({ ...inSegment(segments[0]?.id ?? ""), operator: "not_in" }) }));
    const sizes = () =>
      Promise.all(segments.map(async ({ id }) => (await api.ok("getSegment", { params: { segment: id } })).matched));
    expect(await sizes()).toEqual([3, 3, 0]);
    await api.ok("deleteList", { params: { list_id: list.id } });
    await api.ok("deleteCustomField", { params: { id: field.id } });
    expect(await sizes()).toEqual([0, 0, 0]);
  });
});

describe("POST /segments/preview", () => {
  it("counts matching contacts of the shop, and the mailable ones among them", async () => {
    const { api, shopId, ...own } = await town();
    const shop = await secondShop({ api, shopId, ...own });
    await own.aContact({ shopId: shop.id, city: "Brno" });
    const preview = (definition: object) => api.ok("previewSegment", { body: { shopId, definition } });
    expect(await preview(all(city("brno")))).toEqual({ matched: 2, mailable: 1, total: 3 });
    expect(await preview(all())).toEqual({ matched: 3, mailable: 2, total: 3 });
    expect(await preview(all(city("Ostrava")))).toEqual({ matched: 0, mailable: 0, total: 3 });
  });

  it("answers with states and a sample of the matches when asked", async () => {
    const { api, shopId, anna, berta } = await town();
    const preview = (sample: object) =>
      api.ok("previewSegment", { body: { shopId, definition: all(city("brno")), sample } });
    const answer = await preview({});
    expect(answer).toMatchObject({ matched: 2, mailable: 1, total: 3 });
    expect(answer.states).toMatchObject({ active: 1, unsubscribed: 1, bounced: 0 });
    expect(answer.sample?.map(({ id }) => id)).toEqual([anna.id, berta.id]);
    expect((await preview({ after: anna.id })).sample?.map(({ email }) => email)).toEqual([berta.email]);
  });

  it("does not count orders dated after today as recent", async () => {
    const { api, shopId, clock, anna, cyril } = await town();
    const at = (ms: number) => new Date(clock.now().getTime() + ms).toISOString();
    const order = (email: string, externalId: string, createdAt: string) =>
      api.ok("recordOrders", { body: anOrder({ shopId }, { email, externalId, createdAt }) });
    await order(anna.email, "1", at(hours(48)));
    await order(cyril.email, "2", at(hours(48)));
    await order(cyril.email, "3", at(hours(-48)));
    const matched = async (rule: object) =>
      (await api.ok("previewSegment", { body: { shopId, definition: all(rule) } })).matched;
    const value = { type: "order_value", operator: "gte", amount: "2000", currency: "CZK", shopId };
    expect({
      last: await matched({ type: "last_order", operator: "in_last_days", days: "30" }),
      notLast: await matched({ type: "last_order", operator: "not_in_last_days", days: "30" }),
      count: await matched({ type: "order_count", operator: "gte", count: "1", days: "30" }),
      value: await matched({ ...value, days: "30" }),
      everCount: await matched({ type: "order_count", operator: "gte", count: "1" }),
      everValue: await matched(value),
    }).toEqual({ last: 1, notLast: 2, count: 1, value: 0, everCount: 2, everValue: 1 });
  });

  it("is allowed for a read-only key", async () => {
    const { apiWith, shopId } = await town();
    const api = await apiWith({ scope: "read" });
    expect(await api.ok("previewSegment", { body: { shopId, definition: all() } })).toMatchObject({ matched: 3 });
  });
});

describe("live and static segments", () => {
  it("a live one follows its contacts, a static one changes only when recomputed", async () => {
    holdClock();
    const { api, aSegment, aContact, clock, anna } = await town();
    const live = await aSegment();
    const still = await aSegment({ refresh: "static" });
    await aContact({ city: "Brno" });
    await api.ok("updateContact", { params: { id: anna.id }, body: { city: "Zlín" } });
    clock.advance(hours(1));
    const sizes = async (id: string) => {
      const { matched, mailable, computedAt } = await api.ok("getSegment", { params: { segment: id } });
      const { total } = await api.ok("listSegmentMembers", { params: { segment: id } });
      return { matched, mailable, total, isOld: computedAt === live.computedAt };
    };
    expect(await sizes(live.id)).toEqual({ matched: 2, mailable: 1, total: 2, isOld: false });
    expect(await sizes(still.id)).toEqual({ matched: 2, mailable: 1, total: 2, isOld: true });
    const members = await api.ok("listSegmentMembers", { params: { segment: still.id }, query: { sort: "id" } });
    expect(members.items.map(({ id }) => id)).toContain(anna.id);

    const anew = await api.ok("recomputeSegment", { params: { segment: still.id }, body: {} });
    const now = clock.now().toISOString();
    expect(anew).toEqual({ ...still, computedAt: now, countedAt: now });
    const after = await api.ok("listSegmentMembers", { params: { segment: still.id } });
    expect(after.items.map(({ id }) => id)).not.toContain(anna.id);
  });

  it("a snapshot can be taken with rules of every type", async () => {
    const { api, aSegment, shopId, purposeId, anna } = await town();
    const inner = await aSegment();
    const value = { type: "order_value", operator: "lte", amount: "1", currency: "CZK", shopId, days: "90" };
    const definition = all(
      { type: "order_count", operator: "lte", count: "2" },
      value,
      { type: "last_order", operator: "not_in_last_days", days: "30" },
      { type: "order_attribute", attribute: "brand", operator: "neq", value: "x" },
      { type: "purpose", operator: "valid", purposeId },
      { type: "group", match: "any", rules: [inSegment(inner.id), value] },
      { ...inSegment(inner.id), operator: "in" },
    );
    const still = await aSegment({ refresh: "static", definition });
    expect(still).toMatchObject({ matched: 1, mailable: 1, ruleCount: 8 });
    const { items } = await api.ok("listSegmentMembers", { params: { segment: still.id } });
    expect(items.map(({ id }) => id)).toEqual([anna.id]);
  });

  it("sizes written by a concurrent save are kept", async () => {
    const { api, aSegment, ctx, clock } = await town();
    const { id } = await aSegment();
    const seen = await getSegmentRecord(ctx, id);
    clock.advance(1);
    const saved = await api.ok("updateSegment", { params: { segment: id }, body: { refresh: "static" } });
    await updateSizes(ctx.db, seen, { matched: 99, mailable: 99, countedAt: clock.now() });
    expect(await api.ok("getSegment", { params: { segment: id } })).toEqual(saved);
  });

  it("a page of segments shows the nightly sizes", async () => {
    const { api, aSegment, aContact, ctx, clock } = await town();
    const live = await aSegment();
    const still = await aSegment({ refresh: "static" });
    await aContact({ city: "Brno" });
    const matched = async () =>
      Object.fromEntries((await api.ok("listSegments")).items.map((segment) => [segment.id, segment.matched]));
    expect(await matched()).toEqual({ [live.id]: 2, [still.id]: 2 });
    clock.advance(hours(20));
    await refreshSizes(ctx);
    expect(await matched()).toEqual({ [live.id]: 3, [still.id]: 2 });
  });

  it("a segment that references a static one uses its snapshot", async () => {
    const { api, aSegment, anna } = await town();
    const still = await aSegment({ refresh: "static" });
    const outer = await aSegment({ definition: all(inSegment(still.id)) });
    await api.ok("updateContact", { params: { id: anna.id }, body: { city: "Zlín" } });
    expect(await api.ok("getSegment", { params: { segment: outer.id } })).toMatchObject({ matched: 2, mailable: 1 });
  });
});

describe("PATCH /segments/{segment}", () => {
  it("changes the given fields and recomputes", async () => {
    holdClock();
    const { api, aSegment, clock, cyril } = await town();
    const before = await aSegment({ refresh: "static", tags: ["a"] });
    clock.advance(hours(1));
    const body = {
      name: "Praha",
      definition: all(city("PRAHA")),
      tags: ["b"],
      signatureHtml: "<p></p>",
      colour: "red",
    };
    const at = clock.now().toISOString();
    const params = { segment: before.id };
    const after = await api.ok("updateSegment", { params, body });
    expect(after).toEqual({
      ...before,
      name: "Praha",
      definition: all(city("PRAHA")),
      tags: ["b"],
      signatureHtml: "<p></p>",
      matched: 1,
      mailable: 1,
      computedAt: at,
      countedAt: at,
      updatedAt: at,
    });
    expect((await api.ok("listSegmentMembers", { params })).items.map(({ id }) => id)).toEqual([cyril.id]);
    const live = await api.ok("updateSegment", { params, body: { refresh: "daily" } });
    expect(live).toEqual({ ...after, refresh: "daily" });
  });

  it("rejects another shop, a taken name and an unknown segment", async () => {
    const { api, aSegment, shopId, ...own } = await town();
    const shop = await secondShop({ api, shopId, ...own });
    const [one, two] = [await aSegment({ name: "One" }), await aSegment({ name: "Two" })];
    const change = (segment: string, body: object) => api.refused("updateSegment", { params: { segment }, body });
    expect(await change(two.id, { shopId: shop.id })).toMatchObject({
      status: 400,
      code: "validation",
      message: "shop",
    });
    expect(await change(two.id, { name: "ONE" })).toMatchObject({ status: 409, message: "name" });
    expect(await change(two.id, { definition: all() })).toMatchObject({ message: "definition.rules" });
    expect(await change("999999", { name: "x" })).toMatchObject({ status: 404, message: "segment" });
    expect(await api.ok("updateSegment", { params: { segment: one.id }, body: { shopId } })).toMatchObject({ shopId });
  });
});

it("keeps the formatting of a signature and removes scripts", async () => {
  const { api, aSegment } = await town();
  const dirty = '<b onclick="x()">Team</b><script>x()</script>';
  const { id, signatureHtml } = await aSegment({ signatureHtml: dirty });
  expect(signatureHtml).toBe("<b>Team</b>");
  const body = { signatureHtml: `${dirty}<i>2</i>` };
  expect(await api.ok("updateSegment", { params: { segment: id }, body })).toMatchObject({
    signatureHtml: "<b>Team</b><i>2</i>",
  });
});

describe("GET /segments", () => {
  it("filters, sorts and pages", async () => {
    const { api, aSegment, clock, shopId, ...own } = await town();
    const shop = await secondShop({ api, shopId, clock, ...own });
    const today = dayAt(clock.now(), "Europe/Prague");
    const [a, b, c] = [
      await aSegment({ name: "Žluté růže", tags: ["vip", "spring"] }),
      await aSegment({ name: "Bílé růže", refresh: "static", tags: ["vip"] }),
      await aSegment({ name: "Tulipány", shopId: shop.id }),
    ];
    clock.advance(days(1));
    const tomorrow = dayAt(clock.now(), "Europe/Prague");
    await api.ok("updateSegment", { params: { segment: a.id }, body: { publicName: "Yellow" } });
    const idsFor = async (query: Record<string, unknown>) =>
      (await api.ok("listSegments", { query })).items.map(({ id }) => id);
    expect(await idsFor({})).toEqual([c.id, b.id, a.id]);
    expect(await idsFor({ q: "ruze", sort: "name" })).toEqual([b.id, a.id]);
    expect(await idsFor({ q: "yellow" })).toEqual([a.id]);
    expect(await idsFor({ shop: shop.id })).toEqual([c.id]);
    expect(await idsFor({ tag: "VIP", sort: "id" })).toEqual([a.id, b.id]);
    expect(await idsFor({ tag: ["vip", "spring"] })).toEqual([a.id]);
    expect(await idsFor({ refresh: "static" })).toEqual([b.id]);
    expect(await idsFor({ idFrom: b.id, idTo: b.id })).toEqual([b.id]);
    expect(await idsFor({ updatedFrom: tomorrow })).toEqual([a.id]);
    expect(await idsFor({ updatedTo: today })).toEqual([c.id, b.id]);
    expect(await idsFor({ createdFrom: "2020-01-01", createdTo: "2020-01-02" })).toEqual([]);
    expect((await idsFor({ createdFrom: today.slice(0, 4) + "-01-01" })).length).toBe(3);
    expect(await api.ok("listSegments", { query: { pageSize: 1, page: 2 } })).toMatchObject({
      items: [{ id: b.id }],
      total: 3,
      page: 2,
      pageSize: 1,
    });
    for (const query of [{ sort: "color" }, { sort: "id,id" }, { refresh: "hourly" }, { idFrom: "x" }]) {
      const [name] = Object.keys(query);
      expect(await api.refused("listSegments", { query })).toMatchObject({ status: 400, message: name });
    }
  });
});

describe("GET /segments/{segment}/members", () => {
  it.each(["daily", "static"])("filters, sorts and pages the rows of a %s one", async (refresh) => {
    const { api, aSegment, anna, berta } = await town();
    const { id } = await aSegment({ refresh });
    const idsFor = async (query: Record<string, unknown>) => {
      const { items, total } = await api.ok("listSegmentMembers", { params: { segment: id }, query });
      return { ids: items.map((row) => row.id), total };
    };
    expect(await idsFor({ sort: "lastName" })).toEqual({ ids: [berta.id, anna.id], total: 2 });
    expect(await idsFor({ sort: "-lastName", pageSize: 1 })).toEqual({ ids: [anna.id], total: 2 });
    expect(await idsFor({ page: 3, pageSize: 1 })).toEqual({ ids: [], total: 2 });
    expect(await idsFor({ q: "novak" })).toEqual({ ids: [anna.id], total: 1 });
    expect(await idsFor({ state: "unsubscribed" })).toEqual({ ids: [berta.id], total: 1 });
    expect(await idsFor({ engagement: "A" })).toEqual({ ids: [], total: 0 });
    const { items } = await api.ok("listSegmentMembers", { params: { segment: id }, query: { q: "berta" } });
    const { items: rows } = await api.ok("listContacts", { query: { q: "berta" } });
    expect(items).toEqual(rows);
  });

  it("is 404 for another company's segment, like every operation on it", async () => {
    const { aSegment } = await town();
    const { api } = await company();
    const params = { segment: (await aSegment()).id };
    const expected = { status: 404, code: "not_found", message: "segment" };
    expect(await api.refused("listSegmentMembers", { params })).toMatchObject(expected);
    expect(await api.refused("getSegment", { params })).toMatchObject(expected);
    expect(await api.refused("updateSegment", { params, body: {} })).toMatchObject(expected);
    expect(await api.refused("recomputeSegment", { params, body: {} })).toMatchObject(expected);
    expect(await api.refused("deleteSegment", { params })).toMatchObject(expected);
  });
});

describe("POST /segments/tags", () => {
  it("adds and removes tags of segments", async () => {
    const { api, aSegment } = await town();
    const [a, b] = [await aSegment({ tags: ["old"] }), await aSegment()];
    const body = { ids: [a.id, b.id], add: ["new"], remove: ["old"] };
    expect(await api.ok("tagSegments", { body })).toEqual({ objects: 2, added: 2, removed: 1 });
    expect(await api.ok("getSegment", { params: { segment: a.id } })).toMatchObject({ tags: ["new"] });
    const unknown = { ids: ["999999"], add: ["new"] };
    expect(await api.refused("tagSegments", { body: unknown })).toMatchObject({ status: 400, message: "ids" });
  });
});
