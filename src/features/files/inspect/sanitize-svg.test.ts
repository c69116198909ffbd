import { expect, it } from "vitest";
import { sanitizeSvg } from "./sanitize-svg.ts";

const wrap = (content: string, attributes = "") =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${content}</svg>`;

const clean = (text: string) => sanitizeSvg(Buffer.from(text)).toString();

const head = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';

it("rewrites an SVG without editor metadata", () => {
  const drawing = wrap(
    `<?xml-stylesheet href="x.css"?><!-- by hand --><metadata><rdf:RDF>x</rdf:RDF></metadata>
    <sodipodi:namedview pagecolor="#fff"><g/></sodipodi:namedview>
    <defs><linearGradient id="a"><stop offset="0" stop-color="red"/></linearGradient></defs>
    <style><![CDATA[.b > path { fill: url(#a) }]]></style>
    <g class="b" inkscape:label="Layer 1" data-name="x"><path d="M0 0h1" fill="url('#a')"/><use href="#c"/></g>
    <text>A &amp; B</text><image href="data:image/png;base64,aGVsbG8="/>`,
    'viewBox="0 0 1 1"',
  );
  expect(clean(drawing).replace(/>\s+</g, "><")).toBe(
    `${head} viewBox="0 0 1 1"><defs><linearGradient id="a"><stop offset="0" stop-color="red"></stop></linearGradient></defs>` +
      "<style>.b &gt; path { fill: url(#a) }</style>" +
      `<g class="b"><path d="M0 0h1" fill="url('#a')"></path><use xlink:href="#c"></use></g>` +
      '<text>A &amp; B</text><image xlink:href="data:image/png;base64,aGVsbG8="></image></svg>',
  );
});

it("escapes attributes and texts", () => {
  expect(clean(wrap("", `id='"><script>alert(1)</script>'`))).toBe(
    `${head} id="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"></svg>`,
  );
});

it.each([
  ["a script", wrap("<script>alert(1)</script>")],
  ["a script of another name space", wrap('<x:script xmlns:x="http://www.w3.org/2000/svg">1</x:script>')],
  ["a script inside what is left out", wrap("<metadata><script>1</script></metadata>")],
  ["an event handler", wrap('<rect onclick="alert(1)"/>')],
  ["an event handler of the drawing", wrap("", 'onload="alert(1)"')],
  ["an event handler in capitals", wrap('<rect OnMouseOver="1"/>')],
  ["a document inside", wrap("<foreignObject><body/></foreignObject>")],
  ["a frame", wrap('<iframe src="https://example.com"/>')],
  ["a link", wrap('<a href="javascript:alert(1)"><rect/></a>')],
  ["a script in a reference", wrap('<use xlink:href="java&#x0A;script:alert(1)"/>')],
  ["a picture from elsewhere", wrap('<image href="https://example.com/a.png"/>')],
  ["a drawing in a picture", wrap('<image href="data:image/svg+xml;base64,PHN2Zy8+"/>')],
  ["a reference to elsewhere", wrap('<use href="https://example.com/a.svg#b"/>')],
  ["a colour from elsewhere", wrap('<rect fill="url(https://example.com/#a)"/>')],
  ["an animation that changes a link", wrap('<set attributeName="href" to="javascript:1"/>')],
  ["a style from elsewhere", wrap("<style>@import url(https://example.com)</style>")],
  ["a hidden import", wrap("<style>@imp&#111;rt 'x'</style>")],
  ["an escaped import", wrap(String.raw`<style>@\69mport 'x'</style>`)],
  ["a picture in a style", wrap('<rect style="background:url(//example.com/a)"/>')],
  ["an entity", `<!DOCTYPE svg [<!ENTITY a "b">]>${wrap("&a;")}`],
  ["an element that nobody knows", wrap("<blink/>")],
  ["another document", "<html><svg/></html>"],
])("rejects %s", (_what, text) => {
  expect(() => clean(text)).toThrow(expect.objectContaining({ message: "file", params: { reason: "active" } }));
});

it.each([
  ["too deep", wrap("<g>".repeat(200))],
  ["too many parts", wrap("<g/>".repeat(60_000))],
  ["no drawing", "   "],
])("rejects %s", (_what, text) => {
  expect(() => clean(text)).toThrow(expect.objectContaining({ message: "file", params: { reason: "broken" } }));
});
