import { expect, it } from "vitest";
import { holdClock } from "../../../../tests/harness/factories/clock.ts";
import { company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { aFooter, aTemplate, setAutomationUse } from "../../../../tests/harness/factories/templates.ts";
import { adminHeaders } from "../../../../tests/harness/servers/sign-in.ts";

const refusal = (message: string, params: unknown = expect.any(Object)) => ({
  status: 400,
  code: "validation",
  message,
  params,
});
const conflict = (current: number) => ({ status: 409, code: "conflict", message: "version", params: { current } });

const save = ({ api }: TestCompany, id: string, baseVersion: number, html = `<p>${baseVersion}</p>`) =>
  api.ok("saveTemplateContent", { params: { template_id: id }, body: { html, baseVersion } });

it("saves based on the version that was read", async () => {
  holdClock();
  const test = await company();
  const { api, clock } = test;
  const { id } = await aTemplate(test);
  const params = { template_id: id };
  clock.advance(1000);
  const body = { html: "<p>Two</p>", text: "Two", baseVersion: 1 };
  const content = { version: 2, kind: "html", html: "<p>Two</p>", text: "Two" };
  expect(await api.ok("saveTemplateContent", { params, body })).toMatchObject({ ...content, hasDraft: false });
  expect(await api.ok("getTemplateContent", { params })).toEqual(content);
  expect(await api.ok("getTemplate", { params })).toMatchObject({
    version: 2,
    publishedVersion: 2,
    hasDraft: false,
    updatedAt: clock.now().toISOString(),
    content,
  });
});

it.each([0, 1, 3, 2_000_000_000])(
  "rejects a save based on version %d and returns the current one",
  async (baseVersion) => {
    const test = await company();
    const { id } = await aTemplate(test);
    await save(test, id, 1);
    const body = { html: "", baseVersion };
    expect(await test.api.refused("saveTemplateContent", { params: { template_id: id }, body })).toEqual(conflict(2));
  },
);

it.each([
  [{ html: "" }, "baseVersion"],
  [{ html: "", baseVersion: "1" }, "baseVersion"],
  [{ html: "", baseVersion: -1 }, "baseVersion"],
  [{ baseVersion: 1 }, "html"],
  [{ baseVersion: 1, kind: "blocks" }, "blocks"],
  [{ baseVersion: 1, kind: "mjml", html: "" }, "mjml"],
  [{ baseVersion: 1, html: "", blocks: { sections: [] } }, "kind"],
  [{ baseVersion: 1, html: "", text: 5 }, "text"],
])("rejects %j", async (body, message) => {
  const test = await company();
  const { id } = await aTemplate(test);
  expect(await test.api.refused("saveTemplateContent", { params: { template_id: id }, body })).toEqual(
    refusal(message),
  );
});

it("lets exactly one of many concurrent saves succeed", async () => {
  const test = await company();
  const { id } = await aTemplate(test);
  const params = { template_id: id };
  for (const baseVersion of [1, 2, 3]) {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        test.api.call("saveTemplateContent", { params, body: { html: `<p>${index}</p>`, baseVersion } }),
      ),
    );
    const winners = answers.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    const conflictBody = { error: { code: "conflict", message: "version", params: { current: baseVersion + 1 } } };
    for (const answer of answers)
      if (answer.status !== 200) expect(answer).toMatchObject({ status: 409, body: conflictBody });
    expect(winners[0]?.body).toMatchObject(await test.api.ok("getTemplateContent", { params }));
  }
  expect(await test.api.ok("listTemplateVersions", { params })).toMatchObject({ total: 4 });
});

it("lists every save, newest first, with its author", async () => {
  holdClock();
  const test = await company();
  const { api, clock, server } = test;
  const { id, createdAt } = await aTemplate(test);
  const params = { template_id: id };
  clock.advance(1000);
  const headers = await adminHeaders(test);
  const url = `/api/v1/tenants/${test.tenant}/templates/${id}/content`;
  await server.inject({ method: "PUT", url, headers, payload: { html: "<p>Two</p>", baseVersion: 1 } });
  const { items, ...page } = await api.ok("listTemplateVersions", { params });
  expect(page).toEqual({ total: 2, page: 1, pageSize: 25 });
  const author = { authorId: test.member, authorName: expect.stringContaining("@") };
  const rows = [
    {
      id: "2",
      version: 2,
      kind: "html",
      bytes: 10,
      createdAt: clock.now().toISOString(),
      current: true,
      published: true,
    },
    { id: "1", version: 1, kind: "html", bytes: 12, createdAt, current: false, published: false },
  ];
  expect(items).toEqual(rows.map((row) => ({ ...row, ...author })));
  const content = { version: 1, kind: "html", html: "<p>Hello</p>", text: null };
  const first = { params: { ...params, version_id: "1" } };
  expect(await api.ok("getTemplateVersion", first)).toEqual({ ...rows[1], ...author, content });
  for (const version_id of ["3", "9999999999999999"]) {
    const unknown = { status: 404, code: "not_found", message: "version", params: {} };
    expect(await api.refused("getTemplateVersion", { params: { ...params, version_id } })).toEqual(unknown);
  }
  expect((await api.ok("listTemplateVersions", { params, query: { page: 2, pageSize: 1 } })).items).toEqual(
    items.slice(1),
  );
});

it("restores a version by saving its content", async () => {
  const test = await company();
  const { api } = test;
  const { id } = await aTemplate(test, { html: undefined, kind: "mjml" });
  const params = { template_id: id };
  await save(test, id, 1);
  const { content } = await api.ok("getTemplateVersion", { params: { ...params, version_id: "1" } });
  const restored = await api.ok("saveTemplateContent", { params, body: { ...content, baseVersion: 2 } });
  expect(restored).toMatchObject({ ...content, version: 3, hasDraft: false });
});

it("saves content of an active automation as a draft", async () => {
  const test = await company();
  const { api } = test;
  const { id } = await aTemplate(test);
  const params = { template_id: id };
  await setAutomationUse(test, id, true);
  expect(await save(test, id, 1)).toMatchObject({ version: 2, hasDraft: true });
  expect(await save(test, id, 2)).toMatchObject({ version: 3, hasDraft: true });
  expect(await api.ok("getTemplate", { params })).toMatchObject({
    version: 3,
    publishedVersion: 1,
    hasDraft: true,
    uses: [{ kind: "automation", id: "7", active: true }],
    content: { version: 3, html: "<p>2</p>" },
  });
  const { items } = await api.ok("listTemplateVersions", { params });
  expect(items.map(({ version, current, published }) => [version, current, published])).toEqual([
    [3, true, false],
    [2, false, false],
    [1, false, true],
  ]);
  expect(await api.ok("publishTemplate", { params })).toMatchObject({
    version: 3,
    publishedVersion: 3,
    hasDraft: false,
  });
  expect(await api.ok("publishTemplate", { params })).toMatchObject({ version: 3, publishedVersion: 3 });
});

it("discards a draft without reusing its version numbers", async () => {
  const test = await company();
  const { api } = test;
  const { id } = await aTemplate(test);
  const params = { template_id: id };
  await setAutomationUse(test, id, true);
  await save(test, id, 1);
  expect((await api.call("discardTemplateDraft", { params })).status).toBe(204);
  expect(await api.ok("getTemplate", { params })).toMatchObject({
    version: 1,
    publishedVersion: 1,
    hasDraft: false,
    content: { version: 1, html: "<p>Hello</p>" },
  });
  const none = { status: 404, code: "not_found", message: "draft", params: {} };
  expect(await api.refused("discardTemplateDraft", { params })).toEqual(none);
  // A save based on the discarded draft is rejected.
  const stale = { params, body: { html: "", baseVersion: 2 } };
  expect(await api.refused("saveTemplateContent", stale)).toEqual(conflict(1));
  expect(await save(test, id, 1)).toMatchObject({ version: 3 });
  expect(await api.ok("getTemplateVersion", { params: { ...params, version_id: "2" } })).toMatchObject({ version: 2 });
});

it("publishes every save again once the automation is inactive", async () => {
  const test = await company();
  const { id } = await aTemplate(test);
  await setAutomationUse(test, id, true);
  await save(test, id, 1);
  await setAutomationUse(test, id, false);
  expect(await save(test, id, 2)).toMatchObject({ version: 3, hasDraft: false });
});

it("keeps the versions of a template and of a footer apart", async () => {
  const test = await company();
  const { api } = test;
  const footer = await aFooter(test);
  const template = await aTemplate(test);
  await save(test, template.id, 1);
  expect(await api.ok("listFooterVersions", { params: { footer_id: footer.id } })).toMatchObject({ total: 1 });
});
