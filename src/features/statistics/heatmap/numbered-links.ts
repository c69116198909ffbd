import { escapeHtml } from "../../../mail/render/escape.ts";
import { sanitizePageWithLinkNumbers } from "../../../kernel/sanitize-html.ts";
import { isNestedTooDeep } from "../../../kernel/html-nesting.ts";

/** Placeholder for a tracked URL, from which the number of each link is read back. */
export const numberedLinks = { base: "https://links.invalid", clicks: true, opens: false } as const;
export const numberedToken = "number";

const numberedAddress = /(["']?)https:\/\/links\.invalid\/t\/c\/number\.(\d{1,6})\1/g;

/**
 * Rendered HTML without scripts, whose links have their real URL and their number. Links whose URL was different when
 * they were sent (parsed by an older version) have no number.
 */
export function numberedHtml(html: string, links: readonly NumberedLink[]): string {
  if (isNestedTooDeep(html)) return "";
  const byNumber = new Map(links.map((link) => [link.number, link]));
  const marked = html.replace(numberedAddress, (_, _quote: string, digits: string) => {
    const link = byNumber.get(Number(digits));
    const address = `"${escapeHtml(link?.url ?? "")}"`;
    return link?.shown === undefined ? address : `${address} data-link="${link.shown}"`;
  });
  return sanitizePageWithLinkNumbers(marked);
}

/** `shown` is the number in the list of links. */
export type NumberedLink = { readonly number: number; readonly url: string; readonly shown: number | undefined };
