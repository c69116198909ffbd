import { findTags } from "./tag-syntax.ts";
import { tagsIn } from "./issues.ts";

const tagPrefix = "coupon:";

/** `coupons.leto`, `coupons['leto']` and `coupons["leto"]` inside a Twig construct. */
const twigUse = /\bcoupons\s*(?:\.\s*(\w{1,100})|\[\s*(?:'([\w.-]{1,100})'|"([\w.-]{1,100})")\s*\])/g;

/** The merge keys of the coupon stacks that the parts of an e-mail use, by tags and in Twig. */
export function couponKeysIn(parts: readonly (string | null | undefined)[]): string[] {
  const texts = parts.filter((text): text is string => typeof text === "string" && text.includes("coupon"));
  return [...new Set(texts.flatMap((text) => [...tagKeys(text), ...twigKeys(text)]))];
}

const tagKeys = (text: string): string[] =>
  tagsIn(text).flatMap((name) => (name.startsWith(tagPrefix) ? [name.slice(tagPrefix.length)] : []));

const twigKeys = (text: string): string[] =>
  findTags(text).flatMap((mark) =>
    mark.kind === "twig"
      ? [...mark.source.matchAll(twigUse)].map(([, name, single, double]) => name ?? single ?? double ?? "")
      : [],
  );

/** Previews and tests show this code and take none of a stack. */
export const sampleCoupons = (parts: readonly (string | null | undefined)[]): Record<string, string> =>
  Object.fromEntries(couponKeysIn(parts).map((key) => [key, "TEST-1234"]));
