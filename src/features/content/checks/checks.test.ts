import { expect, it } from "vitest";
import { company } from "../../../../tests/harness/factories/company.ts";

const refusal = (message: string) => ({ status: 400, code: "validation", message, params: expect.any(Object) });

const good = {
  html: `<!doctype html><html lang="en"><head><title>News</title></head><body>
    <p>Hello {{df_name}}, this is what is new this week in our shop.</p>
    <p><a href="{{df_unsubscribe_url}}">Unsubscribe</a></p></body></html>`,
  subject: "What is new this week",
  preheader: "Three things you may like",
};

it("finds no issue in a plain e-mail", async () => {
  const { api } = await company();
  expect(await api.ok("lintContent", { body: good })).toEqual({ issues: [] });
  expect(await api.ok("checkSpam", { body: good })).toMatchObject({ verdict: "ok", score: expect.any(Number) });
});

it("lists errors first, with line and column in the params", async () => {
  const { api } = await company();
  const body = { ...good, html: good.html.replace("{{df_name}}", "{{df_nmae}}"), preheader: "" };
  const { issues } = await api.ok("lintContent", { body });
  expect(issues[0]).toEqual({
    code: "merge_tag_unknown",
    severity: "error",
    params: { part: "html", tag: "df_nmae", line: 2, column: 14 },
  });
  const severities = issues.map(({ severity }) => severity);
  expect(severities).toEqual(severities.toSorted());
  expect(issues.map(({ code }) => code)).toContain("preheader_missing");
});

it("renders Twig", async () => {
  const { api } = await company();
  const twig = (html: string) => ({ ...good, html: good.html.replace("Hello", html) });
  expect(await api.ok("lintContent", { body: twig("{% if df_name %}Hi{% endif %}") })).toEqual({ issues: [] });
  const { issues } = await api.ok("lintContent", { body: twig("{% if %}") });
  expect(issues[0]).toMatchObject({ code: "twig_syntax", severity: "error" });
});

it.each([
  [{ html: undefined }, "html"],
  [{ html: "" }, "html"],
  [{ html: 5 }, "html"],
  [{ subject: undefined }, "subject"],
  [{ subject: "x".repeat(1001) }, "subject"],
  [{ preheader: undefined }, "preheader"],
])("rejects %j", async (fields, message) => {
  const { api } = await company();
  expect(await api.refused("lintContent", { body: { ...good, ...fields } })).toEqual(refusal(message));
  expect(await api.refused("checkSpam", { body: { ...good, ...fields } })).toEqual(refusal(message));
});

it("scores spam by rule", async () => {
  const { api } = await company();
  const body = { html: "<p>FREE MONEY!!! CLICK HERE</p>", subject: "WIN FREE MONEY NOW!!!", preheader: "" };
  const report = await api.ok("checkSpam", { body });
  const sum = report.rules.reduce((total, { points }) => total + points, 0);
  expect(report.score).toBeCloseTo(sum, 5);
  expect(report.rules.length).toBeGreaterThan(0);
  expect(await api.ok("checkSpam", { body })).toEqual(report);
});

it("checks oversized content within the limits of time", async () => {
  const { api } = await company();
  for (const html of ["<p>x</p>".repeat(600_000), "<".repeat(4_900_000), "{{".repeat(2_400_000)]) {
    const body = { ...good, html };
    const { issues } = await api.ok("lintContent", { body });
    expect(issues.map(({ code }) => code)).toContain("html_too_large");
    await api.ok("checkSpam", { body });
  }
}, 180_000);

it("is allowed for a read-only key", async () => {
  const { apiWith } = await company();
  const reader = await apiWith({ scope: "read" });
  expect(await reader.ok("lintContent", { body: good })).toEqual({ issues: [] });
});
