import { expect, it } from "vitest";
import { cleanPaste } from "./clean-paste.ts";
import { withProperty } from "./selection-style.ts";

it.each([
  [
    "a text program's styles and comments",
    `<style>p{color:red}</style><!--StartFragment--><p class="MsoNormal" lang="CS">Hello<o:p>&nbsp;</o:p></p>`,
    `<p>Hello</p>`,
  ],
  ["an address that runs a script", `<a href="javascript:alert(1)" onclick="x()">Hello</a>`, `<a>Hello</a>`],
  ["styles", `<p style="color:red">Hello <b style='color:red'>you</b></p>`, `<p>Hello <b>you</b></p>`],
  [
    "bold and italic that are written as styles, but not the words' format",
    `<b style="font-weight:normal"><p><span style="color:red">Hello </span><span style="font-weight:700;font-style:italic">you</span></p></b>`,
    `<p><span>Hello </span><strong><em>you</em></strong></p></b>`,
  ],
  ["runs of no-break spaces", `<p>one&nbsp;&nbsp; two&nbsp;three</p>`, `<p>one  two&nbsp;three</p>`],
])("takes away %s", (_name, html, cleaned) => expect(cleanPaste(html)).toBe(cleaned));

it("leaves text of the editor itself as it is", () => {
  const html = `<p data-pm-slice="1 1 []"><span data-style="color:#b42318">Hello</span></p>`;
  expect(cleanPaste(html)).toBe(html);
});

it.each([
  ["", "color", "#b42318", "color:#b42318"],
  ["COLOR: red; font-size:14px", "color", "#b42318", "color:#b42318;font-size:14px"],
  ["color:red;font-size:14px", "color", undefined, "font-size:14px"],
  ["color:red", "color", undefined, ""],
])("sets one property of %j: %s to %j", (style, property, value, expected) =>
  expect(withProperty(style, property, value)).toBe(expected),
);
