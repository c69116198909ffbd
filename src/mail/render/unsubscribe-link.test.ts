import { expect, it } from "vitest";
import { hasUnsubscribeLink, textHasUnsubscribeLink, unsubscribeLine } from "./unsubscribe-link.ts";
import { renderPlan, type EmailSource } from "./plan.ts";
import { mergeValues } from "./values.ts";
import { aPlan } from "../../../tests/harness/factories/compiled-plans.ts";

const values = mergeValues({
  contact: { email: "jana@example.com" },
  company: { name: "Shop", street: "Main 1", city: "Praha", postalCode: "110 00" },
  links: { unsubscribe: "https://x.example/u/1", preferences: "https://x.example/p/1", confirmation: "", browser: "" },
});
const rendered = (email: Partial<EmailSource>) =>
  renderPlan(
    aPlan({ subject: "S", preheader: "", html: "<body><p>Hi</p></body>", text: null, optOut: "sk", ...email }),
    values,
  );

it.each([
  ['<a href="{{df_unsubscribe_url}}">Bye</a>', true],
  ['<a href=" {{ df_preferences_url }}?from=mail">Settings</a>', true],
  ["<p>{{ Preferences | default:'x' }}</p>", true],
  ['{% set x = 1 %}<a href="{{ links.unsubscribe }}">Bye</a>{% if df_name %}x{% endif %}', true],
  ['<!--[if !mso]><!--><a href="{{df_unsubscribe_url}}">Bye</a><!--<![endif]-->', true],
  ['{% if df_gender == "f" %}<a href="{{df_unsubscribe_url}}">Bye</a>{% endif %}', false],
  ['{% set word %}<a href="{{df_unsubscribe_url}}">Bye</a>{% endset %}', false],
  ["{% if df_unsubscribe_url %}{% endif %}", false],
  ["{% set word = 'unsubscribe' %}", false],
  ['{% set x = 1 %}{# <a href="{{ df_unsubscribe_url }}"> #}', false],
  ['<!-- <a href="{{df_unsubscribe_url}}">Bye</a> -->', false],
  ['<!--[if mso]><a href="{{df_unsubscribe_url}}">Bye</a><![endif]-->', false],
  ['<div style="color:red;display: none"><p><a href="{{df_unsubscribe_url}}">Bye</a></p></div>', false],
  ['<div hidden><a href="{{df_unsubscribe_url}}">Bye</a></div>', false],
  ['<a href="https://shop.example/?back={{df_unsubscribe_url}}">Back</a>', false],
  ['<img src="{{df_unsubscribe_url}}"><p title="{{df_unsubscribe_url}}">A</p>', false],
  ["<head><title>{{df_unsubscribe_url}}</title><style>{{df_unsubscribe_url}}</style></head>", false],
  ["{{df_browser_url}} unsubscribe", false],
])("detects whether %s has an unsubscribe link: %s", (html, expected) => {
  expect(hasUnsubscribeLink(html)).toBe(expected);
});

const link = (style: string, words = "Bye") => `<a href="{{df_unsubscribe_url}}" style="${style}">${words}</a>`;

it.each<[string, boolean]>([
  ['<a href="{{df_unsubscribe_url}}"></a>', false],
  ['<a href="{{df_unsubscribe_url}}">&nbsp;&zwnj;&#8203; <span></span></a>', false],
  ['<a href="{{df_unsubscribe_url}}">{{df_nothing}}</a>', false],
  ['<a href="{{df_unsubscribe_url}}"><img src="https://x.cz/a.png"></a>', false],
  ['<a href="{{df_unsubscribe_url}}"><img src="https://x.cz/a.png" alt="Bye" width="1" height="0"></a>', false],
  ['<a href="{{df_unsubscribe_url}}"><img src="https://x.cz/a.png" alt="Bye"></a>', true],
  [link("display:none"), false],
  [link("visibility: hidden"), false],
  [`<div style="visibility:hidden">${link("visibility:visible")}</div>`, true],
  [`<div style="opacity:0">${link("")}</div>`, false],
  [`<div style="opacity:.9">${link("opacity: 80%")}</div>`, true],
  [`<div style="mso-hide:all">${link("")}</div>`, false],
  [link("font-size:0"), false],
  [link("font: 0px/0 Arial"), false],
  [`<td style="font-size:0px">${link("")}</td>`, false],
  [`<td style="font-size:0px"><div style="font-size:13px">${link("font-size:1em")}</div></td>`, true],
  [`<div style="height:0;overflow:hidden">${link("")}</div>`, false],
  [`<div style="max-height:0px">${link("")}</div>`, false],
  [`<p style="position:absolute;left:-9999px">${link("")}</p>`, false],
  [link("color:#fff"), false],
  [link("color:white;background-color:#fffffe"), false],
  [link("color:rgba(0,0,0,0)"), false],
  [link("color:#ffffff;background:#336699"), true],
  [`<table bgcolor="#000000"><tr><td>${link("color:#fff")}</td></tr></table>`, true],
  [`<table bgcolor="#000000"><tr><td>${link("color:black")}</td></tr></table>`, false],
  [`<div style="color:#fff">${link("color:inherit")}</div>`, false],
  [`<div style="color:#fff">${link("")}</div>`, true],
  [`<p style="color:#ffffff">{{df_unsubscribe_url}}</p>`, false],
  [link("color:var(--quiet)"), false],
  [link("color:{{df_custom_1}}"), false],
  [`<div {% if df_name %}style="display:none"{% endif %}>${link("")}</div>`, false],
  [`<div style="background:url(https://x.cz/a.png)">${link("color:#000")}</div>`, false],
  [`<style>.a{display:none}</style><p class="a">${link("")}</p>`, false],
  [`<style>a{color:#fff}</style>${link("")}`, false],
  [`<style>p a{color:#fff}</style>${link("")}`, true],
  [`<style>@media (max-width:600px){.a{display:none!important}}</style><p class="a">${link("")}</p>`, false],
  [`<style>@media (max-width:600px){.b{display:none!important}}</style><p class="a">${link("")}</p>`, true],
  [`<style>@media print{.a{display:none}}</style><p class="a">${link("")}</p>`, true],
  [`<style>@media (prefers-color-scheme:dark){body{background:#000}}</style><body>${link("color:#111")}</body>`, false],
  [`<style>@import url("https://x.cz/a.css");</style>${link("")}`, false],
  [`<link rel="stylesheet" href="https://x.cz/a.css">${link("")}`, false],
  [`<link rel="stylesheet" href="https://fonts.googleapis.com/css?family=Lato">${link("")}`, true],
])("counts only a link that people certainly see: %s %s", (html, expected) => {
  expect(hasUnsubscribeLink(html)).toBe(expected);
});

it.each(["((".repeat(25_000), "@media ".repeat(14_000), "/*".repeat(50_000), "a{".repeat(50_000)])(
  "takes no time over a style sheet or style that nobody would write: %.20s",
  (css) => {
    const startedAt = performance.now();
    hasUnsubscribeLink(`<style>${css}</style>${link("")}`);
    hasUnsubscribeLink(`<p style="${css}">${link("")}</p>`);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  },
);

it("looks at the footer where it will stand", () => {
  const dark = `<body style="background:#000"><p style="color:#fff">Hi</p></body>`;
  expect(rendered({ html: dark, footerHtml: link("color:#fff") }).html).not.toContain("Odhlásiť");
  expect(rendered({ html: dark, footerHtml: link("color:#111") }).html).toContain("Odhlásiť");
});

it("adds a line that no style sheet of the e-mail hides", () => {
  const html = "<style>div,a{display:none!important;opacity:0!important;font-size:0!important}</style><p>Hi</p>";
  expect(hasUnsubscribeLink(html.replace("<p>Hi</p>", unsubscribeLine("en")))).toBe(true);
  expect(rendered({ html }).html).toContain("Odhlásiť odber");
});

it("reads text as it stands", () => {
  expect(textHasUnsubscribeLink("Bye: {{df_unsubscribe_url}}")).toBe(true);
  expect(textHasUnsubscribeLink("{% for x in 1..0 %}{{df_unsubscribe_url}}{% endfor %}")).toBe(false);
});

it("adds an unsubscribe line in the e-mail's language to both parts of a marketing e-mail without one", () => {
  const made = rendered({});
  expect(made.html).toMatch(
    /<p>Hi<\/p><div [^>]+>Shop<br>Main 1, 110 00 Praha<br><a href="https:\/\/x\.example\/u\/1"[^>]*>Odhlásiť odber<\/a><\/div><\/body>/,
  );
  const line = "Shop\nMain 1, 110 00 Praha\nOdhlásiť odber (https://x.example/u/1)";
  expect(made.text).toBe(`Hi\n\n${line}`);
  expect(rendered({ text: "Hello" }).text).toBe(`Hello\n\n${line}`);
  expect(rendered({ optOut: "xx" }).text).toContain("Unsubscribe (https://x.example/u/1)");
});

it("adds the line after a footer that is a complete document", () => {
  const { html } = rendered({ footerHtml: "<html><body><p>Address</p></body></html>" });
  expect(html).toMatch(/Address<\/p><div[^>]*>.*<a [^>]+>Odhlásiť odber<\/a><\/div><\/body>$/);
});

it("adds nothing to e-mails with an unsubscribe link or outside marketing", () => {
  const link = '<a href="{{df_preferences_url}}">Settings</a>';
  for (const email of [{ html: link }, { footerHtml: link }, { optOut: null }])
    expect(rendered(email).html).not.toContain("Odhlásiť");
  expect(rendered({ html: link, text: "Hello" })).toMatchObject({
    html: expect.not.stringContaining("Odhlásiť"),
    text: expect.stringContaining("Odhlásiť odber"),
  });
});
