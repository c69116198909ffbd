import { Parser } from "htmlparser2";
import { readFeed } from "../src/features/feeds/read-feed.ts";

const items = 100_000;
const description = "Popis výrobku s <b>tučným</b> textem &amp; odkazem. ".repeat(8);

const itemOf = (n: number): string =>
  `<SHOPITEM><ITEM_ID>P-${n}</ITEM_ID><PRODUCTNAME>Výrobek číslo ${n}</PRODUCTNAME><DESCRIPTION><![CDATA[${description}]]></DESCRIPTION>` +
  `<URL>https://shop.example.org/vyrobek-${n}</URL><IMGURL>https://cdn.example.org/${n}.jpg</IMGURL><PRICE_VAT>${n % 5000},90</PRICE_VAT>` +
  `<MANUFACTURER>Značka ${n % 50}</MANUFACTURER><CATEGORYTEXT>Obchod | Skupina ${n % 200}</CATEGORYTEXT><DELIVERY_DATE>0</DELIVERY_DATE></SHOPITEM>\n`;

/** The feed in pieces of about 64 KB, never as a whole. */
async function* feed(): AsyncGenerator<Buffer> {
  yield Buffer.from('<?xml version="1.0" encoding="utf-8"?><SHOP>');
  for (let n = 0; n < items; n += 100) {
    yield Buffer.from(Array.from({ length: Math.min(100, items - n) }, (_, index) => itemOf(n + index)).join(""));
  }
  yield Buffer.from("</SHOP>");
}

/** Reading a feed of 100 000 items, compared with the bare SAX pass over the same bytes. */
export async function benchFeeds(): Promise<object[]> {
  await bareSax();
  const sax = await bareSax();
  const before = process.memoryUsage.rss();
  let peak = before;
  const startedAt = performance.now();
  let read = 0;
  for await (const group of readFeed(feed(), { kind: "heureka", currency: "CZK", mapping: null }, "")) {
    read += group.length;
    peak = Math.max(peak, process.memoryUsage.rss());
  }
  const ms = performance.now() - startedAt;
  return [
    {
      bench: `a feed of ${items} items: reading, cleaning and checking`,
      target: "at most 3 times the bare SAX pass, at most 150 MB more",
      ratio: Number((ms / sax).toFixed(2)),
      items: read,
      ms: Math.round(ms),
      saxMs: Math.round(sax),
      growthMb: Math.round((peak - before) / 1e6),
    },
  ];
}

async function bareSax(): Promise<number> {
  const startedAt = performance.now();
  const decoder = new TextDecoder();
  const parser = new Parser({ ontext: () => undefined }, { xmlMode: true });
  for await (const chunk of feed()) parser.write(decoder.decode(chunk, { stream: true }));
  parser.end();
  return performance.now() - startedAt;
}
