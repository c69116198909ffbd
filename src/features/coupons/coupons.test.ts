import { describe, expect, it } from "vitest";
import { holdClock } from "../../../tests/harness/factories/clock.ts";
import { anEmail, company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { multipartForm } from "../../../tests/harness/factories/multipart-form.ts";
import { assignCodes } from "./assignment.queries.ts";
import { isCode, splitStreamedCodes } from "./code-list.ts";
import { findCouponCountDifferences } from "./counts.sql.ts";

const aStack = ({ api }: TestCompany, fields: Record<string, unknown> = {}) =>
  api.ok("createCouponStack", { body: { name: "Spring", mergeKey: "spring", ...fields } });

const addCodes = ({ api }: TestCompany, stackId: string, codes: readonly string[]) =>
  api.ok("addCouponCodes", { params: { stack_id: stackId }, body: { codes } });

describe("coupon stacks", () => {
  it("are added, listed, read and deleted", async () => {
    holdClock();
    const test = await company();
    const stack = await aStack(test, { note: "until Sunday", shopId: test.shopId });
    expect(stack).toEqual({
      id: expect.any(String),
      name: "Spring",
      mergeKey: "spring",
      shopId: test.shopId,
      note: "until Sunday",
      counts: { free: 0, assigned: 0, used: 0 },
      createdAt: test.clock.now().toISOString(),
    });
    const params = { stack_id: stack.id };
    expect(await test.api.ok("getCouponStack", { params })).toEqual(stack);
    expect(await test.api.ok("listCouponStacks", { query: { q: "SPR" } })).toMatchObject({ items: [stack], total: 1 });
    await addCodes(test, stack.id, ["A"]);
    await test.api.ok("deleteCouponStack", { params });
    expect(await test.api.refused("getCouponStack", { params })).toMatchObject({
      status: 404,
      message: "coupon_stack",
    });
  });

  it("have a name and a merge key of their own", async () => {
    const test = await company();
    await aStack(test);
    const refused = async (body: Record<string, unknown>) => {
      const { status, message } = await test.api.refused("createCouponStack", { body });
      return `${status} ${message}`;
    };
    expect(await refused({ name: "SPRING", mergeKey: "other" })).toBe("409 name");
    expect(await refused({ name: "Summer", mergeKey: "spring" })).toBe("409 mergeKey");
    expect(await refused({ name: "Summer", mergeKey: "a b" })).toBe("400 mergeKey");
    expect(await refused({ name: "Summer" })).toBe("400 mergeKey");
    expect(await refused({ mergeKey: "summer" })).toBe("400 name");
    expect(await refused({ name: "Summer", mergeKey: "summer", shopId: "999999" })).toBe("400 shopId");
  });

  it("may be listed by an account that reads contacts only, and by nobody without both modules", async () => {
    const test = await company();
    const stack = await aStack(test);
    const analyst = await test.apiWith({ roles: ["analyst"] });
    expect((await analyst.ok("listCouponStacks")).items).toEqual([stack]);
    expect(await analyst.refused("getCouponStack", { params: { stack_id: stack.id } })).toMatchObject({
      status: 403,
      message: "settings",
    });
    const accountant = await test.apiWith({ roles: ["accountant"] });
    expect(await accountant.refused("listCouponStacks")).toMatchObject({ status: 403, message: "settings" });
  });

  it("belong to one company", async () => {
    const [test, other] = [await company(), await company()];
    const { id } = await aStack(test);
    const contact = await other.aContact();
    const calls = [
      ["addCouponCodes", { codes: ["A"] }],
      ["assignCoupon", { contactId: contact.id }],
      ["markCouponsUsed", { text: "A" }],
      ["listCoupons", undefined],
      ["deleteCouponStack", undefined],
    ] as const;
    for (const [operation, body] of calls) {
      const request = { params: { stack_id: id }, ...(body === undefined ? {} : { body }) };
      expect(await other.api.refused(operation, request)).toMatchObject({ status: 404, message: "coupon_stack" });
    }
  });
});

describe("codes", () => {
  it("come as an array or as text; duplicates and invalid ones are counted", async () => {
    const test = await company();
    const { id } = await aStack(test);
    expect(await addCodes(test, id, ["A1", "a1", " B2 ", "with space", "x".repeat(101)])).toMatchObject({
      counts: { added: 2, duplicates: 1, invalid: 2 },
      stack: { counts: { free: 2, assigned: 0, used: 0 } },
    });
    const params = { stack_id: id };
    const text = "C3,D4;E5\tb2\r\n\r\nF6\n";
    expect(await test.api.ok("addCouponCodes", { params, body: { text } })).toMatchObject({
      counts: { added: 4, duplicates: 1, invalid: 0 },
      stack: { counts: { free: 6 } },
    });
    const refused = async (body: Record<string, unknown>) =>
      (await test.api.refused("addCouponCodes", { params, body })).message;
    expect(await refused({ text: " \n,;" })).toBe("text");
    expect(await refused({})).toBe("text");
    expect(await refused({ codes: [] })).toBe("codes");
    expect(await refused({ codes: [" "] })).toBe("codes");
  });

  it("are streamed from a file of any number of lines", async () => {
    const test = await company();
    const { id } = await aStack(test);
    const lines = Array.from({ length: 25_000 }, (_, n) => `CODE-${n % 20_000}`).join("\n");
    const answer = await test.api.ok("addCouponCodes", {
      params: { stack_id: id },
      form: multipartForm(lines, "codes.txt"),
    });
    expect(answer.counts).toEqual({ added: 20_000, duplicates: 5000, invalid: 0 });
    expect(await findCouponCountDifferences(test.ctx.db)).toEqual([]);
  });
});

describe("a text of codes", () => {
  it("is refused over 5 MB; a file takes more", async () => {
    const test = await company();
    const { id } = await aStack(test);
    const params = { stack_id: id };
    const text = `${"A".repeat(99)}\n`.repeat(53_000);
    expect(await test.api.refused("addCouponCodes", { params, body: { text } })).toMatchObject({
      status: 413,
      code: "validation",
      message: "size",
    });
    const form = multipartForm(text, "codes.txt");
    expect((await test.api.ok("addCouponCodes", { params, form })).counts).toEqual({
      added: 1,
      duplicates: 52_999,
      invalid: 0,
    });
  });

  it("adds each code once when it comes twice at the same time", async () => {
    const test = await company();
    const { id } = await aStack(test);
    const codes = Array.from({ length: 500 }, (_, n) => `CODE-${n}`);
    const answers = await Promise.all(
      [codes, codes.toReversed(), codes.map((code) => code.toLowerCase())].map((each) => addCodes(test, id, each)),
    );
    expect(answers.reduce((sum, { counts }) => sum + counts.added, 0)).toBe(500);
    expect(answers.reduce((sum, { counts }) => sum + counts.duplicates, 0)).toBe(1000);
    expect(await findCouponCountDifferences(test.ctx.db)).toEqual([]);
  });

  it("is split at pieces of any size", async () => {
    const codes = ["A1", "žluťoučký", "😀", "x".repeat(5000), "B2"];
    const all: string[] = [];
    for await (const some of splitStreamedCodes(codes.join(";").split(""))) all.push(...some);
    expect(all.map((code) => (isCode(code) ? code : "invalid"))).toEqual(["A1", "žluťoučký", "😀", "invalid", "B2"]);
  });
});

describe("assignment", () => {
  it("gives a contact the oldest free code, and the same one ever after", async () => {
    const test = await company();
    const { id } = await aStack(test);
    await addCodes(test, id, ["ZULU", "ALPHA"]);
    const contact = await test.aContact();
    const params = { stack_id: id };
    const body = { contactId: contact.id };
    const first = await test.api.call("assignCoupon", { params, body });
    expect(first).toMatchObject({
      status: 201,
      body: { code: "ZULU", status: "assigned", contactId: contact.id, email: contact.email, usedAt: null },
    });
    expect(await test.api.call("assignCoupon", { params, body })).toMatchObject({ status: 200, body: first.body });
    await test.api.ok("markCouponsUsed", { params, body: { text: "zulu" } });
    expect(await test.api.call("assignCoupon", { params, body })).toMatchObject({
      status: 200,
      body: { code: "ZULU", status: "used" },
    });
    const other = await test.aContact();
    await test.api.ok("assignCoupon", { params, body: { contactId: other.id } });
    const third = await test.aContact();
    expect(await test.api.refused("assignCoupon", { params, body: { contactId: third.id } })).toMatchObject({
      status: 409,
      code: "conflict",
      message: "empty",
    });
    expect(await test.api.refused("assignCoupon", { params, body: { contactId: "999999999" } })).toMatchObject({
      status: 400,
      message: "contactId",
    });
  });

  it("has 100 winners when 200 workers ask for 100 codes", async () => {
    const test = await company();
    const { id } = await aStack(test);
    await addCodes(
      test,
      id,
      Array.from({ length: 100 }, (_, n) => `C${n}`),
    );
    const { db } = test.ctx;
    const at = test.clock.now();
    const workers = Array.from({ length: 200 }, (_, n) => String(1_000_000 + (n % 150)));
    const answers = await Promise.all(workers.map((contactId) => assignCodes(db, id, { contactIds: [contactId], at })));
    const codes = new Map(answers.flat().map(({ contactId, code }) => [contactId, code]));
    expect(codes.size).toBe(100);
    expect(new Set(codes.values()).size).toBe(100);
    expect(answers.flat().filter(({ isNew }) => isNew)).toHaveLength(100);
    const again = await Promise.all(
      [...codes.keys()].map((contactId) => assignCodes(db, id, { contactIds: [contactId], at })),
    );
    expect(new Map(again.flat().map(({ contactId, code }) => [contactId, code]))).toEqual(codes);
    expect((await test.api.ok("getCouponStack", { params: { stack_id: id } })).counts).toEqual({
      free: 0,
      assigned: 100,
      used: 0,
    });
    expect(await findCouponCountDifferences(db)).toEqual([]);
  });

  it("keeps the code of a deleted contact and shows no address", async () => {
    const test = await company();
    const { id } = await aStack(test);
    await addCodes(test, id, ["A", "B"]);
    const contact = await test.aContact();
    const params = { stack_id: id };
    await test.api.ok("assignCoupon", { params, body: { contactId: contact.id } });
    await test.api.ok("deleteContact", { params: { id: contact.id } });
    expect((await test.api.ok("listCoupons", { params })).items).toMatchObject([
      { code: "A", status: "assigned", contactId: null, email: null },
    ]);
    const next = await test.aContact({ email: contact.email });
    expect(await test.api.call("assignCoupon", { params, body: { contactId: next.id } })).toMatchObject({
      status: 201,
      body: { code: "B" },
    });
  });
});

describe("used codes", () => {
  it("are marked by hand, each once, also free ones", async () => {
    const test = await company();
    const { id } = await aStack(test);
    await addCodes(test, id, ["A", "B", "C"]);
    const contact = await test.aContact();
    const params = { stack_id: id };
    await test.api.ok("assignCoupon", { params, body: { contactId: contact.id } });
    expect(await test.api.ok("markCouponsUsed", { params, body: { text: "a, A; b\nX" } })).toMatchObject({
      marked: 2,
      already: 0,
      unknown: 1,
      stack: { counts: { free: 1, assigned: 0, used: 2 } },
    });
    expect(await test.api.ok("markCouponsUsed", { params, body: { text: "A\nC" } })).toMatchObject({
      marked: 1,
      already: 1,
      unknown: 0,
    });
    expect(await test.api.refused("markCouponsUsed", { params, body: { text: "\n" } })).toMatchObject({
      status: 400,
      message: "text",
    });
    const used = await test.ctx.db.sql<{ contactId: string; payload: unknown }[]>`
      select contact_id, payload from journal where tenant_id = ${test.tenantId} and type = 'coupon_used'`;
    expect(used).toEqual([{ contactId: contact.id, payload: { stackId: id, title: "A" } }]);
    expect(await findCouponCountDifferences(test.ctx.db)).toEqual([]);
  });

  it("are marked by an order of the stack's shop, once", async () => {
    const test = await company();
    const own = await aStack(test, { shopId: test.shopId });
    const any = await aStack(test, { name: "Any", mergeKey: "any" });
    await addCodes(test, own.id, ["SALE-1"]);
    await addCodes(test, any.id, ["sale-1", "OTHER"]);
    const contact = await test.aContact();
    await test.api.ok("assignCoupon", { params: { stack_id: own.id }, body: { contactId: contact.id } });
    const body = {
      shopId: test.shopId,
      externalId: "1",
      email: anEmail(),
      state: "Nová",
      currency: "CZK",
      total: "10",
      couponCode: "Sale-1",
    };
    const order = await test.api.call("recordOrders", { body });
    await test.api.ok("recordOrders", {
      body: {
        orders: [
          { ...body, externalId: "2" },
          { ...body, total: "20" },
        ],
      },
    });
    for (const { id } of [own, any]) {
      const stack = await test.api.ok("getCouponStack", { params: { stack_id: id } });
      expect(stack.counts).toMatchObject({ used: 1, assigned: 0 });
    }
    const used = await test.ctx.db.sql<{ contactId: string; payload: Record<string, unknown> }[]>`
      select contact_id, payload from journal where tenant_id = ${test.tenantId} and type = 'coupon_used' order by id`;
    expect(order.status).toBe(201);
    expect(used).toHaveLength(2);
    expect(used[0]).toEqual({
      contactId: contact.id,
      payload: { stackId: own.id, title: "SALE-1", orderId: expect.any(String) },
    });
  });

  it("are not marked by an order of another shop", async () => {
    const test = await company();
    const [shop] = await test.ctx.db.sql<{ id: string }[]>`
      insert into shop (tenant_id, name, language, country, currencies, phone_country, created_at)
      select tenant_id, 'Second', language, country, currencies, phone_country, created_at from shop
      where tenant_id = ${test.tenantId} limit 1 returning id`;
    const stack = await aStack(test, { shopId: shop?.id ?? "" });
    await addCodes(test, stack.id, ["A"]);
    await test.api.ok("recordOrders", {
      body: {
        shopId: test.shopId,
        externalId: "1",
        email: anEmail(),
        state: "Nová",
        currency: "CZK",
        total: "1",
        couponCode: "A",
      },
    });
    const { counts } = await test.api.ok("getCouponStack", { params: { stack_id: stack.id } });
    expect(counts).toEqual({ free: 1, assigned: 0, used: 0 });
  });
});

it("lists assigned and used codes, newest first, by day, status and search", async () => {
  const test = await company();
  const { id } = await aStack(test);
  await addCodes(test, id, ["A-1", "B-2", "C-3"]);
  const params = { stack_id: id };
  test.clock.set(new Date("2026-03-01T22:30:00Z"));
  const first = await test.aContact({ email: `novak.${anEmail()}` });
  await test.api.ok("assignCoupon", { params, body: { contactId: first.id } });
  test.clock.set(new Date("2026-03-01T23:30:00Z"));
  const second = await test.aContact();
  await test.api.ok("assignCoupon", { params, body: { contactId: second.id } });
  await test.api.ok("markCouponsUsed", { params, body: { text: "A-1" } });
  const codes = async (query: Record<string, unknown>) => {
    const { items, total } = await test.api.ok("listCoupons", { params, query });
    return [...items.map(({ code }) => code), total];
  };
  expect(await codes({})).toEqual(["B-2", "A-1", 2]);
  expect(await codes({ pageSize: 1, page: 2 })).toEqual(["A-1", 2]);
  expect(await codes({ status: "used" })).toEqual(["A-1", 1]);
  expect(await codes({ from: "2026-03-02" })).toEqual(["B-2", 1]);
  expect(await codes({ from: "2026-03-01", to: "2026-03-01" })).toEqual(["A-1", 1]);
  expect(await codes({ q: "NOVAK" })).toEqual(["A-1", 1]);
  expect(await codes({ q: "b-" })).toEqual(["B-2", 1]);
  expect(await test.api.refused("listCoupons", { params, query: { from: "x" } })).toMatchObject({ message: "from" });
});
