import { Value } from "typebox/value";
import { expect, it } from "vitest";
import { Blocks } from "../../../mail/render/blocks.ts";
import { toHtml } from "../../../mail/render/content.ts";
import { toBlocks } from "./to-blocks.ts";
import { aCompanySandbox } from "../../../../tests/harness/servers/sandbox.ts";

const sandbox = aCompanySandbox();

async function fromMjml(mjml: string) {
  const { html, issues } = await toHtml(sandbox, { kind: "mjml", mjml });
  expect(issues).toEqual([]);
  return toBlocks(sandbox, { html, mjml });
}

const page = (body: string, head = "") => `<mjml><mj-head>${head}</mj-head><mj-body>${body}</mj-body></mjml>`;
const settings = {
  width: 600,
  backgroundColor: "#ffffff",
  contentColor: "#ffffff",
  textColor: "#000000",
  buttonColor: "#414141",
  buttonTextColor: "#ffffff",
  font: "helvetica",
  fontSize: 13,
};
const flat = { top: 0, right: 0, bottom: 0, left: 0 };

it("converts sections, columns and blocks", async () => {
  const blocks = await fromMjml(
    page(`
      <mj-section background-color="#EEE" padding="0 10px">
        <mj-column width="25%" vertical-align="middle">
          <mj-image src="https://example.com/a.png" alt="A" href="{{df_shop_url}}" width="120px" />
        </mj-column>
        <mj-column width="75%">
          <mj-text font-size="20px" color="red" align="center" line-height="30px">Hello <b>{{df_name}}</b><br>you</mj-text>
          <mj-button href="https://example.com/?a=1&amp;b=2" background-color="#123456" width="100%">Buy &amp; <b>go</b></mj-button>
          <mj-divider border-width="1px" border-color="#ccc" padding-top="0" />
          <mj-spacer height="30px" />
        </mj-column>
      </mj-section>`),
  );
  expect(blocks).toEqual({
    settings,
    sections: [
      {
        kind: "section",
        backgroundColor: "#eeeeee",
        padding: { top: 0, right: 10, bottom: 0, left: 10 },
        columns: [
          {
            width: 25,
            verticalAlign: "middle",
            blocks: [
              { kind: "image", src: "https://example.com/a.png", alt: "A", href: "{{df_shop_url}}", width: 120 },
            ],
          },
          {
            width: 75,
            blocks: [
              {
                kind: "text",
                html: "Hello <b>{{df_name}}</b><br>you",
                fontSize: 20,
                color: "#ff0000",
                align: "center",
                lineHeight: 1.5,
              },
              {
                kind: "button",
                label: "Buy & go",
                href: "https://example.com/?a=1&b=2",
                buttonColor: "#123456",
                radius: 3,
                fontSize: 13,
                fullWidth: true,
              },
              {
                kind: "divider",
                color: "#cccccc",
                thickness: 1,
                padding: { top: 0, right: 25, bottom: 10, left: 25 },
              },
              { kind: "spacer", height: 30 },
            ],
          },
        ],
      },
    ],
  });
  expect(Value.Check(Blocks, blocks)).toBe(true);
});

it("applies the defaults of the head", async () => {
  const head = `
    <mj-title>Spring</mj-title>
    <mj-attributes>
      <mj-all font-family="Georgia, serif" />
      <mj-text color="#333333" font-size="18px" />
      <mj-class name="small" font-size="11px" />
    </mj-attributes>
    <mj-style>.x { color: red; }</mj-style>`;
  const blocks = await fromMjml(
    page(
      `<mj-section><mj-column><mj-text mj-class="small" font-weight="bold">x</mj-text></mj-column></mj-section>`,
      head,
    ),
  );
  expect(blocks.settings).toEqual({
    ...settings,
    title: "Spring",
    font: "georgia",
    fontSize: 18,
    textColor: "#333333",
  });
  const html = `<div style="font-family:Georgia, serif;font-weight:bold">x</div>`;
  expect(blocks.sections).toEqual([
    {
      kind: "section",
      columns: [{ blocks: [{ kind: "text", html, fontSize: 11, color: "#333333", lineHeight: 1 }] }],
    },
    {
      kind: "section",
      padding: flat,
      columns: [{ blocks: [{ kind: "html", padding: flat, html: "<style>.x { color: red; }</style>" }] }],
    },
  ]);
});

it("converts social links, tables, groups and wrappers", async () => {
  const blocks = await fromMjml(
    page(`
      <mj-wrapper>
        <mj-section><mj-group>
          <mj-column><mj-social>
            <mj-social-element name="facebook-noshare" href="https://example.com/f">Us</mj-social-element>
            <mj-social-element name="twitter" href="https://example.com/x" />
          </mj-social></mj-column>
          <mj-column><mj-table><tr><td>1</td></tr></mj-table></mj-column>
        </mj-group></mj-section>
      </mj-wrapper>`),
  );
  const items = [
    { network: "facebook", href: "https://example.com/f", label: "Us" },
    { network: "x", href: "https://example.com/x" },
  ];
  expect(blocks.sections).toMatchObject([
    {
      stackOnMobile: false,
      columns: [
        { blocks: [{ kind: "social", items }] },
        { blocks: [{ kind: "html", html: expect.stringContaining("<tr><td>1</td></tr></table>") }] },
      ],
    },
  ]);
});

it("keeps components without a block as HTML", async () => {
  const blocks = await fromMjml(
    page(`
      <mj-hero background-color="#2a3448"><mj-text>Hero {{df_name}}</mj-text></mj-hero>
      <mj-section><mj-column><mj-accordion><mj-accordion-element>
        <mj-accordion-title>Question</mj-accordion-title><mj-accordion-text>Answer</mj-accordion-text>
      </mj-accordion-element></mj-accordion></mj-column></mj-section>`),
  );
  expect(blocks.sections).toMatchObject([
    { columns: [{ blocks: [{ kind: "html", html: expect.stringContaining("Hero {{df_name}}") }] }] },
    { columns: [{ blocks: [{ kind: "html", html: expect.stringContaining("Answer") }] }] },
  ]);
  expect(Value.Check(Blocks, blocks)).toBe(true);
});

it("converts MJML with Twig around its sections as a whole", async () => {
  const section = "<mj-section><mj-column><mj-text>Secret</mj-text></mj-column></mj-section>";
  const blocks = await fromMjml(page(`<mj-raw>{% if vip %}</mj-raw>${section}<mj-raw>{% endif %}</mj-raw>`));
  expect(blocks.sections).toHaveLength(1);
  expect(blocks.sections).toMatchObject([
    {
      columns: [
        { blocks: [{ kind: "html", html: expect.stringMatching(/\{% if vip %\}[\s\S]*Secret[\s\S]*\{% endif %\}/) }] },
      ],
    },
  ]);
});

it("converts simple HTML to text, images and rules", async () => {
  const html = `<!doctype html><html><head><title>x</title></head><body><div>
    <h1>Hello {{df_name|default:'<b>'}}</h1><p>One</p>
    <p><a href="https://example.com"><img src="https://example.com/a.png" width="300" alt="A"></a></p>
    <hr>Two <b>three</b></div></body></html>`;
  expect(await toBlocks(sandbox, { html })).toEqual({
    settings: { backgroundColor: "#ffffff" },
    sections: [
      {
        kind: "section",
        columns: [
          {
            blocks: [
              { kind: "text", html: "<h1>Hello {{df_name|default:'<b>'}}</h1><p>One</p>" },
              { kind: "image", src: "https://example.com/a.png", width: 300, alt: "A", href: "https://example.com" },
              { kind: "divider" },
              { kind: "text", html: "Two <b>three</b>" },
            ],
          },
        ],
      },
    ],
  });
});

it("keeps other HTML in one block, with the styles of its head", async () => {
  const html = `<html><head><style>.a{color:red}</style></head><body class="a"><table><tr><td>{% if x %}1{% endif %}</td></tr></table></body></html>`;
  const body = "<style>.a{color:red}</style>\n<table><tr><td>{% if x %}1{% endif %}</td></tr></table>";
  expect((await toBlocks(sandbox, { html })).sections).toEqual([
    { kind: "section", padding: flat, columns: [{ blocks: [{ kind: "html", padding: flat, html: body }] }] },
  ]);
});

it.each([
  ["nothing", ""],
  ["nested boxes", "<div>".repeat(20_000)],
  ["nested links", "<a>".repeat(30_000)],
  ["styles that do not end", "<style>".repeat(14_000) + "<body>"],
  ["brackets", "<".repeat(100_000)],
])("survives %s", async (_what, html) => {
  const startedAt = performance.now();
  expect(Value.Check(Blocks, await toBlocks(sandbox, { html }))).toBe(true);
  expect(performance.now() - startedAt).toBeLessThan(20_000);
});
