import { expect, it } from "vitest";
import { html as tag, emptyHtml, toHtmlString } from "./html.ts";

it("escapes texts and keeps its own markup", () => {
  const name = `<b>"O'Neil" & Co.</b>`;
  const escaped = "&lt;b&gt;&quot;O&#39;Neil&quot; &amp; Co.&lt;/b&gt;";
  expect(toHtmlString(tag`<p title="${name}">${name}</p>`)).toBe(`<p title="${escaped}">${escaped}</p>`);
  expect(toHtmlString(tag`<ul>${[tag`<li>${1}</li>`, tag`<li>${"<"}</li>`]}</ul>${emptyHtml}`)).toBe(
    "<ul><li>1</li><li>&lt;</li></ul>",
  );
});
