import { expect, it } from "vitest";
import { html as tag, nothing, textOf } from "./html.ts";

it("escapes texts and leaves markup of its own alone", () => {
  const name = `<b>"O'Neil" & Co.</b>`;
  const escaped = "&lt;b&gt;&quot;O&#39;Neil&quot; &amp; Co.&lt;/b&gt;";
  expect(textOf(tag`<p title="${name}">${name}</p>`)).toBe(`<p title="${escaped}">${escaped}</p>`);
  expect(textOf(tag`<ul>${[tag`<li>${1}</li>`, tag`<li>${"<"}</li>`]}</ul>${nothing}`)).toBe(
    "<ul><li>1</li><li>&lt;</li></ul>",
  );
});
