import { findTags } from "./tag-syntax.ts";
import { tagsIn } from "./issues.ts";
import type { MergeBlock, MergeBlocks } from "./values.ts";

/** `products['12.newest.3']` and `articles["3.2"]` inside a Twig construct. */
const twigUse = /\b(products|articles)\s*\[\s*(?:'([\w.-]{1,450})'|"([\w.-]{1,450})")\s*\]/g;

/** The tags of products and articles that the parts of an e-mail use, also those written as Twig variables. */
export function blockTagsIn(parts: readonly (string | null | undefined)[]): string[] {
  const texts = parts.filter((text): text is string => typeof text === "string" && /products|articles/i.test(text));
  return [...new Set(texts.flatMap((text) => [...tagsIn(text).filter(isBlockTag), ...twigTags(text)]))];
}

/** `.required` at the end of a key: a recipient for whom nothing is found gets no e-mail. */
export const requiredSuffix = /\.required$/;

export const requiredTagsIn = (parts: Parameters<typeof blockTagsIn>[0]): string[] =>
  blockTagsIn(parts).filter((tag) => requiredSuffix.test(tag));

const isBlockTag = (tag: string): boolean => /^(?:products|articles):/.test(tag);

const twigTags = (text: string): string[] =>
  findTags(text).flatMap((mark) =>
    mark.kind === "twig"
      ? [...mark.source.matchAll(twigUse)].map(([, family, single, double]) => `${family}:${single ?? double}`)
      : [],
  );

/** The items of blocks as variables of Twig: `products` and `articles` by the key of their tag. */
export function blockVariables(blocks: MergeBlocks) {
  const toItems = (family: string): Record<string, MergeBlock["items"]> =>
    Object.fromEntries(
      Object.entries(blocks).flatMap(([tag, { items }]) =>
        tag.startsWith(family) ? [[tag.slice(family.length), items]] : [],
      ),
    );
  return { products: toItems("products:"), articles: toItems("articles:") };
}
