/**
 * Whether a pattern of a form's pages means an address: `/path` is compared with the path, `https://…` with the whole
 * address, other text with any part of it; `*` is any text.
 */
export function matchesAddress(
  pattern: string,
  { origin, pathname, search }: { readonly origin: string; readonly pathname: string; readonly search: string },
): boolean {
  const escaped = pattern.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replace(/\*+/g, ".*");
  const isWhole = /^(\/|https?:)/.test(pattern);
  const expression = new RegExp(isWhole ? `^${escaped.replace(/\/$/, "")}/?$` : escaped);
  const path = pattern.startsWith("/") ? pathname : origin + pathname;
  return expression.test(path) || expression.test(path + search);
}
