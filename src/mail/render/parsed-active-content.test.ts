import { expect, it } from "vitest";
import { activePayloads, findActiveHtml } from "../../../tests/harness/oracles/active-html.ts";
import { aPlan } from "../../../tests/harness/factories/compiled-plans.ts";
import { renderPlan } from "./plan.ts";
import { mergeValues } from "./values.ts";

const values = mergeValues({ contact: { email: "jana@example.com" }, company: { name: "Shop" } });
const render = (html: string) => renderPlan(aPlan({ subject: "S", preheader: "", html, text: null }), values).html;

it.each(activePayloads)("removes active content as browsers parse it: %s", (payload) => {
  const sources = [payload, `<!doctype html><html><body><p>before</p>${payload}<p>after</p></body></html>`];
  for (const source of sources) expect(findActiveHtml(render(source))).toEqual([]);
});

it.each([
  "<p>The description = javascript: of course</p>",
  '<!--[if mso | IE]><table role="presentation"><tr><td style="width:600px"><![endif]--><div>x</div><!--[if mso]></td></tr></table><![endif]-->',
  '<!--[if !mso]><!--><link href="https://fonts.example/a.css" rel="stylesheet"><!--<![endif]-->',
  '<!--[if mso]><v:rect xmlns:v="urn:schemas-microsoft-com:vml" href="https://x.cz" fill="t"><w:anchorlock/></v:rect><![endif]-->',
  "<p>&#847; scripts, imports, refreshed</p>",
  '<img src="data:image/png;base64,AAAA" alt="on = x">',
  '<svg viewBox="0 0 1 1"><path d="M0 0"/></svg>',
])("leaves harmless HTML to the byte: %s", (html) => {
  expect(render(html)).toBe(html);
});
