import { expect, it } from "vitest";
import { findHtmlComplexity, findMjmlComplexity } from "./complexity.ts";

const times = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, n) => make(n)).join("");
const page = (css: string, body: string) => `<html><head><style>${css}</style></head><body>${body}</body></html>`;
const mjml = (body: string, head = "") => `<mjml><mj-head>${head}</mj-head><mj-body>${body}</mj-body></mjml>`;
const section = "<mj-section><mj-column><mj-text>Hi</mj-text></mj-column></mj-section>";

/** 300 KB: a framework with 2 000 rules and 3 000 elements. */
const newsletter = page(
  `body,table,td,p,a{margin:0;padding:0}td a{color:#111;text-decoration:none}${times(2000, (n) => `.col-${n}{width:${n}px;padding:0 ${n}px}`)}@media (max-width:600px){.col-1 td{width:100%!important}}`,
  times(
    1000,
    (n) =>
      `<table class="col-${n}"><tr><td class="col-${n % 40}"><a href="https://example.com/${n}">${"x".repeat(150)}</a></td></tr></table>`,
  ),
);

it("accepts large newsletters", () => {
  expect(newsletter.length).toBeGreaterThan(300_000);
  expect(findHtmlComplexity(newsletter)).toBeUndefined();
  expect(findMjmlComplexity(mjml(section.repeat(150)))).toBeUndefined();
});

it.each([
  ["universal selectors", times(600, (n) => `*{--a${n}:1}`), times(1000, () => "<b>x</b>"), "style_matches"],
  [
    "selectors after a comma",
    times(60, (n) => `i,b,u,p *,p>*{--a${n}:1;--b${n}:2}`),
    times(5000, () => "<b>x</b>"),
    "style_matches",
  ],
  [
    "selectors with functions",
    times(600, (n) => `:not(i.x${n}){--a${n}:1}`),
    times(1000, () => "<b>x</b>"),
    "style_matches",
  ],
  [
    "rules under a condition",
    `@media all{${times(600, (n) => `b{--a${n}:1}`)}}`,
    times(1000, () => "<b>x</b>"),
    "style_matches",
  ],
  ["many rules", times(6000, (n) => `.a${n}{color:red}`), "", "rules"],
  ["many elements", "", times(101_000, () => "<b>"), "elements"],
  ["deep nesting", "", "<div>".repeat(400), "nesting"],
])("refuses HTML with %s", (_, css, body, reason) => {
  expect(findHtmlComplexity(page(css, body))).toMatchObject({
    code: "html_too_complex",
    severity: "error",
    params: { reason, count: expect.any(Number), max: expect.any(Number) },
  });
});

it.each([
  ["many sections", mjml(section.repeat(301)), "sections"],
  [
    "many components",
    mjml(`<mj-section><mj-column>${"<mj-divider/>".repeat(2000)}</mj-column></mj-section>`),
    "components",
  ],
  ["deep nesting", mjml("<mj-raw>".repeat(400)), "nesting"],
  [
    "inline styles",
    mjml(section.repeat(50), `<mj-style inline="inline">${times(500, (n) => `*{--a${n}:1}`)}</mj-style>`),
    "style_matches",
  ],
])("refuses MJML with %s", (_, source, reason) => {
  expect(findMjmlComplexity(source)).toMatchObject({ code: "mjml_too_complex", params: { reason } });
});

it.each(["a", "{", "}", "/*", ",", "a{", "<style>", "a:b;", "(", " "])("counts %j in linear time", (part) => {
  const css = part.repeat(Math.floor(400_000 / part.length));
  const startedAt = performance.now();
  findHtmlComplexity(page(css, ""));
  findMjmlComplexity(mjml("", `<mj-style inline="inline">${css}</mj-style>`));
  expect(performance.now() - startedAt).toBeLessThan(20_000);
});
