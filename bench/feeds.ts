import { Parser } from "htmlparser2";
import { openPool } from "../src/db/tenant.ts";
import { refreshFrom } from "../src/features/feeds/refresh.ts";
import { startRefresh } from "../src/features/feeds/refresh.queries.ts";
import { median } from "./support/compare.ts";
import { withEnvironment } from "./support/environment.ts";

const items = Number(process.env["BENCH_ITEMS"] ?? 100_000);
const description = "Popis výrobku s <b>tučným</b> textem &amp; odkazem. ".repeat(4);
const rounds = 3;

const toItem = (n: number): string =>
  `<SHOPITEM><ITEM_ID>VYROBEK-${1_000_000 + n}</ITEM_ID><PRODUCTNAME>Výrobek číslo ${n}</PRODUCTNAME><DESCRIPTION><![CDATA[${description}]]></DESCRIPTION>` +
  `<URL>https://shop.example.org/vyrobek-${n}</URL><IMGURL>https://cdn.example.org/${n}.jpg</IMGURL><PRICE_VAT>${n % 5000},90</PRICE_VAT>` +
  `<MANUFACTURER>Značka ${n % 50}</MANUFACTURER><CATEGORYTEXT>Obchod | Skupina ${n % 200}</CATEGORYTEXT><DELIVERY_DATE>0</DELIVERY_DATE></SHOPITEM>\n`;

/** The feed in pieces of about 60 KB, never as a whole. */
async function* feed(): AsyncGenerator<Buffer> {
  yield Buffer.from('<?xml version="1.0" encoding="utf-8"?><SHOP>');
  for (let n = 0; n < items; n += 100) {
    yield Buffer.from(Array.from({ length: Math.min(100, items - n) }, (_, index) => toItem(n + index)).join(""));
  }
  yield Buffer.from("</SHOP>");
}

/** Refreshing a feed of 50 MB that has not changed, compared with the bare SAX pass over the same bytes. */
export async function benchFeeds(): Promise<object[]> {
  return withEnvironment(async ({ url, sql, company: { tenantId, shopId } }) => {
    const database = openPool(url, 2);
    try {
      const db = database.forTenant(tenantId);
      const [row] = await sql<{ id: string }[]>`
        insert into feed (tenant_id, name, shop_id, kind, refresh_minutes, currency, created_at)
        values (${tenantId}, 'Bench', ${shopId}, 'heureka', 0, 'CZK', now()) returning id`;
      const refresh = async () => {
        const started = await startRefresh(db, row?.id ?? "");
        if (started === undefined) throw new Error("expected a feed that is due");
        const validators = { etag: null, lastModified: null };
        const source = { content: feed(), contentType: "", validators, source: "url" } as const;
        await refreshFrom({ db, clock: { now: () => new Date() } }, started, source);
      };
      const newest = async () => {
        const [version] = await sql<{ xmin: string }[]>`select max(xmin::text::bigint) as xmin from feed_item`;
        return version?.xmin;
      };
      const storedMs = await timed(refresh);
      const before = { version: await newest(), rss: process.memoryUsage.rss() };
      let peak = before.rss;
      const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 10);
      await timed(bareSax);
      const ratios: { ratio: number; ms: number; saxMs: number }[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const saxBefore = await timed(bareSax);
        const ms = await timed(refresh);
        const saxMs = (saxBefore + (await timed(bareSax))) / 2;
        ratios.push({ ratio: ms / saxMs, ms, saxMs });
      }
      clearInterval(watch);
      return [
        {
          bench: `a feed of ${items} items: reading and comparing without a change`,
          target: "at most 3 times the bare SAX pass, no row written, at most 150 MB more",
          ratio: Number(median(ratios.map(({ ratio }) => ratio)).toFixed(2)),
          ms: Math.round(median(ratios.map(({ ms }) => ms))),
          saxMs: Math.round(median(ratios.map(({ saxMs }) => saxMs))),
          hasWritten: (await newest()) !== before.version,
          growthMb: Math.round((peak - before.rss) / 1e6),
          firstMs: Math.round(storedMs),
        },
      ];
    } finally {
      await database.close();
    }
  });
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
}

async function bareSax(): Promise<void> {
  const decoder = new TextDecoder();
  const parser = new Parser({ ontext: () => undefined }, { xmlMode: true });
  for await (const chunk of feed()) parser.write(decoder.decode(chunk, { stream: true }));
  parser.end();
}
