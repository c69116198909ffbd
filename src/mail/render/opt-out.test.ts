import { expect, it } from "vitest";
import { leadsOut } from "./opt-out.ts";
import { compilePlan, renderPlan, type Email } from "./plan.ts";
import { mergeValues } from "./values.ts";

const values = mergeValues({
  contact: { email: "jana@example.com" },
  company: { name: "Shop" },
  links: { unsubscribe: "https://x.example/u/1", preferences: "https://x.example/p/1", confirmation: "", browser: "" },
});
const rendered = (email: Partial<Email>) =>
  renderPlan(
    compilePlan({ subject: "S", preheader: "", html: "<body><p>Hi</p></body>", text: null, optOut: "sk", ...email }),
    values,
  );

it.each([
  ['<a href="{{df_unsubscribe_url}}">', true],
  ["{{ Preferences | default:'x' }}", true],
  ["{% if df_name %}{{ links.unsubscribe }}{% endif %}", true],
  ["{% if df_unsubscribe_url %}{% endif %}", true],
  ["{{df_browser_url}} unsubscribe", false],
  ["{% set word = 'unsubscribe' %}", false],
])("knows whether %s leads out: %s", (text, expected) => {
  expect(leadsOut(text)).toBe(expected);
});

it("gives a marketing e-mail without a way out a line in its language, in both parts", () => {
  const made = rendered({});
  expect(made.html).toMatch(
    /<p>Hi<\/p><div [^>]+><a href="https:\/\/x\.example\/u\/1"[^>]*>Odhlásiť odber<\/a><\/div><\/body>/,
  );
  expect(made.text).toBe("Hi\n\nOdhlásiť odber (https://x.example/u/1)");
  expect(rendered({ text: "Hello" }).text).toBe("Hello\n\nOdhlásiť odber (https://x.example/u/1)");
  expect(rendered({ optOut: "xx" }).text).toContain("Unsubscribe (https://x.example/u/1)");
});

it("puts it after a footer that is a document of its own", () => {
  const { html } = rendered({ footerHtml: "<html><body><p>Address</p></body></html>" });
  expect(html).toMatch(/Address<\/p><div[^>]*><a [^>]+>Odhlásiť odber<\/a><\/div><\/body>$/);
});

it("leaves alone what leads out by itself, and what is no marketing", () => {
  const link = '<a href="{{df_preferences_url}}">Settings</a>';
  for (const email of [{ html: link }, { footerHtml: link }, { optOut: null }])
    expect(rendered(email).html).not.toContain("Odhlásiť");
  expect(rendered({ html: link, text: "Hello" })).toMatchObject({
    html: expect.not.stringContaining("Odhlásiť"),
    text: expect.stringContaining("Odhlásiť odber"),
  });
});
