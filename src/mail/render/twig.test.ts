import { expect, it } from "vitest";
import { composeForRecipient, prepareMessage } from "./message.ts";
import { renderPlan, type EmailSource, type PlanOptions } from "./plan.ts";
import { twigIssue, expandTwig } from "./twig.ts";
import { mergeValues } from "./values.ts";
import { aPlan } from "../../../tests/harness/factories/compiled-plans.ts";
import { aSandbox } from "../../../tests/harness/servers/sandbox.ts";

const sandbox = aSandbox();

const person = (firstName: string, gender: string) =>
  mergeValues({
    contact: { email: "a@b.cz", firstName, gender, customFields: { 1: "X" } },
    company: { name: "Firma" },
    links: { unsubscribe: "https://m.cz/u/1" },
    token: "TOKEN",
  });
const people = [person("Jana <b>", "f"), person("Petr", "m")];
const tracking = { base: "https://m.cz", clicks: true, opens: true };

async function render(email: Partial<EmailSource>, options: PlanOptions = {}, extra: Record<string, unknown> = {}) {
  const plan = aPlan({ subject: "", preheader: "", html: "", text: null, ...email }, options);
  const expanded = await expandTwig(plan, people, { render: sandbox.forCompany("1").renderTwig, extra });
  return expanded.map((each, index) => {
    const values = people[index];
    if (!each.ok || values === undefined) return each;
    return renderPlan(each.plan, values);
  });
}

it("renders Twig for each recipient, and merge tags as in other e-mails", async () => {
  const rendered = await render(
    {
      subject: "{% if df_gender == 'f' %}Milá{% else %}Milý{% endif %} {{df_name|default:'x'}}",
      html: `<p title="{{df_name}}">{% if contact.gender == 'f' %}Paní{% else %}Pan{% endif %} {{df_name}}, {{ contact.firstName }} {{ custom['1'] }} {{ order.total|default('0') }}</p><p><a href="{{df_unsubscribe_url}}">x</a></p>`,
    },
    {},
    { order: { total: "10 Kč" } },
  );
  const foot = `<p><a href="https://m.cz/u/1">x</a></p>`;
  expect(rendered).toEqual([
    {
      subject: "Milá Jana <b>",
      preheader: "",
      html: `<p title="Jana &lt;b&gt;">Paní Jana &lt;b&gt;, Jana &lt;b&gt; X 10 Kč</p>${foot}`,
      text: "Paní Jana <b>, Jana <b> X 10 Kč\n\nx (https://m.cz/u/1)",
    },
    {
      subject: "Milý Petr",
      preheader: "",
      html: `<p title="Petr">Pan Petr, Petr X 10 Kč</p>${foot}`,
      text: "Pan Petr, Petr X 10 Kč\n\nx (https://m.cz/u/1)",
    },
  ]);
});

it("keeps table rows in their table and numbers constant links once", async () => {
  const html = `<html><head><style>td{color:red}</style></head><body><table><tbody>{% for i in 1..2 %}<tr><td>{{ i }}<a href="https://x.cz/?a=1&amp;b=2">x</a><a href="https://x.cz/{{ i }}">y</a></td></tr>{% endfor %}</tbody></table></body></html>`;
  const [rendered] = await render({ html }, { tracking: { ...tracking, opens: false } });
  const honeypot = `<a href="https://m.cz/t/c/TOKEN.0" style="display:none" aria-hidden="true" tabindex="-1"></a>`;
  const row = (i: number) =>
    `<tr><td style="color: red;">${i}<a href="https://m.cz/t/c/TOKEN.1">x</a><a href="https://x.cz/${i}">y</a></td></tr>`;
  expect(rendered).toMatchObject({
    html: `<html><head></head><body><table><tbody>${row(1)}${row(2)}</tbody></table>${honeypot}</body></html>`,
  });
});

it("composes messages from rendered plans only", async () => {
  const plan = aPlan({ subject: "S", preheader: "", html: "{% if true %}ano{% endif %}", text: null }, { tracking });
  const recipient = { to: { address: "a@b.cz" }, values: person("A", "f"), messageId: "1@b.cz", date: new Date(0) };
  expect(() => composeForRecipient(prepareMessage(plan, { from: { address: "a@b.cz" } }), recipient)).toThrow(
    TypeError,
  );
  expect(() => renderPlan(plan, people[0] ?? person("", ""))).toThrow(TypeError);
  const [expanded] = await expandTwig(plan, [recipient.values], { render: sandbox.forCompany("1").renderTwig });
  if (expanded?.ok !== true) throw new TypeError("not expanded");
  const message = composeForRecipient(
    prepareMessage(expanded.plan, { from: { address: "a@b.cz" } }),
    recipient,
  ).toString();
  expect(message).toContain("\r\n\r\nano<img src=3D");
});

it("reports errors as issues", async () => {
  const [rendered] = await render({ html: "<p>\n{% if x %}{{ y|nofilter }}{% endif %}</p>" });
  if (rendered === undefined || !("failure" in rendered)) throw new TypeError("no failure");
  expect(twigIssue(rendered.failure)).toEqual({
    code: "twig_syntax",
    severity: "error",
    line: 2,
    column: 16,
    params: { part: "html", reason: expect.stringContaining("nofilter") },
  });
});

it("leaves e-mails without Twig unchanged", async () => {
  const plan = aPlan({ subject: "S", preheader: "", html: "{{df_name}}", text: null });
  const never = () => Promise.reject(new Error("asked"));
  expect(await expandTwig(plan, people, { render: never })).toEqual([
    { ok: true, plan },
    { ok: true, plan },
  ]);
});
