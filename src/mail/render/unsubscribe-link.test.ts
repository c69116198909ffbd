import { expect, it } from "vitest";
import { hasUnsubscribeLink, textHasUnsubscribeLink } from "./unsubscribe-link.ts";
import { compilePlan, renderPlan, type EmailSource } from "./plan.ts";
import { mergeValues } from "./values.ts";

const values = mergeValues({
  contact: { email: "jana@example.com" },
  company: { name: "Shop" },
  links: { unsubscribe: "https://x.example/u/1", preferences: "https://x.example/p/1", confirmation: "", browser: "" },
});
const rendered = (email: Partial<EmailSource>) =>
  renderPlan(
    compilePlan({ subject: "S", preheader: "", html: "<body><p>Hi</p></body>", text: null, optOut: "sk", ...email }),
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

it("detects the link in plain text", () => {
  expect(textHasUnsubscribeLink("Bye: {{df_unsubscribe_url}}")).toBe(true);
  expect(textHasUnsubscribeLink("{% for x in 1..0 %}{{df_unsubscribe_url}}{% endfor %}")).toBe(false);
});

it("adds an unsubscribe line in the e-mail's language to both parts of a marketing e-mail without one", () => {
  const made = rendered({});
  expect(made.html).toMatch(
    /<p>Hi<\/p><div [^>]+><a href="https:\/\/x\.example\/u\/1"[^>]*>Odhlásiť odber<\/a><\/div><\/body>/,
  );
  expect(made.text).toBe("Hi\n\nOdhlásiť odber (https://x.example/u/1)");
  expect(rendered({ text: "Hello" }).text).toBe("Hello\n\nOdhlásiť odber (https://x.example/u/1)");
  expect(rendered({ optOut: "xx" }).text).toContain("Unsubscribe (https://x.example/u/1)");
});

it("adds the line after a footer that is a complete document", () => {
  const { html } = rendered({ footerHtml: "<html><body><p>Address</p></body></html>" });
  expect(html).toMatch(/Address<\/p><div[^>]*><a [^>]+>Odhlásiť odber<\/a><\/div><\/body>$/);
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
