import type { TenantDb } from "../../db/tenant.ts";
import { tagsIn } from "../../mail/render/issues.ts";
import type { MergeBlock } from "../../mail/render/values.ts";
import { renderArticles, renderProducts } from "./block-html.ts";
import { listShownItems, type ShownItems } from "./items.queries.ts";

const defaultCount = 4;
const maxCount = 12;

/** `products:12`, `products:12.6`, `products:12.newest.6`, `products:12.cheapest.6.category-slug`, `products:12.ids.5-9-7`. */
const tagPattern =
  /^(products|articles):([1-9]\d{0,15})(?:\.(newest|cheapest))?(?:\.(\d{1,3}))?(?:\.([a-z0-9-]{1,80}))?$/;
const chosenPattern = /^(products|articles):([1-9]\d{0,15})\.ids\.([1-9]\d{0,15}(?:-[1-9]\d{0,15}){0,11})$/;

type BlockTag = { readonly isArticle: boolean; readonly shown: ShownItems };

/** Undefined for a tag that is none of these forms: it shows nothing. */
export function parseBlockTag(tag: string): BlockTag | undefined {
  const [, family, feedId, chosen] = chosenPattern.exec(tag) ?? [];
  if (feedId !== undefined && chosen !== undefined) {
    const ids = chosen.split("-");
    return { isArticle: family === "articles", shown: { feedId, order: "ids", ids, limit: ids.length } };
  }
  const [, kind, id, order, count, category] = tagPattern.exec(tag) ?? [];
  if (id === undefined) return undefined;
  const limit = Math.min(maxCount, Math.max(1, Number(count ?? defaultCount)));
  const shown = {
    feedId: id,
    order: order === "newest" || order === "cheapest" ? order : "feed",
    limit,
    category,
  } as const;
  return { isArticle: kind === "articles", shown };
}

/** The products and articles that the parts of an e-mail name, as the feeds have them now. */
export async function findFeedBlocks(
  db: TenantDb,
  parts: readonly (string | null | undefined)[],
  language: string,
): Promise<Record<string, MergeBlock>> {
  const tags = new Set(parts.flatMap((part) => (part ? tagsIn(part) : [])));
  const blocks: Record<string, MergeBlock> = {};
  for (const tag of tags) {
    const parsed = parseBlockTag(tag);
    if (parsed === undefined) continue;
    const items = await listShownItems(db, parsed.isArticle, parsed.shown);
    if (items.length > 0) blocks[tag] = parsed.isArticle ? renderArticles(items) : renderProducts(items, language);
  }
  return blocks;
}
