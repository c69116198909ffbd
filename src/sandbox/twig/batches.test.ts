import { setTimeout as delay } from "node:timers/promises";
import { expect, it } from "vitest";
import { aSandbox, listSandboxProcesses } from "../../../tests/harness/servers/sandbox.ts";
import { killAll } from "../../../tests/harness/servers/processes.ts";
import type { SandboxOptions } from "../sandbox.ts";
import type { TwigJob, TwigOutcome } from "./protocol.ts";

const aPool = (options: SandboxOptions) => {
  const sandbox = aSandbox({ size: 2, ...options });
  return {
    render: (owner: string, job: TwigJob) => sandbox.forCompany(owner).renderTwig(job),
    close: () => sandbox.close(),
  };
};
const pool = aPool({});

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
])("exposes nothing but keys: %s", async (html, expected) => {
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
  ["{% for i in 1..3 %}{{ i }}", { reason: "syntax", message: "A construct of the template is not closed" }],
  ["{{ 1", { reason: "syntax" }],
  ["{% nothing %}", { reason: "syntax", line: 1 }],
])("reports the error in %s", async (html, failure) => {
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
])("stops %s and continues", async (_, html, reasons) => {
  const outcome = await render(html);
  expect(outcome?.ok === false && reasons.includes(outcome.failure.reason)).toBe(true);
  expect(outputOf(await render("{{ 1 + 1 }}"))).toBe("2");
});

it("fails the context that breaks and renders the others of its batch", async () => {
  const html =
    "{% if loop_now %}{% for i in 1..1000000 %}{% for j in 1..1000000 %}{% endfor %}{% endfor %}{% endif %}{{ n }}";
  const contexts = Array.from({ length: 150 }, (_, n) => ({ n, loop_now: n === 3 }));
  const outcomes = await pool.render("2", { templates: { html }, contexts });
  expect(outcomes.map((outcome) => outcome.ok)).toEqual(contexts.map(({ loop_now }) => !loop_now));
  expect(outputOf(outcomes[149])).toBe("149");
});

const endless = "{% for i in 1..999 %}{% for j in 1..999 %}{% for k in 1..999 %}{% endfor %}{% endfor %}{% endfor %}";
const slow = (isSlow: string) => `{% if ${isSlow} %}${endless}{% endif %}{{ n }}`;

/** The outcomes in short form: repeated ones are merged. */
const summarize = (outcomes: readonly TwigOutcome[]) => {
  const words = outcomes.map((outcome) => (outcome.ok ? "ok" : (outcome.deferReason ?? outcome.failure.reason)));
  return words.filter((word, index) => word !== words[index - 1]);
};

it("fails contexts that run too long one by one, as long as others succeed", async () => {
  const quick = aPool({ cooldownFactor: 0, timeMs: 60 });
  const contexts = Array.from({ length: 150 }, (_, n) => ({ n, late: n % 40 === 20 }));
  const outcomes = await quick.render("3", { templates: { html: slow("late") }, contexts });
  expect(outcomes.map((outcome) => outcome.ok)).toEqual(contexts.map(({ late }) => !late));
  expect(summarize(outcomes)).toEqual(["ok", "time", "ok", "time", "ok", "time", "ok", "time", "ok"]);
});

it("defers a template after three failures and disables it after three trips, for its company only", async () => {
  let elapsedMs = 0;
  const quick = aPool({ cooldownFactor: 0, timeMs: 60, cooldownMs: 1000, now: () => elapsedMs });
  const job = { templates: { html: slow("true") }, contexts: Array.from({ length: 20 }, () => ({})) };
  expect(summarize(await quick.render("3", job))).toEqual(["time", "cooldown"]);
  expect(summarize(await quick.render("3", job))).toEqual(["cooldown"]);
  expect(summarize(await quick.render("4", { ...job, contexts: [{}] }))).toEqual(["time"]);
  elapsedMs += 1000;
  expect(summarize(await quick.render("3", job))).toEqual(["time", "cooldown"]);
  elapsedMs += 1000;
  expect(summarize(await quick.render("3", job))).toEqual(["time", "disabled"]);
});

it("resets the failures of a template after enough successes", async () => {
  let elapsedMs = 0;
  const quick = aPool({ cooldownFactor: 0, timeMs: 60, cooldownMs: 100, now: () => elapsedMs });
  const makeContexts = (length: number, late: boolean) => Array.from({ length }, (_, n) => ({ n, late }));
  const render = (length: number, late: boolean) =>
    quick.render("3", { templates: { html: slow("late") }, contexts: makeContexts(length, late) });
  for (let time = 0; time < 4; time += 1) {
    expect(summarize(await render(20, true))).toEqual(["time", "cooldown"]);
    elapsedMs += 100;
    expect(summarize(await render(100, false))).toEqual(["ok"]);
  }
});

it("loses nothing when its processes are killed at any moment", async () => {
  const pool = aPool({ size: 3, cooldownFactor: 0, timeMs: 10_000 });
  const html = "{% for i in 1..3000 %}{{ i }}{% endfor %}{{ n }}";
  const contexts = Array.from({ length: 100 }, (_, n) => ({ n }));
  await pool.render("7", { templates: { html }, contexts: contexts.slice(0, 1) });
  const rendering = pool.render("7", { templates: { html }, contexts });
  for (let kills = 0; kills < 4; kills += 1) {
    await delay(200);
    killAll(listSandboxProcesses());
  }
  // What met only dying processes is deferred, and rendered later.
  const outcomes = await rendering;
  expect(outcomes).toHaveLength(contexts.length);
  const failed = outcomes.filter((outcome) => !outcome.ok && outcome.deferReason !== "service");
  expect(failed).toEqual([]);
  expect(summarize(await pool.render("7", { templates: { html }, contexts }))).toEqual(["ok"]);
}, 180_000);

it("finds the context that kills processes", async () => {
  const pool = aPool({ cooldownFactor: 0, timeMs: 10_000 });
  const html = "{% if bomb %}{% set a = range(1, 300000000) %}{% endif %}{{ n }}";
  const contexts = Array.from({ length: 8 }, (_, n) => ({ n, bomb: n === 3 }));
  const outcomes = await pool.render("8", { templates: { html }, contexts });
  expect(summarize(outcomes)).toEqual(["ok", "memory", "ok"]);
  expect(outcomes.map((outcome) => outcome.ok)).toEqual(contexts.map((context) => !context.bomb));
}, 90_000);

it("delays no company by another's endless loop", async () => {
  const loop = (n: number) => `{# ${n} #}${endless}`;
  await Promise.all([render("x", {}, "4"), render("x", {}, "5")]);
  let isOver = false;
  const startedAt = performance.now();
  const looping = Promise.all([1, 2].map((n) => render(loop(n), {}, "4"))).then(() => {
    isOver = true;
  });
  expect(outputOf(await render("{{ 6 * 7 }}", {}, "5"))).toBe("42");
  expect(isOver).toBe(false);
  await looping;
  // In between, the company was paused for several times the duration of the first run.
  expect(performance.now() - startedAt).toBeGreaterThan(2000);
});

it("answers requests after it was closed", async () => {
  const other = aPool({});
  await other.close();
  expect(await other.render("1", { templates: { html: "x" }, contexts: [{}] })).toMatchObject([
    { deferReason: "service" },
  ]);
});
