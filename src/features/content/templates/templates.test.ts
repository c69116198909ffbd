import { expect, it } from "vitest";
import { holdClock } from "../../../../tests/harness/factories/clock.ts";
import { company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { aFooter, aTemplate, setAutomationUse, htmlOfBytes } from "../../../../tests/harness/factories/templates.ts";

const refusal = (message: string, params: unknown = expect.any(Object)) => ({
  status: 400,
  code: "validation",
  message,
  params,
});
const conflict = (message: string, params = {}) => ({ status: 409, code: "conflict", message, params });
const notFound = { status: 404, code: "not_found", message: "template", params: {} };

const aShop = ({ api }: TestCompany, name = "Second shop") =>
  api.ok("createShop", { body: { name, language: "sk", country: "SK", currencies: ["EUR"] } });

it("adds a template and returns it completely", async () => {
  holdClock();
  const test = await company();
  const { api, clock, shopId } = test;
  const footer = await aFooter(test);
  const body = {
    name: " Spring ",
    shopId,
    description: "For spring",
    subject: "Spring is here",
    preheader: "Look",
    footerId: footer.id,
    tags: ["VIP", "vip"],
    html: "<p>Hello</p>",
    text: "Hello",
  };
  const answer = await api.call("createTemplate", { body });
  expect(answer.status).toBe(201);
  expect(answer.body).toEqual({
    id: expect.stringMatching(/^\d+$/),
    name: "Spring",
    description: "For spring",
    shopId,
    kind: "html",
    subject: "Spring is here",
    preheader: "Look",
    footerId: footer.id,
    unsubscribePageId: null,
    tags: ["vip"],
    archived: false,
    archivedAt: null,
    version: 1,
    publishedVersion: 1,
    hasDraft: false,
    bytes: 12,
    createdAt: clock.now().toISOString(),
    updatedAt: clock.now().toISOString(),
    uses: [],
    content: { version: 1, kind: "html", html: "<p>Hello</p>", text: "Hello" },
  });
});

it("starts empty without content", async () => {
  const { api } = await company();
  const html = await api.ok("createTemplate", { body: { name: "Empty" } });
  expect(html.content).toEqual({ version: 1, kind: "html", html: "", text: null });
  const blocks = await api.ok("createTemplate", { body: { name: "Blocks", kind: "blocks" } });
  expect(blocks.content).toMatchObject({ version: 1, kind: "blocks", text: null });
  const mjml = await api.ok("createTemplate", { body: { name: "MJML", kind: "mjml" } });
  expect(mjml.content).toMatchObject({ kind: "mjml", mjml: expect.stringContaining("<mj-body>") });
});

it.each([
  [{ name: "" }, "name"],
  [{ name: "  " }, "name"],
  [{ name: "a\nb" }, "name"],
  [{ name: "x".repeat(201) }, "name"],
  [{ name: undefined }, "name"],
  [{ shopId: "999999999" }, "shopId"],
  [{ shopId: "x" }, "shopId"],
  [{ footerId: "999999999" }, "footerId"],
  [{ unsubscribePageId: "999999999" }, "unsubscribePageId"],
  [{ subject: "a\r\nBcc: b@example.com" }, "subject"],
  [{ preheader: "a\nb" }, "preheader"],
  [{ kind: "pdf" }, "kind"],
  [{ kind: "mjml", html: "<p></p>" }, "mjml"],
  [{ html: "<p></p>", mjml: "<mjml></mjml>" }, "kind"],
  [{ html: 5 }, "html"],
  [{ blocks: "x" }, "blocks"],
  [{ starter: "horoscope" }, "starter"],
  [{ starter: "newsletter", html: "<p></p>" }, "starter"],
  [{ tags: ["a\nb"] }, "tags.0"],
])("rejects %j", async (fields, message) => {
  const { api } = await company();
  expect(await api.refused("createTemplate", { body: { name: "T", ...fields } })).toEqual(refusal(message));
});

it("accepts a name of 200 characters and requires unique names, ignoring case", async () => {
  const test = await company();
  const { api } = test;
  await aTemplate(test, { name: "ž".repeat(200) });
  const spring = await aTemplate(test, { name: "Spring" });
  const other = await aTemplate(test, { name: "Other" });
  expect(await api.refused("createTemplate", { body: { name: "sPRING" } })).toEqual(conflict("name"));
  const rename = { params: { template_id: other.id }, body: { name: "SPRING " } };
  expect(await api.refused("updateTemplate", rename)).toEqual(conflict("name"));
  const same = { params: { template_id: spring.id }, body: { name: "SPRING" } };
  expect((await api.ok("updateTemplate", same)).name).toBe("SPRING");
});

it("accepts HTML up to 102 000 bytes", async () => {
  const test = await company();
  const { api } = test;
  const { id } = await aTemplate(test, { html: htmlOfBytes(102_000) });
  const params = { template_id: id };
  const tooLong = (bytes: number) => refusal("html", { bytes, max: 102_000, unit: "bytes" });
  expect(await api.refused("createTemplate", { body: { name: "T", html: htmlOfBytes(102_001) } })).toEqual(
    tooLong(102_001),
  );
  const save = (html: string) => api.refused("saveTemplateContent", { params, body: { html, baseVersion: 1 } });
  expect(await save(htmlOfBytes(102_001))).toEqual(tooLong(102_001));
  // Counts bytes, not characters.
  expect(await save("ž".repeat(51_001))).toEqual(tooLong(102_002));
  expect(await save(htmlOfBytes(5_000_000))).toEqual(tooLong(5_000_000));
  expect(
    await api.refused("saveTemplateContent", { params, body: { html: htmlOfBytes(5_300_000), baseVersion: 1 } }),
  ).toEqual({ status: 413, code: "validation", message: "size", params: {} });
  const longText = { params, body: { html: "", text: "x".repeat(102_001), baseVersion: 1 } };
  expect(await api.refused("saveTemplateContent", longText)).toMatchObject(refusal("text", expect.anything()));
  expect((await api.ok("getTemplate", { params })).version).toBe(1);
});

it("updates only the given fields", async () => {
  holdClock();
  const test = await company();
  const { api, clock } = test;
  const template = await aTemplate(test, { description: "d", subject: "s", tags: ["a"], shopId: test.shopId });
  const params = { template_id: template.id };
  clock.advance(1000);
  const changed = await api.ok("updateTemplate", { params, body: { subject: null, unknown: 1, kind: "mjml" } });
  expect(changed).toEqual({ ...template, subject: "", updatedAt: clock.now().toISOString() });
  const moved = await api.ok("updateTemplate", { params, body: { shopId: null, tags: ["b"] } });
  expect(moved).toMatchObject({ shopId: null, tags: ["b"], description: "d" });
  expect(await api.refused("updateTemplate", { params, body: { shopId: "999999999" } })).toEqual(refusal("shopId"));
  expect(await api.refused("updateTemplate", { params, body: { footerId: "999999999" } })).toEqual(refusal("footerId"));
});

it("accepts only published footers", async () => {
  const test = await company();
  const footer = await aFooter(test, {}, false);
  const body = { name: "T", footerId: footer.id };
  expect(await test.api.refused("createTemplate", { body })).toEqual(refusal("footerId"));
  await test.api.ok("publishFooter", { params: { footer_id: footer.id } });
  expect((await test.api.ok("createTemplate", { body })).footerId).toBe(footer.id);
});

it("accepts only active unsubscribe pages, and loses a deleted one", async () => {
  const test = await company();
  const { api } = test;
  const page = await api.ok("createUnsubscribePage", { body: { name: "Bye" } });
  const template = await aTemplate(test, { unsubscribePageId: page.id });
  expect(template.unsubscribePageId).toBe(page.id);
  const pageParams = { unsub_page_id: page.id };
  await api.ok("updateUnsubscribePage", { params: pageParams, body: { active: false } });
  const params = { template_id: template.id };
  // Existing references may stay.
  expect((await api.ok("updateTemplate", { params, body: { subject: "s" } })).unsubscribePageId).toBe(page.id);
  const again = { params, body: { unsubscribePageId: page.id } };
  expect(await api.refused("updateTemplate", again)).toEqual(refusal("unsubscribePageId"));
  await api.ok("deleteUnsubscribePage", { params: pageParams });
  expect((await api.ok("getTemplate", { params })).unsubscribePageId).toBe(null);
  const foreign = await (await company()).api.ok("createUnsubscribePage", { body: { name: "Bye" } });
  expect(await api.refused("updateTemplate", { params, body: { unsubscribePageId: foreign.id } })).toEqual(
    refusal("unsubscribePageId"),
  );
});

it("accepts footers and pages of its own shop or of the whole company", async () => {
  const test = await company();
  const { api, shopId } = test;
  const second = await api.ok("createShop", {
    body: { name: "Second", language: "sk", country: "SK", currencies: ["EUR"] },
  });
  const footer = await aFooter(test, { shopId: second.id });
  const page = await api.ok("createUnsubscribePage", { body: { name: "Page", shopId: second.id } });
  const named: [string, string][] = [
    ["footerId", footer.id],
    ["unsubscribePageId", page.id],
  ];
  for (const [field, id] of named) {
    const body = { name: field, shopId, [field]: id };
    expect(await api.refused("createTemplate", { body })).toEqual(refusal(field));
    const { id: own } = await aTemplate(test, { shopId });
    const params = { template_id: own };
    expect(await api.refused("updateTemplate", { params, body: { [field]: id } })).toEqual(refusal(field));
    const moved = await api.ok("updateTemplate", { params, body: { shopId: second.id, [field]: id } });
    expect(moved).toMatchObject({ shopId: second.id, [field]: id });
    expect(await api.refused("updateTemplate", { params, body: { shopId } })).toEqual(refusal(field));
  }
});

it("is filtered, sorted and paged, without content", async () => {
  const test = await company();
  const { api, clock, shopId } = test;
  const second = await aShop(test);
  const spring = await aTemplate(test, { name: "Jarní novinky", tags: ["a", "b"] });
  clock.advance(1000);
  await aTemplate(test, { name: "Bound", shopId: second.id, tags: ["a"], kind: "mjml", html: undefined });
  clock.advance(1000);
  const old = await aTemplate(test, { name: "Old" });
  await api.ok("archiveTemplate", { params: { template_id: old.id } });
  const found = async (query: Record<string, unknown>) =>
    (await api.ok("listTemplates", { query })).items.map(({ name }) => name);
  expect(await found({})).toEqual(["Bound", "Jarní novinky"]);
  expect(await found({ archived: true })).toEqual(["Old"]);
  expect(await found({ q: "JARNI" })).toEqual(["Jarní novinky"]);
  expect(await found({ q: "old" })).toEqual([]);
  expect(await found({ shop: second.id })).toEqual(["Bound", "Jarní novinky"]);
  expect(await found({ shop: shopId })).toEqual(["Jarní novinky"]);
  expect(await found({ tag: "A" })).toEqual(["Bound", "Jarní novinky"]);
  expect(await found({ tag: "b" })).toEqual(["Jarní novinky"]);
  expect(await found({ kind: "mjml" })).toEqual(["Bound"]);
  expect(await found({ sort: "-name" })).toEqual(["Jarní novinky", "Bound"]);
  expect(await found({ pageSize: 1, page: 2 })).toEqual(["Jarní novinky"]);
  expect(await api.ok("listTemplates", { query: { pageSize: 1 } })).toMatchObject({ total: 2, page: 1, pageSize: 1 });
  clock.advance(1000);
  const params = { template_id: spring.id };
  await api.ok("saveTemplateContent", { params, body: { html: "<p>New</p>", baseVersion: 1 } });
  expect(await found({ sort: "-updatedAt" })).toEqual(["Jarní novinky", "Bound"]);
  const { content: _content, uses: _uses, ...row } = await api.ok("getTemplate", { params });
  expect((await api.ok("listTemplates", { query: { q: "jarni" } })).items).toEqual([row]);
  expect(await api.refused("listTemplates", { query: { sort: "name,name" } })).toEqual(refusal("sort"));
  expect(await api.refused("listTemplates", { query: { sort: "html" } })).toEqual(refusal("sort"));
  expect(await api.refused("listTemplates", { query: { kind: "pdf" } })).toEqual(refusal("kind"));
});

it("accepts repeated tags", async () => {
  const test = await company();
  await aTemplate(test, { name: "Both", tags: ["a", "b"] });
  await aTemplate(test, { name: "One", tags: ["a"] });
  const answer = await test.server.inject({
    url: `/api/v1/tenants/${test.tenant}/templates?tag=a&tag=b`,
    headers: { authorization: `Bearer ${test.apiKey}` },
  });
  expect(answer.json()).toMatchObject({ total: 1, items: [{ name: "Both" }] });
});

it("adds tags to templates and removes them", async () => {
  const test = await company();
  const { api } = test;
  const [one, two] = [await aTemplate(test, { tags: ["a"] }), await aTemplate(test)];
  const body = { ids: [one.id, two.id], add: ["b"], remove: ["a"] };
  expect(await api.ok("tagTemplates", { body })).toEqual({ objects: 2, added: 2, removed: 1 });
  expect((await api.ok("getTemplate", { params: { template_id: one.id } })).tags).toEqual(["b"]);
  const other = await aTemplate(await company());
  expect(await api.refused("tagTemplates", { body: { ids: [other.id], add: ["b"] } })).toEqual(refusal("ids"));
  expect(await api.refused("tagTemplates", { body: { ids: [one.id] } })).toEqual(refusal("tags"));
  const [label] = (await api.ok("listLabels")).items.filter(({ name }) => name === "b");
  expect(label?.counts).toMatchObject({ template: 2 });
});

it("is archived and restored, and keeps its first archive time", async () => {
  holdClock();
  const test = await company();
  const { api, clock } = test;
  const template = await aTemplate(test);
  const params = { template_id: template.id };
  const at = clock.now().toISOString();
  expect(await api.ok("archiveTemplate", { params })).toEqual({ ...template, archived: true, archivedAt: at });
  clock.advance(1000);
  expect((await api.ok("archiveTemplate", { params })).archivedAt).toBe(at);
  const back = await api.ok("unarchiveTemplate", { params });
  expect(back).toEqual({ ...template, updatedAt: clock.now().toISOString() });
  clock.advance(1000);
  expect(await api.ok("unarchiveTemplate", { params })).toEqual(back);
});

it("is duplicated with its draft content", async () => {
  const test = await company();
  const { api } = test;
  const template = await aTemplate(test, { name: "Spring", tags: ["a"], subject: "s", description: "d" });
  const params = { template_id: template.id };
  await setAutomationUse(test, template.id, true);
  await api.ok("saveTemplateContent", { params, body: { html: "<p>Draft</p>", text: "t", baseVersion: 1 } });
  const answer = await api.call("duplicateTemplate", { params, body: {} });
  expect(answer).toMatchObject({
    status: 201,
    body: { name: "Spring 2", tags: ["a"], subject: "s", description: "d", version: 1, publishedVersion: 1, uses: [] },
  });
  const content = { version: 1, kind: "html", html: "<p>Draft</p>", text: "t" };
  expect(answer.body).toMatchObject({ hasDraft: false, content });
  expect((await api.ok("duplicateTemplate", { params, body: {} })).name).toBe("Spring 3");
  expect((await api.ok("duplicateTemplate", { params, body: { name: "Summer" } })).name).toBe("Summer");
  expect(await api.refused("duplicateTemplate", { params, body: { name: "spring" } })).toEqual(conflict("name"));
  expect(await api.refused("duplicateTemplate", { params, body: { name: "" } })).toEqual(refusal("name"));
});

it("is deleted with its versions and tags, and its name can be reused", async () => {
  const test = await company();
  const { api } = test;
  const template = await aTemplate(test, { name: "Spring", tags: ["a"] });
  const params = { template_id: template.id };
  expect((await api.call("deleteTemplate", { params })).status).toBe(204);
  expect(await api.refused("deleteTemplate", { params })).toEqual(notFound);
  expect(await api.refused("listTemplateVersions", { params })).toEqual(notFound);
  const left = await test.ctx.db.sql`
    select from content_version where tenant_id = ${test.tenantId} and owner_kind = 'template' and owner_id = ${template.id}`;
  expect(left).toHaveLength(0);
  expect((await api.ok("listLabels")).items[0]?.counts.template).toBe(0);
  await aTemplate(test, { name: "Spring" });
});

it("cannot be deleted while anything uses it, active or not", async () => {
  const test = await company();
  const { api } = test;
  const { id } = await aTemplate(test);
  const params = { template_id: id };
  await setAutomationUse(test, id, false);
  const uses = [{ kind: "automation", id: "7", active: false }];
  expect((await api.ok("getTemplate", { params })).uses).toEqual(uses);
  expect(await api.refused("deleteTemplate", { params })).toEqual(
    conflict("used", { by: [{ kind: "automation", id: "7", name: "" }], automationIds: ["7"], uses }),
  );
  await test.ctx.db.sql`delete from content_use where tenant_id = ${test.tenantId}`;
  expect((await api.call("deleteTemplate", { params })).status).toBe(204);
});

it("is neither readable nor writable by another company", async () => {
  const [test, other] = await Promise.all([company(), company()]);
  const template = await aTemplate(other);
  const footer = await aFooter(other);
  const params = { template_id: template.id };
  const calls = [
    ["getTemplate", undefined],
    ["updateTemplate", { name: "Mine" }],
    ["deleteTemplate", undefined],
    ["archiveTemplate", undefined],
    ["unarchiveTemplate", undefined],
    ["duplicateTemplate", {}],
    ["convertTemplate", {}],
    ["publishTemplate", undefined],
    ["testTemplate", {}],
    ["getTemplateContent", undefined],
    ["saveTemplateContent", { html: "", baseVersion: 1 }],
    ["discardTemplateDraft", undefined],
    ["listTemplateVersions", undefined],
  ] as const;
  await test.api.ok("setTestRecipients", { body: { emails: ["a@example.com"] } });
  for (const [name, body] of calls) {
    expect([name, await test.api.refused(name, { params, body })]).toEqual([name, notFound]);
  }
  const version = { params: { ...params, version_id: "1" } };
  expect(await test.api.refused("getTemplateVersion", version)).toEqual(notFound);
  expect(await test.api.refused("createTemplate", { body: { name: "T", footerId: footer.id } })).toEqual(
    refusal("footerId"),
  );
  expect(await test.api.ok("listTemplates")).toMatchObject({ total: 0 });
  expect(await other.api.ok("getTemplate", { params })).toEqual(template);
});
