import { expect, it } from "vitest";
import { company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { aTemplate, setAutomationUse } from "../../../../tests/harness/factories/templates.ts";

const refusal = (message: string, params: unknown = expect.any(Object)) => ({
  status: 400,
  code: "validation",
  message,
  params,
});
const conflict = (message: string, params = {}) => ({ status: 409, code: "conflict", message, params });

const mjml = (text: string) =>
  `<mjml><mj-body><mj-section><mj-column><mj-text>${text}</mj-text></mj-column></mj-section></mj-body></mjml>`;
const blocks = (html: string) => ({
  sections: [{ kind: "section", columns: [{ blocks: [{ kind: "text", html }] }] }],
});

const save = ({ api }: TestCompany, id: string, body: object) =>
  api.ok("saveTemplateContent", { params: { template_id: id }, body });
const refusedSave = ({ api }: TestCompany, id: string, body: object) =>
  api.refused("saveTemplateContent", { params: { template_id: id }, body });

it("compiles MJML and stores its source and merge tags", async () => {
  const test = await company();
  const { id } = await aTemplate(test);
  const source = mjml("Hello {{df_name}}");
  const saved = await save(test, id, { mjml: source, baseVersion: 1 });
  expect(saved).toEqual({
    version: 2,
    kind: "mjml",
    html: expect.stringMatching(/^<!doctype html>[\s\S]*Hello \{\{df_name\}\}/i),
    mjml: source,
    text: null,
    hasDraft: false,
    issues: expect.arrayContaining([{ code: "unsubscribe_missing", severity: "warning", params: {} }]),
  });
  expect(await test.api.ok("listTemplates")).toMatchObject({ items: [{ kind: "mjml", version: 2 }] });
});

it("compiles blocks and stores them unchanged", async () => {
  const test = await company();
  const source = { ...blocks("<p>Hello {{df_name}}</p>"), settings: { width: 640 } };
  const template = await test.api.ok("createTemplate", { body: { name: "B", blocks: source } });
  expect(template.content).toEqual({
    version: 1,
    kind: "blocks",
    html: expect.stringContaining("<p>Hello {{df_name}}</p>"),
    blocks: source,
    text: null,
  });
  const content = await test.api.ok("getTemplateContent", { params: { template_id: template.id } });
  expect(content).toEqual(template.content);
});

it("reports where MJML is invalid and keeps the stored content", async () => {
  const test = await company();
  const { id } = await aTemplate(test);
  const broken = "<mjml>\n<mj-body>\n<mj-section>\n<mj-column></mj-section></mj-body></mjml>";
  const issue = { severity: "error", line: 4, code: expect.any(String) };
  expect(await refusedSave(test, id, { mjml: broken, baseVersion: 1 })).toMatchObject(
    refusal("mjml", { issues: [issue] }),
  );
  for (const source of ["", "<p>no mjml</p>", "<mjml></mjml>"]) {
    expect(await refusedSave(test, id, { mjml: source, baseVersion: 1 })).toMatchObject({
      status: 400,
      message: "mjml",
    });
  }
  expect(await test.api.ok("getTemplate", { params: { template_id: id } })).toMatchObject({ version: 1, kind: "html" });
});

it("saves unknown tags and reports their positions", async () => {
  const test = await company();
  const { id } = await aTemplate(test);
  const body = { html: "<p>\n{{df_nmae}}</p>", text: "{{df_name", baseVersion: 1 };
  const tagIssues = ({ issues }: { issues: readonly { code: string }[] }) =>
    issues.filter(({ code }) => code.startsWith("merge_tag"));
  expect(tagIssues(await save(test, id, body))).toEqual([
    { code: "merge_tag_unknown", severity: "error", line: 2, column: 1, params: { part: "html", tag: "df_nmae" } },
    { code: "merge_tag_broken", severity: "error", line: 1, column: 1, params: { part: "text", tag: "{{df_name" } },
  ]);
  const inBlocks = await save(test, id, { blocks: blocks("{{df_nmae}}"), baseVersion: 2 });
  expect(tagIssues(inBlocks)).toEqual([
    { code: "merge_tag_unknown", severity: "error", params: { part: "html", tag: "df_nmae" } },
  ]);
});

it.each([
  [{}, "blocks.sections"],
  [{ sections: "x" }, "blocks.sections"],
  [{ sections: [], settings: { width: 5 } }, "blocks.settings.width"],
])("rejects the blocks %j", async (source, message) => {
  const test = await company();
  const { id } = await aTemplate(test);
  expect(await refusedSave(test, id, { blocks: source, baseVersion: 1 })).toEqual(refusal(message));
});

it("rejects an invalid block with its path", async () => {
  const test = await company();
  const { id } = await aTemplate(test);
  const source = { sections: [{ kind: "section", columns: [{ blocks: [{ kind: "video" }] }] }] };
  const { message } = await refusedSave(test, id, { blocks: source, baseVersion: 1 });
  expect(message).toMatch(/^blocks\.sections\.0/);
});

it("limits the compiled size and rejects oversized sources before compiling", async () => {
  const test = await company();
  const { id } = await aTemplate(test);
  expect(await refusedSave(test, id, { mjml: mjml("x".repeat(102_000)), baseVersion: 1 })).toMatchObject(
    refusal("html", { max: 102_000 }),
  );
  expect(await refusedSave(test, id, { mjml: mjml("x".repeat(4_000_000)), baseVersion: 1 })).toMatchObject(
    refusal("mjml", { max: 500_000 }),
  );
  const many = { sections: Array.from({ length: 200 }, () => blocks("x".repeat(20_000)).sections[0]) };
  expect(await refusedSave(test, id, { blocks: many, baseVersion: 1 })).toMatchObject(
    refusal("blocks", { max: 500_000 }),
  );
});

it("switches between kinds by the given `kind`", async () => {
  const test = await company();
  const { id } = await aTemplate(test);
  await save(test, id, { mjml: mjml("One"), baseVersion: 1 });
  const read = await test.api.ok("getTemplateContent", { params: { template_id: id } });
  expect(await save(test, id, { ...read, baseVersion: 2 })).toMatchObject({ version: 3, kind: "mjml" });
  expect(await save(test, id, { ...read, kind: "html", baseVersion: 3 })).toMatchObject({
    kind: "html",
    html: read.html,
  });
  expect(await save(test, id, { blocks: blocks("Two"), baseVersion: 4 })).toMatchObject({ version: 5, kind: "blocks" });
});

it("is converted to blocks as a new version", async () => {
  const test = await company();
  const { api } = test;
  const { id } = await aTemplate(test, { html: undefined, mjml: mjml("Hello"), text: "Hello" });
  const params = { template_id: id };
  expect(await api.refused("convertTemplate", { params, body: { baseVersion: 7 } })).toEqual(
    conflict("version", { current: 1 }),
  );
  expect(await api.ok("convertTemplate", { params, body: { baseVersion: 1 } })).toMatchObject({
    kind: "blocks",
    version: 2,
    hasDraft: false,
    content: {
      version: 2,
      kind: "blocks",
      html: expect.stringContaining("Hello"),
      text: "Hello",
      blocks: { sections: [{ kind: "section", columns: [{ blocks: [{ kind: "text", html: "Hello" }] }] }] },
    },
  });
  expect(await api.refused("convertTemplate", { params, body: {} })).toEqual(conflict("status"));
});

it("is converted from HTML, as a draft while an automation uses it", async () => {
  const test = await company();
  const { id } = await aTemplate(test, { html: "<table><tr><td>Hello</td></tr></table>" });
  await setAutomationUse(test, id, true);
  expect(await test.api.ok("convertTemplate", { params: { template_id: id }, body: {} })).toMatchObject({
    kind: "blocks",
    version: 2,
    publishedVersion: 1,
    hasDraft: true,
    content: { html: expect.stringContaining("<table><tr><td>Hello</td></tr></table>") },
  });
});

it("rejects a conversion that would be too long", async () => {
  const test = await company();
  const { id } = await aTemplate(test, { html: `<p>${"x".repeat(101_900)}</p>` });
  expect(await test.api.refused("convertTemplate", { params: { template_id: id }, body: {} })).toMatchObject(
    refusal("html", { max: 102_000 }),
  );
  expect(await test.api.ok("getTemplate", { params: { template_id: id } })).toMatchObject({ version: 1, kind: "html" });
});
