import { expect, it } from "vitest";
import { holdClock } from "../../../../tests/harness/factories/clock.ts";
import { company } from "../../../../tests/harness/factories/company.ts";
import { aFooter, aTemplate, htmlOfBytes } from "../../../../tests/harness/factories/templates.ts";
import { findFooterHtml } from "./queries.ts";

const refusal = (message: string, params: unknown = expect.any(Object)) => ({
  status: 400,
  code: "validation",
  message,
  params,
});
const conflict = (message: string, params = {}) => ({ status: 409, code: "conflict", message, params });
const notFound = { status: 404, code: "not_found", message: "footer", params: {} };

it("adds a footer, which is used once published", async () => {
  holdClock();
  const { api, clock, shopId } = await company();
  const body = { name: " Main ", shopId, html: "<p>Bye</p>", text: "Bye" };
  const answer = await api.call("createFooter", { body });
  const footer = {
    id: expect.stringMatching(/^\d+$/),
    name: "Main",
    shopId,
    isDefault: false,
    kind: "html",
    published: false,
    version: 1,
    publishedVersion: null,
    hasDraft: false,
    createdAt: clock.now().toISOString(),
    updatedAt: clock.now().toISOString(),
    uses: [],
    content: { version: 1, kind: "html", html: "<p>Bye</p>", text: "Bye" },
  };
  expect(answer).toMatchObject({ status: 201, body: footer });
  const { items } = await api.ok("listFooters");
  const params = { footer_id: items[0]?.id ?? "" };
  expect(await api.ok("getFooter", { params })).toEqual(answer.body);
  const published = { published: true, publishedVersion: 1 };
  expect(await api.ok("publishFooter", { params })).toEqual({ ...footer, ...published });
});

it.each([
  [{ name: "" }, "name"],
  [{ name: undefined }, "name"],
  [{ name: "x".repeat(201) }, "name"],
  [{ shopId: "999999999" }, "shopId"],
  [{ kind: "mjml", html: "" }, "mjml"],
])("rejects %j", async (fields, message) => {
  const { api } = await company();
  expect(await api.refused("createFooter", { body: { name: "F", ...fields } })).toEqual(refusal(message));
});

it("requires unique names and can be renamed", async () => {
  const test = await company();
  const { api } = test;
  await aFooter(test, { name: "Main" });
  const { id } = await aFooter(test, { name: "Other" });
  const params = { footer_id: id };
  expect(await api.refused("createFooter", { body: { name: "MAIN" } })).toEqual(conflict("name"));
  expect(await api.refused("updateFooter", { params, body: { name: "main" } })).toEqual(conflict("name"));
  expect((await api.ok("updateFooter", { params, body: { name: " Third ", html: "ignored" } })).name).toBe("Third");
  expect((await api.ok("updateFooter", { params, body: {} })).content.html).toBe("<p>Bye</p>");
});

it("is listed without content and found by name and shop", async () => {
  const test = await company();
  const { api, shopId } = test;
  const shop = await api.ok("createShop", {
    body: { name: "Second", language: "sk", country: "SK", currencies: ["EUR"] },
  });
  const { content: _content, uses: _uses, ...whole } = await aFooter(test, { name: "Celá firma" });
  await aFooter(test, { name: "Second", shopId: shop.id });
  const found = async (query: object) =>
    (await api.ok("listFooters", { query: { sort: "name", ...query } })).items.map(({ name }) => name);
  expect(await found({})).toEqual(["Celá firma", "Second"]);
  expect(await found({ q: "cela" })).toEqual(["Celá firma"]);
  expect(await found({ shop: shopId })).toEqual(["Celá firma"]);
  expect(await found({ shop: shop.id })).toEqual(["Celá firma", "Second"]);
  expect((await api.ok("listFooters", { query: { q: "cela" } })).items).toEqual([whole]);
  expect(await api.refused("listFooters", { query: { sort: "html" } })).toEqual(refusal("sort"));
});

it("is saved as a draft until it is published", async () => {
  const test = await company();
  const { api, ctx } = test;
  const { id } = await aFooter(test);
  const params = { footer_id: id };
  const body = { html: "<p>New</p>", baseVersion: 1 };
  const content = { version: 2, kind: "html", html: "<p>New</p>", text: null };
  expect(await api.ok("saveFooterContent", { params, body })).toEqual({ ...content, hasDraft: true, issues: [] });
  expect(await api.ok("getFooterContent", { params })).toEqual(content);
  expect(await findFooterHtml(ctx.db, { footerId: id, shopId: null })).toBe("<p>Bye</p>");
  expect(await api.refused("saveFooterContent", { params, body })).toEqual(conflict("version", { current: 2 }));
  expect(await api.ok("publishFooter", { params })).toMatchObject({ publishedVersion: 2, hasDraft: false });
  expect(await findFooterHtml(ctx.db, { footerId: id, shopId: null })).toBe("<p>New</p>");
  const { items } = await api.ok("listFooterVersions", { params });
  expect(items.map(({ version, published }) => [version, published])).toEqual([
    [2, true],
    [1, false],
  ]);
  const first = await api.ok("getFooterVersion", { params: { ...params, version_id: "1" } });
  expect(first.content).toEqual({ version: 1, kind: "html", html: "<p>Bye</p>", text: null });
  const tooLong = { params, body: { html: htmlOfBytes(102_001), baseVersion: 2 } };
  expect(await api.refused("saveFooterContent", tooLong)).toEqual(
    refusal("html", { bytes: 102_001, max: 102_000, unit: "bytes" }),
  );
});

it("is copied unpublished and without being the default", async () => {
  const test = await company();
  const { api } = test;
  const footer = await aFooter(test, { name: "Main", shopId: test.shopId });
  const params = { footer_id: footer.id };
  await api.ok("makeFooterDefault", { params });
  const copy = await api.call("copyFooter", { params, body: {} });
  expect(copy).toMatchObject({
    status: 201,
    body: { name: "Main 2", shopId: test.shopId, isDefault: false, published: false, content: footer.content },
  });
  expect(await api.refused("copyFooter", { params, body: { name: "MAIN" } })).toEqual(conflict("name"));
});

it("has one default per company and per shop; the shop's takes precedence", async () => {
  const test = await company();
  const { api, ctx, shopId } = test;
  const isDefault = async () => (await api.ok("listFooters", { query: { sort: "id" } })).items.map((f) => f.isDefault);
  const [one, two] = [await aFooter(test, { html: "one" }), await aFooter(test, { html: "two" })];
  const bound = await aFooter(test, { html: "bound", shopId });
  const make = ({ id }: { id: string }) => api.ok("makeFooterDefault", { params: { footer_id: id } });
  expect(await make(one)).toMatchObject({ id: one.id, isDefault: true });
  await make(two);
  await make(bound);
  await make(bound);
  expect(await isDefault()).toEqual([false, true, true]);
  expect(await findFooterHtml(ctx.db, { footerId: null, shopId: null })).toBe("two");
  expect(await findFooterHtml(ctx.db, { footerId: null, shopId })).toBe("bound");
  expect(await findFooterHtml(ctx.db, { footerId: one.id, shopId })).toBe("one");
  const params = { footer_id: bound.id };
  expect((await api.call("unmakeFooterDefault", { params })).status).toBe(204);
  expect((await api.call("unmakeFooterDefault", { params })).status).toBe(204);
  expect(await findFooterHtml(ctx.db, { footerId: null, shopId })).toBe("two");
});

it("becomes the default only once published, and exactly one under concurrent requests", async () => {
  const test = await company();
  const { api } = test;
  const draft = await aFooter(test, {}, false);
  expect(await api.refused("makeFooterDefault", { params: { footer_id: draft.id } })).toEqual(conflict("status"));
  const footers = await Promise.all([1, 2, 3, 4].map(() => aFooter(test)));
  await Promise.all(footers.map(({ id }) => api.ok("makeFooterDefault", { params: { footer_id: id } })));
  const { items } = await api.ok("listFooters");
  expect(items.filter((footer) => footer.isDefault)).toHaveLength(1);
});

it("cannot be deleted while a template references it", async () => {
  const test = await company();
  const { api } = test;
  const footer = await aFooter(test);
  const template = await aTemplate(test, { footerId: footer.id });
  const params = { footer_id: footer.id };
  const uses = [{ kind: "template", id: template.id, active: false }];
  expect((await api.ok("getFooter", { params })).uses).toEqual(uses);
  expect(await api.refused("deleteFooter", { params })).toEqual(
    conflict("used", {
      by: [{ kind: "template", id: template.id, name: template.name }],
      templateIds: [template.id],
      uses,
    }),
  );
  await api.ok("updateTemplate", { params: { template_id: template.id }, body: { footerId: null } });
  expect((await api.call("deleteFooter", { params })).status).toBe(204);
  expect(await api.refused("getFooter", { params })).toEqual(notFound);
});

it("is neither readable nor writable by another company", async () => {
  const [test, other] = await Promise.all([company(), company()]);
  const footer = await aFooter(other);
  const params = { footer_id: footer.id };
  const calls = [
    ["getFooter", undefined],
    ["updateFooter", { name: "Mine" }],
    ["updateFooter", {}],
    ["deleteFooter", undefined],
    ["getFooterContent", undefined],
    ["saveFooterContent", { html: "", baseVersion: 1 }],
    ["copyFooter", {}],
    ["makeFooterDefault", undefined],
    ["unmakeFooterDefault", undefined],
    ["publishFooter", undefined],
    ["listFooterVersions", undefined],
  ] as const;
  for (const [name, body] of calls) {
    expect([name, await test.api.refused(name, { params, body })]).toEqual([name, notFound]);
  }
  const version = { params: { ...params, version_id: "1" } };
  expect(await test.api.refused("getFooterVersion", version)).toEqual(notFound);
  expect(await other.api.ok("getFooter", { params })).toEqual(footer);
});
