import { expect, it } from "vitest";
import { aCompanySandbox } from "../../../tests/harness/servers/sandbox.ts";
import * as compile from "./compile.ts";
import { lintEmail } from "./lint.ts";

const good = {
  subject: "Novinky pro {{df_name|default:'vás'}}",
  preheader: "Co je nového",
  html: `<html lang="cs"><body><p>Dobrý den, tady je několik slov o novinkách.</p><img src="https://x.cz/a.png" alt=""><p><a href="{{df_unsubscribe_url}}">Odhlásit</a></p></body></html>`,
};
const lint = (change: Partial<typeof good>) => lintEmail({ ...good, ...change });
const sandbox = aCompanySandbox();
const withHtml = (part: string) => lint({ html: good.html.replace("</body>", `\n${part}</body>`) });

it("reports nothing for a good e-mail", () => {
  expect(lintEmail(good)).toEqual([]);
});

it.each<[string, Partial<typeof good>, object]>([
  ["an empty subject", { subject: " " }, { code: "subject_empty", severity: "error", params: {} }],
  ["a line break in the subject", { subject: "a\r\nb" }, { code: "subject_line_break", severity: "error", params: {} }],
  [
    "a long subject",
    { subject: "á".repeat(71) },
    { code: "subject_long", severity: "warning", params: { length: 71, max: 70 } },
  ],
  ["a shouted subject", { subject: "SLEVA NA VŠECHNO" }, { code: "subject_capitals", severity: "warning", params: {} }],
  [
    "a broken tag in the subject",
    { subject: "{{df_nome}}" },
    { code: "merge_tag_unknown", severity: "error", line: 1, column: 1, params: { part: "subject", tag: "df_nome" } },
  ],
  ["no preheader", { preheader: "" }, { code: "preheader_missing", severity: "warning", params: {} }],
  [
    "a long preheader",
    { preheader: "a".repeat(151) },
    { code: "preheader_long", severity: "warning", params: { length: 151, max: 150 } },
  ],
  [
    "no unsubscribe link",
    { html: "<p>Dobrý den, tady je několik slov.</p>" },
    { code: "unsubscribe_missing", severity: "warning", params: {} },
  ],
  [
    "no text",
    { html: `<a href="{{df_unsubscribe_url}}">x</a>` },
    { code: "text_missing", severity: "warning", params: {} },
  ],
])("finds %s", (_, change, issue) => {
  expect(lint(change)).toEqual([issue]);
});

it("requires no unsubscribe link in a confirmation e-mail", () => {
  expect(lint({ html: `<p>Potvrďte prosím svou adresu.</p><a href="{{df_confirmation_url}}">Potvrdit</a>` })).toEqual(
    [],
  );
});

it("reports empty content", () => {
  expect(lint({ html: "" })).toEqual([{ code: "html_empty", severity: "error", params: {} }]);
});

it.each<[string, string, object]>([
  ["<script>x</script>", "script", { severity: "error", params: { element: "script" } }],
  [`<p onclick="x">y</p>`, "script_handler", { severity: "error", params: { element: "p", attribute: "onclick" } }],
  [`<a href=" java\nscript:x">y</a>`, "script_link", { severity: "error", params: { url: "java\nscript:x" } }],
  [`<iframe src="https://x.cz"></iframe>`, "embedded", { severity: "error", params: { element: "iframe" } }],
  [
    `<a href="&#106;avascript&colon;x">y</a>`,
    "script_link",
    { severity: "error", params: { url: "&#106;avascript&colon;x" } },
  ],
  [`<form></form>`, "form", { severity: "error", params: { element: "form" } }],
  [
    `<link rel="stylesheet" href="https://x.cz/a.css">`,
    "external_style",
    { severity: "warning", params: { element: "link" } },
  ],
  [
    `<img src="https://x.cz/b.png">`,
    "image_alt_missing",
    { severity: "warning", params: { url: "https://x.cz/b.png" } },
  ],
  [`<img src="" alt="x">`, "image_source_missing", { severity: "error", params: { url: "" } }],
  [
    `<img src="http://x.cz/b.png" alt="x">`,
    "image_insecure",
    { severity: "warning", params: { url: "http://x.cz/b.png" } },
  ],
  [
    `<img src="data:image/png;base64,x" alt="x">`,
    "image_embedded",
    { severity: "warning", params: { url: "data:image/png;base64,x" } },
  ],
  [`<img src="/b.png" alt="x">`, "image_relative", { severity: "error", params: { url: "/b.png" } }],
  [`<a href="#">x</a>`, "link_empty", { severity: "warning", params: { url: "#" } }],
  [`<a href="page.html">x</a>`, "link_relative", { severity: "error", params: { url: "page.html" } }],
  [`<div>x`, "html_not_closed", { severity: "warning", params: { element: "div" } }],
  [`{{df_nome}}`, "merge_tag_unknown", { severity: "error", params: { part: "html", tag: "df_nome" } }],
  [
    `{{df_name<b>}}</b>`,
    "merge_tag_broken",
    { severity: "error", params: { part: "html", tag: "{{df_name<b>}}</b></body></htm" } },
  ],
])("finds %s with its position", (part, code, rest) => {
  expect(withHtml(part).filter((issue) => issue.code === code)).toEqual([{ code, line: 2, column: 1, ...rest }]);
});

it.each([
  `<a href="{{df_custom_1}}">x</a>`,
  `<img src="{{df_shop_logo}}" alt="">`,
  `<a href="mailto:x@y.cz">x</a>`,
  `<a href="#top">x</a>`,
  `<img src="https://x.cz" alt>`,
])("accepts %s", (part) => {
  expect(withHtml(part)).toEqual([]);
});

it("counts positions in the source, tags included", () => {
  const html = good.html.replace("Dobrý", "{{df_name|default:'někdo'}} Dobrý").replace(`alt=""`, "");
  expect(lint({ html })).toEqual([
    {
      code: "image_alt_missing",
      severity: "warning",
      line: 1,
      column: html.indexOf("<img") + 1,
      params: { url: "https://x.cz/a.png" },
    },
  ]);
});

it("lists errors first", () => {
  expect(
    withHtml(`<img src="http://x.cz/b.png"><script></script><a href="#">x</a>{{x}}`).map(({ severity }) => severity),
  ).toEqual(["error", "error", "warning", "warning", "warning"]);
});

it("measures size in bytes", () => {
  const html = `${good.html}${"ž".repeat(51_000)}`;
  expect(lint({ html })).toEqual([
    { code: "html_too_large", severity: "error", params: { bytes: Buffer.byteLength(html), max: 102_000 } },
  ]);
});

it("rejects 5 MB without parsing", async () => {
  const email = { ...good, html: "<div>".repeat(1_000_000) };
  expect(await compile.lintEmail(sandbox, email)).toEqual([
    { code: "html_too_large", severity: "error", params: { bytes: 5_000_000, max: 102_000 } },
  ]);
});
