import { expect, it } from "vitest";
import { aDraft } from "../../../../tests/harness/factories/campaign-drafts.ts";
import { company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { createApi } from "../../../../tests/harness/servers/api-client.ts";
import { workerDatabase } from "../../../../tests/harness/servers/database.ts";
import { aSandbox } from "../../../../tests/harness/servers/sandbox.ts";
import { uploadFile } from "../../../../tests/harness/factories/uploaded-files.ts";
import type { Sandbox } from "../../../sandbox/sandbox.ts";
import { createHttp } from "../../../composition/web.ts";

const times = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, n) => make(n)).join("");

/** 22 KB that take 17 s to inline. */
const styleBomb = `<style>${times(1000, (n) => `*{--a${n}:1}`)}</style>${times(1000, () => "<b>x</b>")}`;
const section = "<mj-section><mj-column><mj-text>x</mj-text></mj-column></mj-section>";
const sectionBomb = `<mjml><mj-body>${section.repeat(2000)}</mj-body></mjml>`;
const nestingBomb = `<mjml><mj-body>${"<mj-wrapper>".repeat(1000)}${"</mj-wrapper>".repeat(1000)}</mj-body></mjml>`;
const endless = (n: number) =>
  `<p>${n}</p>{% for i in 1..999 %}{% for j in 1..999 %}{% for k in 1..999 %}{% endfor %}{% endfor %}{% endfor %}`;

/** A company whose requests are answered with another sandbox. */
async function companyWith(sandbox: Sandbox): Promise<TestCompany> {
  const test = await company();
  const app = { ...test.app, services: { ...test.app.services, sandbox } };
  const server = await createHttp(app, (await workerDatabase()).url);
  const api = createApi(server, test.tenant, { authorization: `Bearer ${test.apiKey}` });
  return { ...test, app, server, api };
}

async function aPreview(test: TestCompany, html: string) {
  const params = { campaign_id: (await aDraft(test)).id };
  await test.api.ok("saveCampaignContent", { params, body: { html, baseVersion: 1 } });
  const { id: contactId } = await test.aContact();
  return { params, body: { contactId } };
}

it.each([
  ["style sheet", { html: styleBomb }, "html", "style_matches"],
  ["number of sections", { mjml: sectionBomb }, "mjml", "sections"],
  ["nesting", { mjml: nestingBomb }, "mjml", "nesting"],
])("refuses content whose %s takes too long, before the work", async (_, content, field, reason) => {
  const test = await company();
  const params = { campaign_id: (await aDraft(test)).id };
  const issue = {
    code: `${field}_too_complex`,
    params: { reason, count: expect.any(Number), max: expect.any(Number) },
  };
  expect(await test.api.refused("saveCampaignContent", { params, body: { ...content, baseVersion: 1 } })).toMatchObject(
    {
      status: 400,
      code: "validation",
      message: field,
      params: { issues: [issue] },
    },
  );
});

it("reports a style sheet that takes too long, and has no spam score for it", async () => {
  const { api } = await company();
  const body = { html: styleBomb, subject: "S", preheader: "" };
  const { issues } = await api.ok("lintContent", { body });
  expect(issues).toMatchObject([{ code: "html_too_complex", severity: "error" }]);
  expect(await api.refused("checkSpam", { body })).toMatchObject({ status: 400, message: "html" });
});

it.each([
  [
    "copies of copies",
    `<defs>${times(12, (n) => `<g id="a${n + 1}">${`<use href="#a${n}"/>`.repeat(10)}</g>`)}</defs><use href="#a12"/>`,
  ],
  ["a group in itself", `<g id="a"><use href="#a"/></g>`],
  ["filters", `<filter id="f">${'<feGaussianBlur stdDeviation="9"/>'.repeat(200)}</filter><rect filter="url(#f)"/>`],
])("refuses a drawing with %s, before the work", async (_, content) => {
  const test = await company();
  const bytes = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${content}</svg>`);
  expect(await uploadFile(test, { bytes, name: "a.svg" })).toMatchObject({
    status: 400,
    body: { error: { message: "file", params: { reason: "complex" } } },
  });
});

it("answers other companies, /healthz and other templates of the company beside endless ones, then refuses those", async () => {
  const sandbox = aSandbox({ timeMs: 200 });
  const [test, other] = [await companyWith(sandbox), await companyWith(sandbox)];
  const [ours, theirs] = [
    await aPreview(test, "<p>Good</p>{% if 1 %}{% endif %}"),
    await aPreview(other, "<p>Good</p>"),
  ];
  const bad = [];
  for (let n = 0; n < 4; n += 1) bad.push(await aPreview(test, endless(n)));
  await test.api.ok("previewCampaign", ours);
  const running = bad.map(async (input) => {
    const refusal = await test.api.refused("previewCampaign", input);
    return [refusal, await test.api.refused("previewCampaign", input)];
  });
  await Promise.all([
    test.api.ok("previewCampaign", ours),
    other.api.ok("previewCampaign", theirs),
    test.server.inject({ url: "/healthz" }),
  ]);
  const twigTime = { status: 400, message: "html", params: { issues: [{ code: "twig_time" }] } };
  const isRefused = { status: 429, message: "template", params: { retryAfter: expect.any(Number) } };
  for (const refusals of await Promise.all(running)) expect(refusals).toMatchObject([twigTime, isRefused]);
  expect((await test.api.ok("previewCampaign", ours)).html).toContain("Good");
}, 120_000);
