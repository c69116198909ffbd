import { expect, it } from "vitest";
import { InvalidHeader } from "../mime-header.ts";
import { ContentTooLarge } from "./limits.ts";
import { resolveLink } from "./links.ts";
import { compilePlan, renderPlan, type EmailSource, type PlanOptions } from "./plan.ts";
import { mergeValues } from "./values.ts";
import { aPlan } from "../../../tests/harness/factories/compiled-plans.ts";
import { aCompanySandbox } from "../../../tests/harness/servers/sandbox.ts";

const sandbox = aCompanySandbox();

const values = mergeValues({
  contact: { email: "a@b.cz", firstName: "Jana", customFields: { 1: "https://own.cz/x?y=1", 2: "javascript:x" } },
  company: { name: "Firma" },
  links: { unsubscribe: "https://m.cz/u/T?a=1&b=2", preferences: "https://m.cz/p/T" },
  token: "TOKEN",
});

const email = (html: string, rest: Partial<EmailSource> = {}): EmailSource => ({
  subject: "",
  preheader: "",
  html,
  text: null,
  ...rest,
});
const render = (html: string, options?: PlanOptions) => renderPlan(aPlan(email(html), options), values);
const tracking = { base: "https://m.cz", clicks: true, opens: false };

/** The honeypot link, which only bots follow. */
const honeypot = `<a href="https://m.cz/t/c/TOKEN.0" style="display:none" aria-hidden="true" tabindex="-1"></a>`;

const authored = `<!DOCTYPE html>
<HTML><Head><title>T</title></Head>
<body bgcolor=#ffffff>
<A class='x' HREF='https://x.cz/?a=1&amp;b=2'>One</A><a href=https://y.cz>two</a>
<p>Hi &nbsp; <b>{{df_name}}</b></p>
</body></HTML>
`;

it("changes only the tags of the author's HTML", () => {
  expect(render(authored).html).toBe(authored.replace("{{df_name}}", "Jana"));
});

it("replaces only the links", () => {
  const plan = aPlan(email(authored), { tracking: { ...tracking, opens: true } });
  expect(renderPlan(plan, values).html).toBe(`<!DOCTYPE html>
<HTML><Head><title>T</title></Head>
<body bgcolor=#ffffff>
<A class='x' HREF='https://m.cz/t/c/TOKEN.1'>One</A><a href=https://m.cz/t/c/TOKEN.2>two</a>
<p>Hi &nbsp; <b>Jana</b></p>
${honeypot}<img src="https://m.cz/t/o/TOKEN.gif" width="1" height="1" alt="" style="display:block;width:1px;height:1px;border:0"></body></HTML>
`);
  expect(plan.links).toEqual([
    { number: 1, url: "https://x.cz/?a=1&b=2" },
    { number: 2, url: "https://y.cz" },
  ]);
});

it.each([
  `<a href="{{df_unsubscribe_url}}">x</a>`,
  `<a href="{{ preferences }}">x</a>`,
  `<a href="{{df_confirmation_url}}">x</a>`,
  `<a href="mailto:x@y.cz">x</a>`,
  `<a href="tel:+420">x</a>`,
  `<a href="#top">x</a>`,
  `<a href="/relative">x</a>`,
  `<a href="">x</a>`,
  `<a name="x">x</a>`,
  `<link href="https://x.cz/a.css">`,
  `<img src="https://x.cz/a.png" alt="">`,
  `<p>https://x.cz</p>`.replace("https://x.cz", "x.cz"),
])("does not track %s", (html) => {
  const plan = aPlan(email(html), { tracking });
  expect(plan.links).toEqual([]);
  expect(renderPlan(plan, values).html).toBe(renderPlan(aPlan(email(html)), values).html);
});

it("tracks links in Outlook's conditional comments and in merge fields", () => {
  const html = `<!--[if mso]><v:roundrect href="https://x.cz/1"></v:roundrect><![endif]--><a href="{{df_custom_1}}">x</a><map><area href="https://x.cz/2"></map>`;
  const plan = aPlan(email(html, { text: "" }), { tracking });
  expect(plan.links.map(({ url }) => url)).toEqual(["https://x.cz/1", "{{df_custom_1}}", "https://x.cz/2"]);
  expect(renderPlan(plan, values).html).toBe(
    `<!--[if mso]><v:roundrect href="https://m.cz/t/c/TOKEN.1"></v:roundrect><![endif]--><a href="https://m.cz/t/c/TOKEN.2">x</a><map><area href="https://m.cz/t/c/TOKEN.3"></map>${honeypot}`,
  );
});

it.each([
  ["https://x.cz/?e={{df_emailaddress}}", "https://x.cz/?e=a%40b.cz"],
  ["https://x.cz/?n={{df_surname|default:'a b'}}#f", "https://x.cz/?n=a%20b#f"],
  ["https://x.cz/my page?n={{ df_surname | default:'a b' }}&q=\"c\"", "https://x.cz/my%20page?n=a%20b&q=%22c%22"],
  ["https://x y.cz/{{df_surname}}", undefined],
  ["{{df_custom_1}}", "https://own.cz/x?y=1"],
  ["{{df_custom_2}}", undefined],
  ["{{df_custom_3}}", undefined],
  ["https://x.cz/{{df_nothing}}", "https://x.cz/"],
])("resolves the clicked %s", (url, expected) => {
  expect(resolveLink({ number: 1, url }, values)).toBe(expected);
});

it("tracks a URL with a blank as one link in the text part too", () => {
  const plan = aPlan(email(`<a href="https://x.cz/my page?n={{df_name}}">Page</a>`), { tracking });
  expect(plan.links.map((link) => resolveLink(link, values))).toEqual([
    "https://x.cz/my%20page?n=Jana",
    "https://x.cz/my%20page?n=Jana",
  ]);
  expect(renderPlan(plan, values).text).toBe("Page (https://m.cz/t/c/TOKEN.2)");
});

it.each([
  ["https://x.cz", "https://x.cz?utm_source=nl&utm_campaign=Leto%202026&id=a%40b.cz"],
  ["https://x.cz/?a=1", "https://x.cz/?a=1&utm_source=nl&utm_campaign=Leto%202026&id=a%40b.cz"],
  ["https://x.cz/?", "https://x.cz/?utm_source=nl&utm_campaign=Leto%202026&id=a%40b.cz"],
  ["https://x.cz/?utm_source=own#f", "https://x.cz/?utm_source=own&utm_campaign=Leto%202026&id=a%40b.cz#f"],
  ["mailto:x@y.cz", "mailto:x@y.cz"],
])("adds parameters to %s", (url, expected) => {
  const options = {
    utm: { source: "nl", campaign: "Leto 2026", term: null },
    linkParams: [{ name: "id", value: "{{df_emailaddress}}" }],
  };
  expect(render(`<a href="${url}">x</a>`, options).html).toBe(`<a href="${expected.replaceAll("&", "&amp;")}">x</a>`);
  expect(render(`<a href=${url}>x</a>`, options).html.replace(/"/g, "")).toBe(
    `<a href=${expected.replaceAll("&", "&amp;")}>x</a>`,
  );
});

it("creates the text part with the links of the HTML", () => {
  const html = `<html><head><style>p{color:red}</style></head><body><div style="display:none">hidden</div><h1>Novinky</h1><p>Dobrý den, {{df_name|default:'příteli'}}!</p>
    <ul><li>jedna</li><li>dvě</li></ul><img src="https://x.cz/a.png" alt="obr"><p><a href="https://x.cz/?a=1&amp;e={{df_emailaddress}}">Koupit</a>
    <a href="https://y.cz/">https://y.cz/</a> <a href="#a">kotva</a> <a href="{{df_unsubscribe_url}}">Odhlásit</a></p></body></html>`;
  const text = (options: PlanOptions) => renderPlan(aPlan(email(html, { preheader: "Náhled" }), options), values).text;
  expect(text({})).toBe(`Novinky

Dobrý den, Jana!

- jedna
- dvě

Koupit (https://x.cz/?a=1&e=a%40b.cz) https://y.cz/ kotva Odhlásit (https://m.cz/u/T?a=1&b=2)`);
  expect(text({ tracking })).toContain(
    "Koupit (https://m.cz/t/c/TOKEN.1) https://m.cz/t/c/TOKEN.2 kotva Odhlásit (https://m.cz/u/T?a=1&b=2)",
  );
});

it("tracks the addresses of an authored text part", () => {
  const plan = aPlan(
    email(`<a href="https://x.cz">x</a>`, {
      text: "See https://x.cz, (https://other.cz/?n={{df_name}}). {{df_name}}",
      footerHtml: "<p>Foot</p>",
    }),
    { tracking },
  );
  expect(plan.links.map(({ url }) => url)).toEqual(["https://x.cz", "https://other.cz/?n={{df_name}}"]);
  expect(renderPlan(plan, values).text).toBe("See https://m.cz/t/c/TOKEN.1, (https://m.cz/t/c/TOKEN.2). Jana\n\nFoot");
});

it("puts the preheader first, hidden, and the footer last", () => {
  const { html } = renderPlan(
    aPlan(
      email("<html><head></head><body><p>Body</p></body></html>", {
        preheader: "A & {{df_name|default:'x'}}",
        footerHtml: `<html><head><style data-css-inline="ignore">.f{color:red}</style></head><body class="f"><p>Foot {{df_name}}</p></body></html>`,
      }),
    ),
    values,
  );
  expect(html.replace(/(?:&#847;&zwnj;&nbsp;)+/, "…")).toBe(
    `<html><head><style>.f{color:red}</style></head><body><div style="display:none;font-size:1px;line-height:1px;max-height:0;max-width:0;opacity:0;overflow:hidden;mso-hide:all">A &amp; Jana…</div><p>Body</p><p>Foot Jana</p></body></html>`,
  );
});

it("inlines style sheets and keeps rules that cannot be inlined", () => {
  const source = `<html><head><style>p{color:red}a:hover{color:blue}@media (max-width:600px){p{color:green!important}}</style></head><body><p>{{df_name}}</p><table>{{products:x}}<tbody><tr><td>1</td></tr></tbody></table></body></html>`;
  const { html } = render(source);
  expect(html).toContain(`<p style="color: red;">Jana</p>`);
  expect(html).toContain("@media (max-width:600px){p{color:green!important}}");
  expect(html).toContain("a:hover { color: blue; }");
  expect(html).toContain("<table><tbody>");
});

it("renders the subject on one line, whatever the value", () => {
  const plan = aPlan({ subject: "Ahoj {{df_name}} {{df_surname}}!", preheader: "", html: "", text: "" });
  const hostile = mergeValues({ contact: { email: "a@b.cz", firstName: "A\r\nBcc: x@y.cz" }, company: { name: "F" } });
  expect(renderPlan(plan, values).subject).toBe("Ahoj Jana !");
  expect(renderPlan(plan, hostile).subject).toBe("Ahoj A Bcc: x@y.cz !");
});

it.each(["subject", "preheader"])("refuses a line break in the %s", async (part) => {
  await expect(compilePlan(sandbox, email("x", { [part]: "a\r\nBcc: x@y.cz" }))).rejects.toThrow(InvalidHeader);
});

it("reports the position of an invalid tag, and renders it empty", () => {
  const plan = aPlan(email("<p>\n  {{df_nome}} {{df_name|upper}}</p>{{df_x", { subject: "{{nothing}}" }));
  expect(renderPlan(plan, values).html).toBe("<p>\n   </p>{{df_x");
  expect(plan.issues).toEqual([
    { code: "merge_tag_unknown", severity: "error", line: 1, column: 1, params: { part: "subject", tag: "nothing" } },
    { code: "merge_tag_unknown", severity: "error", line: 2, column: 3, params: { part: "html", tag: "df_nome" } },
    {
      code: "merge_tag_broken",
      severity: "error",
      line: 2,
      column: 15,
      params: { part: "html", tag: "{{df_name|upper}}" },
    },
    { code: "merge_tag_broken", severity: "error", line: 2, column: 36, params: { part: "html", tag: "{{df_x" } },
  ]);
});

it("rejects content beyond the size limit without parsing", async () => {
  await expect(compilePlan(sandbox, email("x".repeat(5_000_000)))).rejects.toThrow(ContentTooLarge);
});

it("processes hostile sources in linear time", () => {
  const startedAt = performance.now();
  for (const part of [
    "{{",
    "{{'",
    "{%",
    "{% a",
    "<",
    "<!--",
    `<a href="`,
    "<div>",
    "<b><i>",
    "&",
    "https://a.",
    "<style>",
  ]) {
    try {
      aPlan(email(part.repeat(Math.floor(100_000 / part.length))), { tracking });
    } catch (error) {
      if (!String(error).includes("html_too_complex")) throw error;
    }
  }
  expect(performance.now() - startedAt).toBeLessThan(15_000);
});

it("puts a footer without a layout under the content column, as wide as that", () => {
  const section = `<div style="background:#fff;margin:0px auto;max-width:640px;"><p>A</p></div>`;
  const footerHtml = "<p>Footer</p>";
  const column = `<div style="margin:0px auto;max-width:640px"><p>Footer</p></div>`;
  const shown = (html: string, footer = footerHtml) =>
    renderPlan(aPlan(email(html, { footerHtml: footer })), values).html;
  expect(shown(`<body>${section}</body>`)).toBe(`<body>${section}${column}</body>`);
  expect(shown("<body><p>A</p></body>")).toBe("<body><p>A</p><p>Footer</p></body>");
  expect(shown(`<body>${section}</body>`, "<html><body><p>F</p></body></html>")).toBe(
    `<body>${section}<p>F</p></body>`,
  );
});
