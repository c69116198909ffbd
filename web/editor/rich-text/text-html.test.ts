import { expect, it } from "vitest";
import { editedText, isRichText } from "./text-html.ts";

it.each([
  [
    "paragraphs",
    `<p style="margin:0">Hello <strong>you</strong></p>`,
    `<p data-style="margin:0">Hello <strong>you</strong></p>`,
  ],
  ["a wrapper", `<div style="color:red"><h1>Hi</h1></div>`, `<h1>Hi</h1>`],
])("shows %s and writes the same HTML back", (_name, source, shown) => {
  const { html, toBlock } = editedText(source);
  expect(isRichText(source)).toBe(true);
  expect(html).toBe(shown);
  expect(toBlock(html)).toBe(source);
});

it("writes text without paragraphs back without them", () => {
  const { html, toBlock } = editedText(`<div style="color:red">Hello <a href="#">you</a></div>`);
  expect(html).toBe(`Hello <a href="#">you</a>`);
  expect(toBlock(`<p>${html}</p><p>Bye</p>`)).toBe(`<div style="color:red">Hello <a href="#">you</a><br>Bye</div>`);
  expect(toBlock(`<p>Hello</p><ul><li>One</li></ul>`)).toContain("<ul>");
});

it.each([`<table><tr><td>a</td></tr></table>`, `<div><div>a</div></div>`, `<p>{% if a %}b{% endif %}</p>`])(
  "leaves %s to the code field",
  (html) => expect(isRichText(html)).toBe(false),
);
