import type { TenantDb } from "../db/tenant.ts";
import type { Letter } from "../features/content/brand/branded-email.ts";
import { assignCodes } from "../features/coupons/assignment.queries.ts";
import { insertCodes } from "../features/coupons/codes.queries.ts";
import { insertStack } from "../features/coupons/queries.ts";
import { insertFeed } from "../features/feeds/queries.ts";
import { refreshFrom } from "../features/feeds/refresh.ts";
import { startRefresh } from "../features/feeds/refresh.queries.ts";
import { html, toHtmlString } from "../kernel/html.ts";
import type { Calendar } from "./calendar.ts";
import type { CompileEmail } from "./emails.ts";
import { writeTemplate } from "./templates.ts";
import { czechShop } from "./words/company.ts";
import { commerceWords } from "./words/commerce.ts";
import { categories, products } from "./words/products.ts";

const codeCount = 500;
const assignedCount = 40;
const feedDaysAgo = 60;

type CommercePlace = {
  readonly shopId: string;
  readonly contactIds: readonly string[];
  readonly compile: CompileEmail;
};

/** A stack of coupon codes, some of them assigned, a feed with the products of the shop, and a template that uses both. */
export async function writeCommerce(
  db: TenantDb,
  calendar: Calendar,
  { shopId, contactIds, compile }: CommercePlace,
): Promise<void> {
  const at = calendar.at(feedDaysAgo, 10 * 60);
  const { stack, feed, email } = commerceWords;
  const stackId = await insertStack(db, { ...stack, shopId, createdAt: at });
  if (stackId === undefined) throw new Error("the demo coupon stack was not written");
  const codes = Array.from({ length: codeCount }, (_, n) => `VCELA-${(1009 + n * 7919) % 100_000}`);
  await insertCodes(db, stackId, codes);
  await assignCodes(db, stackId, { contactIds: contactIds.slice(0, assignedCount), at });
  const feedId = await insertFeed(db, {
    ...feed,
    shopId,
    kind: "heureka",
    url: null,
    refreshMinutes: 0,
    currency: czechShop.currency,
    mapping: null,
    nextRefreshAt: null,
    createdAt: at,
  });
  await fillFeed(db, feedId, at);
  const { name, subject, preheader, code } = email;
  const blocks: Letter["blocks"] = [
    { kind: "coupon", mergeKey: stack.mergeKey, label: code },
    { kind: "products", feedId, count: 3, order: "last_category" },
  ];
  const compiled = await compile({ ...email, blocks });
  await writeTemplate(db, { name, subject, preheader, email: compiled, shopId, at });
}

/** Through the reader of feeds, as if the shop had uploaded the file. */
async function fillFeed(db: TenantDb, feedId: string, at: Date): Promise<void> {
  const started = await startRefresh(db, feedId);
  if (started === undefined) throw new Error("the demo feed was not written");
  const validators = { etag: null, lastModified: null };
  const source = { content: feedContent(), contentType: "", validators, source: "upload" } as const;
  await refreshFrom({ db, clock: { now: () => at } }, started, source);
}

async function* feedContent(): AsyncGenerator<Uint8Array> {
  const items = products.map(
    ({ code, cs: name, category, brand, price }) =>
      html`<SHOPITEM>
        <ITEM_ID>${code}</ITEM_ID><PRODUCTNAME>${name}</PRODUCTNAME>
        <URL>${`${czechShop.url}/${code.toLowerCase()}`}</URL>
        <PRICE_VAT>${(price.cs / 100).toFixed(2)}</PRICE_VAT>
        <MANUFACTURER>${brand}</MANUFACTURER><CATEGORYTEXT>${categories[category].cs}</CATEGORYTEXT>
      </SHOPITEM>`,
  );
  yield Buffer.from(toHtmlString(html`<SHOP>${items}</SHOP>`));
}
