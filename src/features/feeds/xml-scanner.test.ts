import { describe, expect, it } from "vitest";
import { FeedError } from "./limits.ts";
import { XmlScanner } from "./xml-scanner.ts";

/** The events of a document that comes in pieces of this many characters; "xml" when it is refused. */
function read(text: string, pieceLength: number): string {
  const events: string[] = [];
  let characters = "";
  const flush = () => {
    if (characters !== "") events.push(JSON.stringify(characters));
    characters = "";
  };
  const scanner = new XmlScanner({
    open: (name, attributes) => {
      flush();
      events.push(attributes === undefined ? `<${name}` : `<${name} ${JSON.stringify(attributes)}`);
    },
    text: (part) => {
      characters += part;
    },
    close: () => {
      flush();
      events.push(">");
    },
  });
  try {
    for (let at = 0; at < text.length; at += pieceLength) scanner.write(text.slice(at, at + pieceLength));
    scanner.end();
  } catch (error) {
    if (error instanceof FeedError) return error.code;
    throw error;
  }
  return events.join(" ");
}

/** Whatever the pieces are. */
function readAnyhow(text: string): string {
  const found = new Set([1, 2, 3, 5, 7, text.length].map((length) => read(text, Math.max(1, length))));
  expect(found.size).toBe(1);
  return [...found].join("");
}

describe("a well-formed document", () => {
  it.each([
    ["<a/>", "<a >"],
    ['<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<a></a>\n', "<a >"],
    ["<!DOCTYPE a><!-- - x --><a>x</a><!-- after --><?p i?>", '<a "x" >'],
    ["<a>1 &lt; 2 &amp;&#x20AC;&#8364;&apos;</a>", `<a "1 < 2 &€€'" >`],
    ["<a><![CDATA[<b>&amp;]] > ]]]]><![CDATA[>]]></a>", '<a "<b>&amp;]] > ]]>" >'],
    [`<a b="1 > 0" c='"&quot;'\n d = "é"/>`, `<a ${JSON.stringify({ b: "1 > 0", c: '""', d: "é" })} >`],
    ["<g:ř><x.y-1 /></g:ř  >", "<g:ř <x.y-1 > >"],
  ])("%s", (text, events) => expect(readAnyhow(text)).toBe(events));

  it("may have texts and comments of any length", () => {
    const long = "ab]&amp;".repeat(50_000);
    expect(read(`<a>${long}<!--${long}--><![CDATA[${long}]]></a>`, 10_000).length).toBeGreaterThan(600_000);
  });
});

describe("refused is", () => {
  it.each([
    "",
    " ",
    "text",
    "<a>",
    "<a",
    "<a></b>",
    "<a></A>",
    "<a><b></a></b>",
    "</a>",
    "<a></a>text",
    "text<a></a>",
    "<a></a><b></b>",
    "<a></a></a>",
    "<a>&</a>",
    "<a>x & y</a>",
    "<a>&nbsp;</a>",
    "<a>&amp</a>",
    "<a>&#0;</a>",
    "<a>&#xD800;</a>",
    "<a>&#x110000;</a>",
    "<a>\u0007</a>",
    "<a>\u0000</a>",
    "<a>1 < 2</a>",
    "<a>]]></a>",
    "<a b=1></a>",
    "<a b></a>",
    '<a b="1" b="2"></a>',
    '<a b="1"c="2"></a>',
    '<a b="<"></a>',
    '<a b="&x;"></a>',
    '<a b="1></a>',
    "<1a></1a>",
    "< a></a>",
    "<a/ >",
    "<a><!-- a -- b --></a>",
    "<a><!-- a --->x</a>",
    "<a><!-- a</a>",
    "<a><![CDATA[ x</a>",
    "<![CDATA[x]]><a/>",
    '<a/><?xml version="1.0"?>',
    '\n<?xml version="1.0"?><a/>',
    "<?xml?><a/>",
    '<a><?xml version="1.0"?></a>',
    "<a><? x?></a>",
    "<a/><!DOCTYPE a>",
    "<!DOCTYPE a><!DOCTYPE a><a/>",
    '<!DOCTYPE a [<!ENTITY b "c">]><a/>',
    '<!DOCTYPE a SYSTEM "https://example.org/x.dtd"><a/>',
  ])("%j", (text) => expect(readAnyhow(text)).toBe("xml"));

  it("a tag that does not end", () => expect(read(`<a ${"x".repeat(300_000)}`, 10_000)).toBe("xml"));
});
