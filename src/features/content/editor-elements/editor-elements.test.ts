import { expect, it } from "vitest";
import { holdClock } from "../../../../tests/harness/factories/clock.ts";
import { company, type TestCompany } from "../../../../tests/harness/factories/company.ts";

const mjml = "<mj-text>Hello {{df_name}}</mj-text>";
const anElement = ({ api }: TestCompany, fields: Record<string, unknown> = {}) =>
  api.ok("createEditorElement", { body: { name: "Greeting", kind: "block", mjml, ...fields } });

const conflict = { status: 409, code: "conflict", message: "name", params: {} };
const missing = { status: 404, code: "not_found", message: "element", params: {} };

it("lists elements by category and name", async () => {
  holdClock();
  const own = await company();
  const at = own.clock.now().toISOString();
  const element = await anElement(own, { name: " Greeting ", category: "Texts" });
  expect(element).toEqual({
    id: element.id,
    name: "Greeting",
    category: "Texts",
    kind: "block",
    mjml,
    content: null,
    createdAt: at,
    updatedAt: at,
  });
  const other = await anElement(own);
  expect(other.category).toBeNull();
  const page = await own.api.ok("listEditorElements");
  expect(page).toEqual({ items: [other, element], total: 2, page: 1, pageSize: 25 });
  const found = async (query: Record<string, string>) =>
    (await own.api.ok("listEditorElements", { query })).items.map(({ id }) => id);
  expect(await found({ category: "texts" })).toEqual([element.id]);
  expect(await found({ category: "" })).toEqual([other.id]);
  expect(await found({ q: "TEXT" })).toEqual([element.id]);
  expect(await found({ kind: "section" })).toEqual([]);
  expect(await found({ sort: "-category" })).toEqual([element.id, other.id]);
});

it("requires unique names in a category", async () => {
  const own = await company();
  await anElement(own, { category: "A" });
  const body = { name: "GREETING", category: "a", kind: "block", mjml };
  expect(await own.api.refused("createEditorElement", { body })).toEqual(conflict);
  const other = await anElement(own, { category: "B" });
  const params = { element_id: other.id };
  expect(await own.api.refused("updateEditorElement", { params, body: { category: "A" } })).toEqual(conflict);
});

it.each([
  ["block", "<mj-image src='https://example.com/a.png' /><mj-text>x</mj-text>"],
  ["column", "<mj-column><mj-text>x</mj-text></mj-column>"],
  ["section", "<mj-section><mj-column><mj-text>x</mj-text></mj-column></mj-section>"],
  ["section", "<mj-wrapper><mj-section></mj-section></mj-wrapper><mj-raw><b>x</b></mj-raw>"],
])("accepts a %s of %s", async (kind, source) => {
  const own = await company();
  expect(await anElement(own, { kind, mjml: source })).toMatchObject({ kind, mjml: source });
});

it.each([
  ["block", "just text"],
  ["block", "<mj-section><mj-column/></mj-section>"],
  ["block", "<mj-text>open"],
  ["block", "</mj-column></mj-section><mj-section><mj-column>"],
  ["block", '<mj-include path="/etc/passwd" />'],
  ["section", "<mj-text>x</mj-text>"],
  ["section", "<mj-section><mj-column><mj-include path='a'/></mj-column></mj-section>"],
  ["section", "<mjml><mj-body></mj-body></mjml>"],
])("rejects a %s of %s", async (kind, source) => {
  const { api } = await company();
  const refusal = await api.refused("createEditorElement", { body: { name: "x", kind, mjml: source } });
  expect(refusal).toEqual({
    status: 400,
    code: "validation",
    message: "mjml",
    params: { reason: "structure", pattern: "one element that fits its kind" },
  });
});

it("returns the issues of an element that does not compile", async () => {
  const { api } = await company();
  const body = { name: "x", kind: "block", mjml: "<mj-nothing>x</mj-nothing>" };
  const refusal = await api.refused("createEditorElement", { body });
  expect(refusal).toMatchObject({ status: 400, code: "validation", message: "mjml" });
  expect(refusal.params["issues"]).toMatchObject([{ code: "mjml_unknown_element", severity: "error" }]);
});

it.each([
  ["name", { name: " " }],
  ["kind", { kind: "page" }],
  ["mjml", { mjml: "" }],
  ["mjml", { mjml: `<mj-text>${"x".repeat(100_000)}</mj-text>` }],
  ["category", { category: "a\nb" }],
])("rejects an invalid %s", async (field, fields) => {
  const { api } = await company();
  const body = { name: "Greeting", kind: "block", mjml, ...fields };
  expect((await api.refused("createEditorElement", { body })).message).toBe(field);
});

it("updates and deletes", async () => {
  holdClock();
  const own = await company();
  const element = await anElement(own);
  const params = { element_id: element.id };
  own.clock.advance(1000);
  const body = { name: "Bye", category: "Ends", mjml: "<mj-text>Bye</mj-text>" };
  const changed = await own.api.ok("updateEditorElement", { params, body });
  expect(changed).toEqual({ ...element, ...body, updatedAt: own.clock.now().toISOString() });
  expect(await own.api.ok("updateEditorElement", { params, body: { category: null } })).toMatchObject({
    category: null,
  });
  const wrong = await own.api.refused("updateEditorElement", { params, body: { kind: "section" } });
  expect(wrong).toMatchObject({ status: 400, message: "mjml" });
  await own.api.ok("deleteEditorElement", { params });
  expect(await own.api.refused("deleteEditorElement", { params })).toEqual(missing);
});

it("saves a part as blocks beside its code; a change of the code alone leaves no blocks", async () => {
  const own = await company();
  const content = { kind: "section", columns: [{ blocks: [{ kind: "text", html: "<p>Hello</p>" }] }] };
  const code = "<mj-section><mj-column><mj-text>Hello</mj-text></mj-column></mj-section>";
  const element = await anElement(own, { kind: "section", mjml: code, content });
  const params = { element_id: element.id };
  expect((await own.api.ok("listEditorElements")).items).toEqual([{ ...element, content }]);
  const changed = async (body: object) => (await own.api.ok("updateEditorElement", { params, body })).content;
  expect(await changed({ name: "Renamed" })).toEqual(content);
  expect(await changed({ mjml: code })).toBeNull();
  expect(await changed({ mjml: code, content })).toEqual(content);
  expect(await changed({ content: null })).toBeNull();
});

it.each([
  [{ kind: "section", columns: [{ blocks: [] }] }, "content"],
  [{ kind: "nothing" }, "content.columns"],
])("rejects %j as the content of a block", async (content, message) => {
  const { api } = await company();
  const refusal = await api.refused("createEditorElement", { body: { name: "x", kind: "block", mjml, content } });
  expect(refusal).toMatchObject({ status: 400, code: "validation", message });
});

it("finds no element of another company", async () => {
  const own = await company();
  const theirs = await anElement(await company());
  const params = { element_id: theirs.id };
  expect(await own.api.refused("updateEditorElement", { params, body: { name: "x" } })).toEqual(missing);
  expect(await own.api.refused("deleteEditorElement", { params })).toEqual(missing);
  expect(await own.api.ok("listEditorElements")).toMatchObject({ total: 0 });
});

it("enforces the limit of 500 elements under parallel requests", async () => {
  const own = await company();
  const { db } = own.ctx;
  await db.sql`
    insert into editor_element (tenant_id, name, category, kind, mjml, created_at, updated_at, search)
    select ${db.tenantId}, 'Element ' || n, '', 'block', ${mjml}, now(), now(), '' from generate_series(1, 498) n`;
  const answers = await Promise.all(
    ["a", "b", "c", "d"].map((name) => own.api.call("createEditorElement", { body: { name, kind: "block", mjml } })),
  );
  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(["201", "201", "400", "400"]);
  const refusal = await own.api.refused("createEditorElement", { body: { name: "e", kind: "block", mjml } });
  expect(refusal).toEqual({
    status: 400,
    code: "validation",
    message: "limit",
    params: { limit: 500, max: 500, unit: "elements" },
  });
});
