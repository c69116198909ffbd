import { expect, it } from "vitest";
import { renderPlan, type EmailPlan } from "./plan.ts";
import { mergeValues, type MergeContact } from "./values.ts";
import { expandTwig } from "./twig.ts";
import { aPlan } from "../../../tests/harness/factories/compiled-plans.ts";

const toValues = (contact: Partial<MergeContact>) =>
  mergeValues({ contact: { email: "jana@example.com", ...contact }, company: { name: "Shop" } });
const plan = (html: string) => aPlan({ subject: "S", preheader: "", html, text: null });
const render = (html: string, contact: Partial<MergeContact> = {}) => renderPlan(plan(html), toValues(contact));

it.each<[string, string]>([
  ["<p>A</p><script>alert(1)</script><p>B</p>", "<p>A</p><p>B</p>"],
  ["<p>A</p><SCRIPT src=x>1</SCRIPT >B", "<p>A</p>B"],
  ["<p>A<script>never closed", "<p>Anever closed"],
  ['<script><p onclick="x">A</p>', "<p >A</p>"],
  ["<scr<script></script>ipt>alert(1)</script>", "<scr&lt;script>ipt>alert(1)"],
  ["<!--[if mso]><script>1</script><![endif]-->", "<!--[if mso]><![endif]-->"],
  ["<title><script>1</script></title>", "<title>&lt;script>1&lt;/script></title>"],
  ['<form action="https://x.cz"><p>Q</p><input name="a"><select><option>1</select></form>', "<p>Q</p>"],
  ['<iframe src="https://x.cz">x</iframe><object data="x"><p>Y</p></object>', "<p>Y</p>"],
  ['<base href="https://x.cz"><meta http-equiv="refresh" content="0;url=x"><p>A</p>', "<p>A</p>"],
  [`<p class="a" onclick="x()" ONLOAD='y' onmouseover=z title="t">A</p>`, '<p class="a"    title="t">A</p>'],
  ['<a href="javascript:alert(1)">A</a>', "<a >A</a>"],
  ['<a href=" java\nscript&#58;x">A</a>', "<a >A</a>"],
  ['<a href="&#x6a;avascript&colon;x">A</a><a href="vbscript:x">B</a>', "<a >A</a><a >B</a>"],
  ['<a href="data:text/html,<script>1</script>">A</a>', "<a >A</a>"],
  ['<svg><a xlink:href="javascript:x">A</a></svg>', "<svg><a >A</a></svg>"],
  ['<td background="javascript:x" style="background:url(javascript:x)">A</td>', "<td  >A</td>"],
  ['<a href="{{df_nothing}}javascript:x">A</a>', "<a >A</a>"],
  ['<a href="{{df_notes}}java{{df_notes}}script:x">A</a>', "<a >A</a>"],
  ["<{{df_nothing}}script>x</script>", "x"],
  ['<p {{df_nothing}}onclick="x">A</p>', "<p >A</p>"],
  [
    '<p title="javascript: the good parts">javascript: is a word</p>',
    '<p title="javascript: the good parts">javascript: is a word</p>',
  ],
])("strips %j", (html, expected) => {
  expect(render(html).html).toBe(expected);
});

it("leaves the rest as its author wrote it", () => {
  const html = `<!doctype html><body><P Class=a>x &lt; y<br/><img src="https://x.cz/a.png" alt="on='1'"><button>B</button></body>`;
  expect(render(html).html).toBe(html);
});

it("shows the source of content that reveals another script in every round", () => {
  expect(render(`${"<script>".repeat(5000)}<p onclick="x">A</p>`).html).not.toContain("<");
});

it("lets no value of a contact become a script", () => {
  const note = "javascript:alert(1)";
  const html = `<a href="{{df_notes}}">A</a><img src="{{ df_notes }}" alt="x"><p title="{{df_notes}}">{{df_notes}}</p>`;
  expect(render(html, { note: '"><script>1</script>' }).html).not.toContain("<script");
  expect(render(html, { note }).html).toContain('<a href="">A</a><img src="" alt="x">');
});

/** Stands for Twig: what it makes of the template. */
async function expanded(source: string, output: (template: string) => string, contact: Partial<MergeContact> = {}) {
  const values = toValues(contact);
  const made = await expandTwig(plan(source), [values], {
    render: async ({ templates }) => [
      { ok: true, outputs: { subject: "S", preheader: "", html: output(templates["html"] ?? "") } },
    ],
  });
  const [first] = made;
  if (first?.ok !== true) throw new Error("not expanded");
  return renderPlan(first.plan satisfies EmailPlan, values);
}

it.each([
  "<script>alert(1)</script><p>A</p>",
  "{% <script>alert(1)</script> %}<p>A</p>",
  '<form onsubmit="x"><p>A</p></form>',
])("strips what Twig makes: %s", async (output) => {
  const { html } = await expanded("{% if 1 %}x{% endif %}", () => output);
  expect(html).not.toMatch(/<script|<form|onsubmit/);
  expect(html).toContain("<p>A</p>");
});

it("lets no value become a URL that Twig moved from text into a link", async () => {
  const moved = (template: string) =>
    template.replace(/\{% set u %\}(.*)\{% endset %\}<a href="\{\{ u \}\}">/s, '<a href="$1">');
  const source = `{% set u %}{{df_notes}}{% endset %}<a href="{{ u }}">A</a><a href="{{df_custom_1}}">B</a>`;
  const contact = { note: "javascript:alert(1)", customFields: { "1": "https://x.cz/" } };
  expect((await expanded(source, moved, contact)).html).toBe('<a >A</a><a href="https://x.cz/">B</a>');
});
