import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { FeedError } from "./limits.ts";
import { parsePrice, plainText } from "./raw-item.ts";
import { readFeed, type FeedFormat } from "./read-feed.ts";
import type { FeedKind } from "./shapes.ts";

const fixture = (name: string) => readFileSync(new URL(`../../../tests/fixtures/feeds/${name}`, import.meta.url));

const toFormat = (kind: FeedKind): FeedFormat => ({ kind, currency: "CZK", mapping: null });

/** In pieces of an odd size, so that characters and tags are cut. */
async function* inPieces(bytes: Uint8Array, size = 777): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(bytes: Uint8Array | string, format: FeedFormat, contentType = "") {
  const items = [];
  const problems = [];
  const content = typeof bytes === "string" ? Buffer.from(bytes) : bytes;
  for await (const group of readFeed(inPieces(content), format, contentType)) {
    for (const one of group) {
      if ("content" in one) items.push(one.content);
      else if ("problem" in one) problems.push(`${one.problem.item} ${one.problem.code}`);
    }
  }
  return { items, problems };
}

const catchError = (bytes: Uint8Array | string, format: FeedFormat, contentType?: string) =>
  read(bytes, format, contentType).then(
    () => "ok",
    (error: unknown) => (error instanceof FeedError ? error.code : error),
  );

describe("formats", () => {
  it("reads Google Merchant with a byte order mark, HTML in CDATA, two currencies and broken items", async () => {
    const { items, problems } = await read(fixture("google.xml"), toFormat("google"));
    expect(items[0]).toEqual({
      key: "MED-1",
      name: "Květový med 500 g",
      description: "Sladký & voňavý z louky",
      url: "https://shop.example.org/med?id=1&v=2",
      imageUrl: "https://cdn.example.org/med.jpg",
      price: "199.50",
      oldPrice: "249.00",
      currency: "CZK",
      brand: "Včelí farma",
      category: "Potraviny > Med",
      available: true,
      publishedAt: null,
      author: null,
    });
    expect(items[1]).toMatchObject({
      key: "VOSK-2",
      imageUrl: null,
      price: "12.90",
      currency: "EUR",
      available: false,
      category: null,
    });
    expect(items[2]).toMatchObject({ key: "CENA", price: null, currency: "CZK" });
    expect(items).toHaveLength(3);
    expect(problems).toEqual(["#3 id", "MED-1 duplicate", "BAD-URL url"]);
  });

  it("reads Heureka in windows-1250 with a description of 50 000 characters", async () => {
    const { items } = await read(fixture("heureka-1250.xml"), toFormat("heureka"));
    expect(items).toMatchObject([
      {
        key: "H1",
        name: "Žluťoučký kůň",
        price: "1299.00",
        brand: "Říční",
        category: "Hračky > Dřevěné hračky",
        available: true,
      },
      { key: "H2", name: "Houpačka", price: "450.00", oldPrice: null, available: false, brand: null },
    ]);
    expect(items[0]?.description).toHaveLength(5000);
  });

  it("reads Zboží.cz in ISO-8859-2", async () => {
    const { items } = await read(fixture("zbozi-8859-2.xml"), toFormat("zbozi"));
    expect(items).toMatchObject([
      { key: "Z1", name: "Šálek", price: "99.90", oldPrice: "129.00", category: "Kuchyně > Hrnky", available: false },
    ]);
  });

  it("reads Shoptet: variants are one product, the cheapest in stock, and hidden products are left out", async () => {
    const { items, problems } = await read(fixture("shoptet.xml"), toFormat("shoptet"));
    expect(items).toMatchObject([
      {
        key: "TRI-S",
        name: "Tričko",
        description: "Bavlna",
        price: "350.00",
        oldPrice: "400.00",
        category: "Oblečení > Trička",
        imageUrl: "https://cdn.example.org/tricko.jpg",
        available: true,
      },
      { key: "PON-1", price: "59.50", available: false },
    ]);
    expect(problems).toEqual([]);
  });

  const heurekaItem = (id: string, price: string, more = "") =>
    `<SHOPITEM><ITEM_ID>${id}</ITEM_ID><PRODUCTNAME>${id}</PRODUCTNAME><URL>https://shop.example/${id}</URL>` +
    `<PRICE_VAT>${price}</PRICE_VAT>${more}</SHOPITEM>`;
  const shoptetItem = (code: string, price: string, currency: string) =>
    `<SHOPITEM><CODE>${code}</CODE><NAME>${code}</NAME><ORIG_URL>https://shop.example/${code}</ORIG_URL>` +
    `<PRICE_VAT>${price}</PRICE_VAT>${currency}</SHOPITEM>`;
  const euro = "<CURRENCY>EUR</CURRENCY>";
  const heurekaFeed = `<SHOP>${heurekaItem("A", "199,50")}${heurekaItem("B", "12,90", euro)}${heurekaItem("C", "8,50 €")}</SHOP>`;
  const shoptetFeed = `<SHOP>${shoptetItem("A", "199.50", "")}${shoptetItem("B", "12.90", euro)}${shoptetItem("C", "8.50 €", "")}</SHOP>`;
  const table = [
    "code;name;url;price;currency",
    "A;A;https://shop.example/A;199,50;",
    "B;B;https://shop.example/B;12,90;eur",
    "C;C;https://shop.example/C;8,50 €;",
  ].join("\n");
  const columns = { code: "code", name: "name", url: "url", price: "price", currency: "currency" };
  it.each<[FeedKind, string]>([
    ["heureka", heurekaFeed],
    ["zbozi", heurekaFeed],
    ["shoptet", shoptetFeed],
    ["csv", table],
  ])("reads two currencies in one feed of %s, by an element or by the price", async (kind, feed) => {
    const { items, problems } = await read(feed, { ...toFormat(kind), mapping: kind === "csv" ? columns : null });
    expect(items.map(({ key, price, currency }) => [key, price, currency])).toEqual([
      ["A", "199.50", "CZK"],
      ["B", "12.90", "EUR"],
      ["C", "8.50", "EUR"],
    ]);
    expect(problems).toEqual([]);
  });

  it("reads articles of RSS and Atom", async () => {
    const { items, problems } = await read(fixture("rss.xml"), toFormat("rss"));
    expect(items).toMatchObject([
      {
        key: "blog-1",
        name: "Jak na včely",
        description: "Začínáme — krok za krokem",
        imageUrl: "https://cdn.example.org/vcely.jpg",
        author: "Jana Nováková",
        publishedAt: "2026-03-02T07:00:00.000Z",
        currency: null,
      },
      { key: "https://blog.example.org/druhy", imageUrl: "https://cdn.example.org/druhy.png", publishedAt: null },
    ]);
    expect(problems).toEqual(["https://blog.example.org/bez-titulku name"]);
    expect((await read(fixture("atom.xml"), toFormat("rss"))).items).toMatchObject([
      {
        key: "urn:1",
        name: "Atom & spol.",
        url: "https://blog.example.org/atom",
        description: "Obsah",
        author: "Petr",
        publishedAt: "2026-03-05T10:00:00.000Z",
      },
    ]);
  });

  it("reads CSV by a mapping", async () => {
    const mapping = { code: "kód", name: "Název", url: "Odkaz", price: "Cena", available: "Sklad" };
    const format: FeedFormat = { kind: "csv", currency: "CZK", mapping };
    const { items, problems } = await read(fixture("products.csv"), format, "text/csv; charset=windows-1250");
    expect(items).toMatchObject([
      { key: "C1", name: "Džbán; velký", price: "1299.90", available: true },
      { key: "C2", name: "Miska", price: "59.00", available: false },
    ]);
    expect(problems).toEqual(["#3 id"]);
    expect(await catchError("a;b\n1;2\n", format)).toBe("kind");
  });

  it("unpacks gzip by its content", async () => {
    const { items } = await read(gzipSync(fixture("google.xml")), toFormat("google"));
    expect(items).toHaveLength(3);
    const broken = gzipSync(fixture("google.xml")).subarray(0, 300);
    expect(await catchError(broken, toFormat("google"))).toBe("encoding");
  });
});

describe("sins of every XML format", () => {
  const wrap = {
    shop: (inside: string) => `<SHOP>${inside}</SHOP>`,
    rss: (inside: string) => `<rss><channel>${inside}</channel></rss>`,
  };
  const long = "Dlouhý popis. ".repeat(4000);
  const formats: [FeedKind, (id: string, name: string, body: string) => string, keyof typeof wrap][] = [
    [
      "google",
      (id, name, body) =>
        `<item><g:id>${id}</g:id><g:title>${name}</g:title><g:link>https://x.org/1</g:link><g:description>${body}</g:description></item>`,
      "rss",
    ],
    [
      "heureka",
      (id, name, body) =>
        `<SHOPITEM><ITEM_ID>${id}</ITEM_ID><PRODUCTNAME>${name}</PRODUCTNAME><URL>https://x.org/1</URL><DESCRIPTION>${body}</DESCRIPTION></SHOPITEM>`,
      "shop",
    ],
    [
      "zbozi",
      (id, name, body) =>
        `<SHOPITEM><ITEM_ID>${id}</ITEM_ID><PRODUCTNAME>${name}</PRODUCTNAME><URL>https://x.org/1</URL><DESCRIPTION>${body}</DESCRIPTION></SHOPITEM>`,
      "shop",
    ],
    [
      "shoptet",
      (id, name, body) =>
        `<SHOPITEM><CODE>${id}</CODE><NAME>${name}</NAME><ORIG_URL>https://x.org/1</ORIG_URL><DESCRIPTION>${body}</DESCRIPTION></SHOPITEM>`,
      "shop",
    ],
    [
      "rss",
      (id, name, body) =>
        `<item><guid>${id}</guid><title>${name}</title><link>${id === "" ? "" : "https://x.org/1"}</link><description>${body}</description></item>`,
      "rss",
    ],
  ];

  it.each(formats)("%s", async (kind, item, frame) => {
    const html =
      '<![CDATA[<p class="a">Sladký &amp; <a title="x > y" href="#">voňavý</a> &copy;</p><script>alert(1)</script>]]>';
    const inside = item("A", "Žluťoučký", html) + item("", "Bez kódu", "") + item("B", "Dlouhé", long);
    const text = wrap[frame](inside);
    const expected = {
      items: [
        { key: "A", name: "Žluťoučký", description: "Sladký & voňavý ©" },
        { key: "B", description: expect.stringMatching(/^Dlouhý popis\. /) },
      ],
      problems: ["#2 id"],
    };
    // The byte order mark is right and the declaration wrong.
    const marked = `\ufeff<?xml version="1.0" encoding="windows-1250"?>${text}`;
    const found = await read(marked, toFormat(kind));
    expect(found).toMatchObject(expected);
    expect(found.items[1]?.description.length).toBeLessThanOrEqual(5000);
    // Content-Type is right and the declaration wrong.
    const declared = iconv.encode(
      `<?xml version="1.0" encoding="utf-8"?>${text.replace("&copy;", "&#169;")}`,
      "windows-1250",
    );
    expect(await read(declared, toFormat(kind), "text/xml; charset=windows-1250")).toMatchObject(expected);
    expect(await catchError(declared, toFormat(kind))).toBe("encoding");
  });
});

describe("refused documents", () => {
  const shop = (inside: string) => `<?xml version="1.0"?>${inside}`;
  it.each([
    ["mismatched at the end", shop(`<SHOP>${"<SHOPITEM></SHOPITEM>".repeat(5000)}<SHOPITEM></ITEM></SHOP>`), "xml"],
    ["text behind the root", shop("<SHOP><SHOPITEM></SHOPITEM></SHOP> and more"), "xml"],
    ["an unknown entity", shop("<SHOP><SHOPITEM><A>a&nbsp;b</A></SHOPITEM></SHOP>"), "xml"],
    ["cut off", fixture("heureka-1250.xml").subarray(0, -10), "xml"],
    ["empty", "", "xml"],
    ["entities", shop('<!DOCTYPE x [<!ENTITY a "b">]><SHOP></SHOP>'), "xml"],
    ["an outside document type", shop('<!DOCTYPE SHOP SYSTEM "https://example.org/x.dtd"><SHOP></SHOP>'), "xml"],
    ["too deep", shop(`<SHOP><SHOPITEM>${"<a>".repeat(100)}`), "xml"],
    ["another kind", fixture("rss.xml"), "kind"],
    ["a page", "<html><body>Not found</body></html>", "kind"],
    ["an unknown charset", '<?xml version="1.0" encoding="x-none"?><SHOP></SHOP>', "encoding"],
    ["a wrong charset", Buffer.from("<SHOP><SHOPITEM>\xe8\xe9</SHOPITEM></SHOP>", "latin1"), "encoding"],
  ])("%s", async (_, bytes, code) => {
    expect(await catchError(bytes, toFormat("heureka"))).toBe(code);
  });

  it("ends at 100 MB unpacked", async () => {
    const bomb = gzipSync(Buffer.alloc(101 * 1024 * 1024, 32));
    expect(await catchError(bomb, toFormat("heureka"))).toBe("size");
  }, 60_000);
});

it.each([
  ["<p>a</p>b", "a b"],
  ['<p class="x" data-a="1">a &amp; b</p><br/>c', "a & b c"],
  ["a &lt;b&gt; &quot;c&quot;&nbsp;d &#39;e&#39;", "a <b> \"c\" d 'e'"],
  ["&amp;lt;", "&lt;"],
  ["a & b", "a & b"],
  ["1 < 2 &mdash; x", "1 < 2 — x"],
  ["<style>p{}</style>a<!-- b -->c", "ac"],
  ['<p title="a > b">x</p>', "x"],
  ["  a\n\n b\u0007c ", "a b c"],
  [`${"x".repeat(49)}😀`, "x".repeat(49)],
])("reads the text of %j", (markup, text) => expect(plainText(markup, 50)).toBe(text));

it.each([
  ["1 299,00 Kč", "1299.00 CZK"],
  ["1299.00 CZK", "1299.00 CZK"],
  ["1,299.50 USD", "1299.50 USD"],
  ["1.299,90", "1299.90"],
  ["1,299", "1299.00"],
  ["EUR 12.9", "12.90 EUR"],
  ["€ 5", "5.00 EUR"],
  ["249,-", "249.00"],
  ["249,- Kč", "249.00 CZK"],
  ["0", "0.00"],
  ["-5", undefined],
  ["dohodou", undefined],
  [`1${".".repeat(60)}1`, undefined],
  ["", undefined],
])("reads the price %j", (text, expected) => {
  const price = parsePrice(text);
  const written = price && [price.amount, price.currency].filter((part) => part !== undefined).join(" ");
  expect(written).toBe(expected);
});
