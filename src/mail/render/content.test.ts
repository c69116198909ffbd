import { Value } from "typebox/value";
import { expect, it } from "vitest";
import { blocksToMjml } from "./blocks-mjml.ts";
import { Blocks } from "./blocks.ts";
import { toHtml } from "./content.ts";
import { renderPlan } from "./plan.ts";
import { mergeValues } from "./values.ts";
import { aPlan } from "../../../tests/harness/factories/compiled-plans.ts";
import { aCompanySandbox } from "../../../tests/harness/servers/sandbox.ts";

const sandbox = aCompanySandbox();

const page = (body: string) => `<mjml><mj-body>${body}</mj-body></mjml>`;
const column = (content: string) => page(`<mj-section><mj-column>${content}</mj-column></mj-section>`);

it("leaves HTML unchanged", async () => {
  expect(await toHtml(sandbox, { kind: "html", html: "<p>{{df_name}}" })).toEqual({
    html: "<p>{{df_name}}",
    issues: [],
  });
});

it("compiles MJML with its merge tags, without third-party fonts", async () => {
  const mjml = column(
    `<mj-text font-family="Roboto">A {{df_name|default:"x"}}</mj-text><mj-button href="https://x.cz/?a=1&amp;e={{df_email}}">Go</mj-button>`,
  );
  const { html, issues } = await toHtml(sandbox, { kind: "mjml", mjml });
  expect(issues).toEqual([]);
  expect(html).toContain(`>A {{df_name|default:"x"}}</div>`);
  expect(html).not.toContain("googleapis");
  const values = mergeValues({ contact: { email: "a@b.cz" }, company: { name: "F" } });
  const rendered = renderPlan(aPlan({ subject: "", preheader: "", html, text: null }), values);
  expect(rendered.html).toContain(`href="https://x.cz/?a=1&amp;e=a%40b.cz"`);
  expect(rendered.html).not.toContain("data-css-inline");
  expect(rendered.text).toBe("A x\n\nGo (https://x.cz/?a=1&e=a%40b.cz)");
});

it("compiles the same source once", async () => {
  const mjml = column("<mj-text>same</mj-text>");
  expect(await toHtml(sandbox, { kind: "mjml", mjml })).toBe(await toHtml(sandbox, { kind: "mjml", mjml }));
});

it("keeps preformatted text as it is", async () => {
  const { html } = await toHtml(sandbox, { kind: "mjml", mjml: column("<mj-text><pre>a\n    b</pre></mj-text>") });
  expect(html).toContain("<pre>a\n    b</pre>");
});

it("reads no files", async () => {
  const { html } = await toHtml(sandbox, { kind: "mjml", mjml: page(`<mj-include path="/etc/passwd" type="html"/>`) });
  expect(html).not.toContain("root:");
});

it.each([
  ["", [{ code: "mjml_invalid", severity: "error", line: 1, column: 1, params: { reason: "no mj-body" } }]],
  ["<p>x</p>", [{ code: "mjml_invalid", severity: "error", line: 1, column: 1, params: { reason: "no mj-body" } }]],
  [
    "<mjml>\n<mj-body>\n  <mj-section>\n</mj-body></mjml>",
    [
      {
        code: "mjml_not_closed",
        severity: "error",
        line: 3,
        column: 3,
        params: { element: "mj-section", reason: "not closed" },
      },
    ],
  ],
  [
    page("\n<mj-section>\n<mj-column><mj-foo>x</mj-foo></mj-column></mj-section>"),
    [
      {
        code: "mjml_unknown_element",
        severity: "error",
        line: 3,
        params: { element: "mj-foo", reason: "Element mj-foo doesn't exist or is not registered" },
      },
    ],
  ],
  [
    page(`<mj-section zzz="1"></mj-section>`),
    [
      {
        code: "mjml_invalid",
        severity: "warning",
        line: 1,
        params: { element: "mj-section", reason: "Attribute zzz is illegal" },
      },
    ],
  ],
  [
    page("<mj-text>x</mj-text>"),
    [
      {
        code: "mjml_invalid",
        severity: "error",
        line: 1,
        params: {
          element: "mj-text",
          reason: "mj-text cannot be used inside mj-body, only inside: mj-attributes, mj-column, mj-hero",
        },
      },
    ],
  ],
])("reports the error in %j", async (mjml, issues) => {
  expect((await toHtml(sandbox, { kind: "mjml", mjml })).issues).toEqual(issues);
});

it("rejects 5 MB without parsing", async () => {
  const { issues } = await toHtml(sandbox, { kind: "mjml", mjml: page("x".repeat(5_000_000)) });
  expect(issues).toEqual([{ code: "mjml_too_large", severity: "error", params: { max: 510_000 } }]);
});

const blocks: Blocks = {
  settings: { language: "cs", title: "Léto & spol.", font: "georgia", linkColor: "#aa0000" },
  sections: [
    {
      kind: "section",
      backgroundColor: "#ffffff",
      padding: { top: 10, right: 0, bottom: 10, left: 0 },
      stackOnMobile: false,
      columns: [
        {
          width: 60,
          verticalAlign: "middle",
          blocks: [
            {
              kind: "text",
              html: `Ahoj <b>{{df_name|default:'příteli'}}</b> <a href="https://x.cz">x</a>`,
              align: "left",
              fontSize: 18,
              lineHeight: 1.4,
            },
            { kind: "image", src: "https://x.cz/a.png", alt: `"A"`, href: "https://x.cz/?a=1&b=2", width: 300 },
            {
              kind: "button",
              label: "Koupit > teď",
              href: "https://x.cz",
              buttonColor: "#00aa00",
              radius: 5,
              fullWidth: true,
            },
            { kind: "divider", color: "#cccccc", thickness: 2, style: "dashed" },
            { kind: "spacer", height: 30 },
          ],
        },
        {
          width: 40,
          blocks: [
            {
              kind: "social",
              items: [
                { network: "facebook", href: "https://fb.com/x" },
                { network: "web", href: "https://x.cz", iconUrl: "https://x.cz/i.png", label: "Web X" },
              ],
            },
            {
              kind: "product",
              name: "Stůl",
              href: "https://x.cz/stul",
              imageUrl: "https://x.cz/s.jpg",
              price: "100 Kč",
              oldPrice: "120 Kč",
              description: "Pěkný",
              buttonLabel: "Do košíku",
            },
            { kind: "coupon", mergeKey: "leto", label: "Váš kód", note: "do neděle" },
            { kind: "html", html: "<i>vlastní</i>" },
            { kind: "element", elementId: "5", mjml: "<mj-text>uložený</mj-text>" },
          ],
        },
      ],
    },
    {
      kind: "element",
      elementId: "6",
      mjml: "<mj-section><mj-column><mj-text>sekce</mj-text></mj-column></mj-section>",
    },
  ],
};

it("turns blocks into MJML", () => {
  expect(blocksToMjml(blocks)).toMatchInlineSnapshot(`
    "<mjml lang="cs">
    <mj-head><mj-title>Léto &amp; spol.</mj-title><mj-attributes><mj-all font-family="Georgia, &#39;Times New Roman&#39;, serif"></mj-all><mj-text font-size="16px" color="#222222" line-height="1.5"></mj-text><mj-button background-color="#1f5fbf" color="#ffffff" font-size="16px"></mj-button></mj-attributes><mj-style inline="inline">a.link { color: #aa0000; }</mj-style></mj-head>
    <mj-body width="600px" background-color="#f4f4f4"><mj-section background-color="#ffffff" padding="10px 0px 10px 0px"><mj-group><mj-column width="60%" vertical-align="middle"><mj-text align="left" font-size="18px" line-height="1.4">Ahoj <b>{{df_name|default:'příteli'}}</b> <a class="link" href="https://x.cz">x</a></mj-text>
    <mj-image src="https://x.cz/a.png" alt="&quot;A&quot;" href="https://x.cz/?a=1&amp;b=2" width="300px"></mj-image>
    <mj-button href="https://x.cz" background-color="#00aa00" border-radius="5px" width="100%">Koupit &gt; teď</mj-button>
    <mj-divider border-color="#cccccc" border-width="2px" border-style="dashed"></mj-divider>
    <mj-spacer height="30px"></mj-spacer></mj-column>
    <mj-column width="40%"><mj-text align="center"><a href="https://fb.com/x" style="color:#aa0000;text-decoration:none">Facebook</a>&nbsp;&nbsp;&nbsp;<a href="https://x.cz" style="color:#aa0000;text-decoration:none"><img src="https://x.cz/i.png" alt="Web X" width="28" height="28" style="border:0;vertical-align:middle"></a></mj-text>
    <mj-image src="https://x.cz/s.jpg" alt="Stůl" href="https://x.cz/stul" align="center"></mj-image><mj-text align="center"><a href="https://x.cz/stul" style="color:inherit;text-decoration:none"><strong>Stůl</strong></a><br><s style="color:#777777">120 Kč</s> <strong>100 Kč</strong></mj-text><mj-text align="center">Pěkný</mj-text><mj-button href="https://x.cz/stul" align="center">Do košíku</mj-button>
    <mj-text align="center">Váš kód<br><span style="display:inline-block;padding:12px 24px;border:2px dashed #1f5fbf;color:#1f5fbf;font-weight:bold;letter-spacing:1px">{{coupon:leto}}</span><br><small>do neděle</small></mj-text>
    <mj-text><i>vlastní</i></mj-text>
    <mj-text>uložený</mj-text></mj-column></mj-group></mj-section>
    <mj-section><mj-column><mj-text>sekce</mj-text></mj-column></mj-section></mj-body>
    </mjml>"
  `);
});

it.each([
  [{}, "12.4"],
  [{ count: 6 }, "12.6"],
  [{ order: "newest", count: 3 }, "12.newest.3"],
  [{ order: "cheapest", category: "Jídlo > Včelí med" }, "12.cheapest.4.jidlo-vceli-med"],
  [{ order: "feed", category: "Med" }, "12.4.med"],
  [{ order: "last_category" }, "12.last-category.4"],
  [{ ids: ["5", "9"], order: "newest" }, "12.ids.5-9"],
  [{ required: true }, "12.4.required"],
  [{ columns: 3, required: true }, "12.4.cards_3_183.required"],
  [{ columns: 2, buttonLabel: "Koupit", buttonColor: "#AA0000" }, "12.4.cards_2_275_aa0000_ffffff_3_S291cGl0"],
  [{ columns: 4 }, "12.4.cards_4_137"],
] as const)("turns a block of products %j into a tag", (fields, key) => {
  const block = { kind: "products", feedId: "12", ...fields };
  const chosen = { sections: [{ kind: "section", columns: [{ blocks: [block] }] }] };
  if (!Value.Check(Blocks, chosen)) throw new Error("the block is not valid");
  expect(blocksToMjml(chosen)).toContain(`<mj-text css-class="hide-if-empty">{{products:${key}}}</mj-text>`);
});

it("turns blocks into an e-mail", async () => {
  expect(Value.Check(Blocks, blocks)).toBe(true);
  const { html, issues } = await toHtml(sandbox, { kind: "blocks", blocks });
  expect(issues).toEqual([]);
  const values = mergeValues({
    contact: { email: "a@b.cz", firstName: "Jana" },
    company: { name: "F" },
    coupons: { leto: "L1" },
  });
  expect(renderPlan(aPlan({ subject: "", preheader: "", html, text: null }), values).text).toMatchInlineSnapshot(`
    "Ahoj Jana x (https://x.cz)

    https://x.cz/?a=1&b=2

    Koupit > teď (https://x.cz)

     

    Facebook (https://fb.com/x)   https://x.cz

    https://x.cz/stul

    Stůl (https://x.cz/stul)
    120 Kč 100 Kč
    Pěkný

    Do košíku (https://x.cz/stul)

    Váš kód
    L1
    do neděle
    vlastní
    uložený

    sekce"
  `);
});

it.each([
  { sections: [{ kind: "section", columns: [] }] },
  { sections: [{ kind: "section", columns: [{ blocks: [{ kind: "nothing" }] }] }] },
  { sections: [{ kind: "section", columns: [{ blocks: [{ kind: "coupon", mergeKey: "a}}" }] }] }] },
  { settings: { linkColor: "red;}" }, sections: [] },
  { sections: [{ kind: "section", columns: [{ blocks: [{ kind: "spacer", height: 100000 }] }] }] },
])("rejects invalid blocks (%#)", (wrong) => {
  expect(Value.Check(Blocks, wrong)).toBe(false);
});
