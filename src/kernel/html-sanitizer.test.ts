import { describe, expect, it } from "vitest";
import { activePayloads, findActiveHtml } from "../../tests/harness/oracles/active-html.ts";
import { sanitizePage, sanitizeText } from "./sanitize-html.ts";

/** Forms are allowed on a page; where they may post to is checked by the landing page. */
const findOnPage = (html: string) => findActiveHtml(html).filter((found) => found !== "<form>");

describe("active content", () => {
  it.each(activePayloads)("leaves neither a page nor a text: %s", (payload) => {
    for (const dirty of [payload, `<p>before</p>${payload}<p>after</p>`, `<div><table><tr><td>${payload}`]) {
      expect(findActiveHtml(sanitizeText(dirty))).toEqual([]);
      expect(findOnPage(sanitizePage(dirty))).toEqual([]);
    }
  });
});

it("keeps formatted text, links and images, and returns the same again", () => {
  const page =
    '<style>a { color: red }</style><h1 class="a" style="color: red">A &amp; B</h1><p>x<br>' +
    '<a href="https://x.cz/?a=1&amp;b=2" rel="noopener noreferrer">y</a><img src="https://x.cz/a.png" alt="&quot;"></p>';
  expect(sanitizePage(page)).toBe(page);
});

it.each([
  ['<a href="//evil.example">x</a>', '<a rel="noopener noreferrer">x</a>'],
  ['<a href="\\\\evil.example">x</a>', '<a rel="noopener noreferrer">x</a>'],
  ['<img srcset="https://a.cz/1.png 1x, data:image/svg+xml,x 2x">', "<img>"],
  ['<input type="password" name="p">', '<input type="text" name="p">'],
  ["<x-unknown>text</x-unknown>", "text"],
  ["<!-- comment -->text", "text"],
])("sanitizes %s", (dirty, clean) => {
  expect(sanitizePage(dirty)).toBe(clean);
});

it("survives deep nesting", () => {
  expect(sanitizeText("<div>".repeat(20_000)).length).toBeLessThan(10);
});
