import type { TenantDb } from "../../db/tenant.ts";
import { blockTagsIn, requiredSuffix } from "../../mail/render/block-tags.ts";
import { splitCards, type ProductCards } from "../../mail/render/product-cards.ts";
import type { MergeBlock, MergeBlocks } from "../../mail/render/values.ts";
import { renderArticles, renderProducts, type ItemLink } from "./block-html.ts";
import { listShownItems, type FeedItemRecord, type ShownItems } from "./items.queries.ts";
import { listCategoryItems, listLastCategories } from "./last-category.queries.ts";

const defaultCount = 4;
const maxCount = 12;

/**
 * `products:12`, `products:12.6`, `products:12.newest.6`, `products:12.cheapest.6.category-slug`, `products:12.ids.5-9-7`,
 * `products:12.last-category.6`, each of them with a look (`writeCards`), then `.required` at the end.
 */
const tagPattern =
  /^(products|articles):([1-9]\d{0,15})(?:\.(newest|cheapest))?(?:\.(\d{1,3}))?(?:\.([a-z0-9-]{1,150}))?$/;
const chosenPattern = /^(products|articles):([1-9]\d{0,15})\.ids\.([1-9]\d{0,15}(?:-[1-9]\d{0,15}){0,11})$/;
const lastCategoryPattern = /^products:([1-9]\d{0,15})\.last-category(?:\.(\d{1,3}))?$/;

type BlockTag = {
  readonly isArticle: boolean;
  readonly shown: ShownItems;
  readonly cards?: ProductCards;
  /** The contact's last category comes first; `shown` is for contacts without one. */
  readonly isByLastCategory?: true;
};

/** Undefined for a tag that is none of these forms: it shows nothing. */
export function parseBlockTag(written: string): BlockTag | undefined {
  const { key, cards } = splitCards(written.replace(requiredSuffix, ""));
  const parsed = parseChosen(key) ?? parseLastCategory(key) ?? parseOrdered(key);
  return parsed && cards ? { ...parsed, cards } : parsed;
}

function parseChosen(tag: string): BlockTag | undefined {
  const [, family, feedId, chosen] = chosenPattern.exec(tag) ?? [];
  if (feedId === undefined || chosen === undefined) return undefined;
  const ids = chosen.split("-");
  return { isArticle: family === "articles", shown: { feedId, order: "ids", ids, limit: ids.length } };
}

function parseLastCategory(tag: string): BlockTag | undefined {
  const [, feedId, count] = lastCategoryPattern.exec(tag) ?? [];
  if (feedId === undefined) return undefined;
  return { isArticle: false, shown: { feedId, order: "feed", limit: parseLimit(count) }, isByLastCategory: true };
}

function parseOrdered(tag: string): BlockTag | undefined {
  const [, family, feedId, written, count, category] = tagPattern.exec(tag) ?? [];
  if (feedId === undefined) return undefined;
  const order = written === "newest" || written === "cheapest" ? written : "feed";
  return { isArticle: family === "articles", shown: { feedId, order, limit: parseLimit(count), category } };
}

const parseLimit = (count: string | undefined): number =>
  Math.min(maxCount, Math.max(1, Number(count ?? defaultCount)));

type Parts = readonly (string | null | undefined)[];

/** Decides where the links to items lead, for many items at once. */
export type BlockLinks = (db: TenantDb, urls: readonly string[]) => Promise<ItemLink>;

export type BlockOptions = {
  readonly language: string;
  /** Sales with a period depend on the time. */
  readonly now: () => Date;
  /** Links lead to the items themselves unless others are given. */
  readonly links?: BlockLinks;
};

const toItem: BlockLinks = async () => (url) => url;

/** The products and articles that the parts of an e-mail name, as the feeds have them now, for any contact. */
export async function findFeedBlocks(db: TenantDb, parts: Parts, options: BlockOptions): Promise<MergeBlocks> {
  const { language, now, links = toItem } = options;
  const found: { tag: string; parsed: BlockTag; items: readonly FeedItemRecord[] }[] = [];
  for (const tag of blockTagsIn(parts)) {
    const parsed = parseBlockTag(tag);
    if (parsed === undefined) continue;
    const items = await listShownItems(db, parsed, now());
    if (items.length > 0) found.push({ tag, parsed, items });
  }
  if (found.length === 0) return {};
  const look = { language, linkTo: await links(db, urlsOf(found.flatMap(({ items }) => items))) };
  return Object.fromEntries(
    found.map(({ tag, parsed: { isArticle, cards }, items }) => [
      tag,
      isArticle ? renderArticles(items, look) : renderProducts(items, { ...look, cards }),
    ]),
  );
}

const urlsOf = (items: readonly FeedItemRecord[]): string[] => [...new Set(items.map(({ url }) => url))];

/** Blocks that differ by contact; a contact that is left out sees those of `findFeedBlocks`. */
export type PersonalBlocks = (db: TenantDb, contactIds: readonly string[]) => Promise<ReadonlyMap<string, MergeBlocks>>;

/**
 * Products by the contact's last category; undefined when the parts use none. What was rendered for a category is kept as long
 * as the function.
 */
export function personalFeedBlocks(parts: Parts, options: BlockOptions): PersonalBlocks | undefined {
  const { language, now, links = toItem } = options;
  const tags = blockTagsIn(parts).flatMap((tag) => {
    const parsed = parseBlockTag(tag);
    return parsed?.isByLastCategory === true
      ? [{ tag, ...parsed.shown, cards: parsed.cards, rendered: new Map<string, MergeBlock | undefined>() }]
      : [];
  });
  if (tags.length === 0) return undefined;
  return async (db, contactIds) => {
    const found = new Map<string, Record<string, MergeBlock>>();
    for (const { tag, feedId, limit, cards, rendered } of tags) {
      const categories = await listLastCategories(db, feedId, contactIds);
      const missing = new Set(categories.map(({ category }) => category).filter((category) => !rendered.has(category)));
      if (missing.size > 0) {
        const items = await listCategoryItems(db, feedId, { categories: [...missing], limit, at: now() });
        const look = { language, cards, linkTo: await links(db, urlsOf(items)) };
        for (const category of missing) {
          const own = items.filter(({ categoryKey }) => categoryKey === category);
          rendered.set(category, own.length === 0 ? undefined : renderProducts(own, look));
        }
      }
      for (const { contactId, category } of categories) {
        const block = rendered.get(category);
        if (block !== undefined) found.set(contactId, { ...found.get(contactId), [tag]: block });
      }
    }
    return found;
  };
}
