import { afterAll, expect, it } from "vitest";
import { TwigPool } from "./pool.ts";
import type { TwigOutcome } from "./protocol.ts";

const pool = new TwigPool({ size: 2 });
afterAll(() => pool.close());

const render = async (html: string, context: Record<string, unknown> = {}, owner = "1") => {
  const [outcome] = await pool.render(owner, { templates: { html }, contexts: [context] });
  return outcome;
};
const outputOf = (outcome: TwigOutcome | undefined) =>
  outcome?.ok === true ? outcome.outputs["html"] : outcome?.failure;

const contact = { name: "Jana <b>", city: "Praha" };

it.each([
  ["Hi {{ contact.name }}", "Hi Jana &lt;b&gt;"],
  ["{{ contact.name|raw }}", "Jana <b>"],
  ["{% for item in items %}{{ item.x }}{{ loop.last ? '' : ', ' }}{% endfor %}", "1, 2"],
  ["{% if contact.city == 'Praha' %}yes{% else %}no{% endif %}", "yes"],
  ["{{ missing|default('friend') }}{{ missing.deep }}", "friend"],
  ["{% set word %}a{{ contact.city }}{% endset %}{{ word|upper }}", "APRAHA"],
  ["{{ [3, 1]|sort|join('-') }} {{ items|length }} {{ contact|keys|join(',') }}", "1-3 2 name,city"],
  ["{{ 1234.5|number_format(2, ',', ' ') }}", "1 234,50"],
  ["{{ '2026-05-01'|date('j. n. Y') }}", "1. 5. 2026"],
])("renders %s", async (html, expected) => {
  expect(outputOf(await render(html, { contact, items: [{ x: 1 }, { x: 2 }] }))).toBe(expected);
});

it("escapes in HTML only", async () => {
  const templates = { subject: "{{ name }}", html: "{{ name }}" };
  expect(await pool.render("1", { templates, contexts: [{ name: "A & B" }] })).toEqual([
    { ok: true, outputs: { subject: "A & B", html: "A &amp; B" } },
  ]);
});

it.each([
  ["{{ contact.constructor }}{{ contact.__proto__ }}{{ 'x'.constructor }}", ""],
  ["{{ attribute(contact, 'constructor') }}", ""],
])("gives nothing but keys: %s", async (html, expected) => {
  expect(outputOf(await render(html, { contact }))).toBe(expected);
});

it.each([
  "{{ contact.get('name') }}",
  "{{ contact.entries() }}",
  "{{ source('html') }}",
  "{{ include('/etc/passwd') }}",
  "{% include '/etc/passwd' %}",
  "{% extends '/etc/passwd' %}",
  "{% import '/etc/passwd' as x %}",
  "{% embed '/etc/passwd' %}{% endembed %}",
  "{{ constant('process.env') }}",
  "{{ dump() }}",
  "{{ template_from_string('{{ 1 }}') }}",
  "{{ random() }}",
  "{{ 'x'|convert_encoding('a', 'b') }}",
  "{% macro m() %}{{ _self.m() }}{% endmacro %}{{ _self.m() }}",
])("forbids %s", async (html) => {
  expect(outputOf(await render(html, { contact }))).toMatchObject({ reason: "forbidden", template: "html" });
});

it.each([
  ["{% if x %}\n{{ y|nofilter }}{% endif %}", { reason: "syntax", line: 2, column: 6 }],
  ["{% for i in 1..3 %}{{ i }}", { reason: "syntax", message: "The template ends in the middle of a construct" }],
  ["{{ 1", { reason: "syntax" }],
  ["{% nothing %}", { reason: "syntax", line: 1 }],
])("says what is wrong with %s", async (html, failure) => {
  expect(outputOf(await render(html))).toMatchObject(failure);
});

it.each([
  ["an endless loop", "{% for i in 1..1000000 %}{% for j in 1..1000000 %}{% endfor %}{% endfor %}", ["time", "memory"]],
  ["an endless pattern", `{% if "${"a".repeat(60)}!" matches "/^(a+)+$/" %}x{% endif %}`, ["time"]],
  ["a memory bomb", "{% set a = range(1, 300000000) %}{{ a|length }}", ["memory", "time", "size"]],
  [
    "a growing list",
    "{% set a = [1, 2, 3] %}{% for i in 1..60 %}{% set a = a|merge(a|map(x => x ~ 'xxxxxxxxxxxxxxx')) %}{% endfor %}",
    ["memory", "time", "size"],
  ],
  ["a doubling text", "{% set a = 'x' %}{% for i in 1..60 %}{% set a = a ~ a %}{% endfor %}{{ a }}", ["size"]],
  ["a huge output", "{% set a = 'x' %}{% for i in 1..22 %}{% set a = a ~ a %}{% endfor %}{{ a }}", ["size"]],
])("stops %s and goes on", async (_, html, reasons) => {
  const outcome = await render(html);
  expect(outcome?.ok === false && reasons.includes(outcome.failure.reason)).toBe(true);
  expect(outputOf(await render("{{ 1 + 1 }}"))).toBe("2");
});

it("fails the one that breaks and renders the others of its batch", async () => {
  const html =
    "{% if loop_now %}{% for i in 1..1000000 %}{% for j in 1..1000000 %}{% endfor %}{% endfor %}{% endif %}{{ n }}";
  const contexts = Array.from({ length: 150 }, (_, n) => ({ n, loop_now: n === 3 }));
  const outcomes = await pool.render("2", { templates: { html }, contexts });
  expect(outcomes.map((outcome) => outcome.ok)).toEqual(contexts.map(({ loop_now }) => !loop_now));
  expect(outputOf(outcomes[149])).toBe("149");
});

it("refuses a template for a while after it broke three times", async () => {
  const html = "{# thrice #}{% for i in 1..1000000 %}{% for j in 1..1000000 %}{% endfor %}{% endfor %}";
  const outcomes = await pool.render("3", { templates: { html }, contexts: Array.from({ length: 100 }, () => ({})) });
  expect(new Set(outcomes.map(({ ok }) => ok))).toEqual(new Set([false]));
  const startedAt = performance.now();
  expect((await render(html, {}, "3"))?.ok).toBe(false);
  expect(performance.now() - startedAt).toBeLessThan(400);
});

it("keeps no company waiting for another's loop", async () => {
  const loop = (n: number) => `{# ${n} #}{% for i in 1..1000000 %}{% for j in 1..1000000 %}{% endfor %}{% endfor %}`;
  await Promise.all([render("x", {}, "4"), render("x", {}, "5")]);
  let isOver = false;
  const startedAt = performance.now();
  const looping = Promise.all([1, 2].map((n) => render(loop(n), {}, "4"))).then(() => {
    isOver = true;
  });
  expect(outputOf(await render("{{ 6 * 7 }}", {}, "5"))).toBe("42");
  expect(isOver).toBe(false);
  await looping;
  // Between the two it rested for several times as long as the first had run.
  expect(performance.now() - startedAt).toBeGreaterThan(4000);
});

it("answers what is asked after it was closed", async () => {
  const other = new TwigPool();
  await other.close();
  expect(await other.render("1", { templates: { html: "x" }, contexts: [{}] })).toMatchObject([{ ok: false }]);
});
