import { escapeHtml } from "../../../mail/render/escape.ts";
import { sanitizePageWithLinkNumbers } from "../../../kernel/sanitize-html.ts";
import { isNestedTooDeep } from "../../pages/public-page/nesting.ts";

/** Stands where a tracked address would, so that the number of each link can be found again. */
export const numberedLinks = { base: "https://links.invalid", clicks: true, opens: false } as const;
export const numberedToken = "number";

const numberedAddress = /(["']?)https:\/\/links\.invalid\/t\/c\/number\.(\d{1,6})\1/g;

/**
 * Rendered HTML in which links lead where they say and carry their number, without anything that runs. Links whose
 * address was another when they were sent (by a version that read it differently) go without.
 */
export function numberedHtml(html: string, links: readonly NumberedLink[]): string {
  if (isNestedTooDeep(html)) return "";
  const byNumber = new Map(links.map((link) => [link.number, link]));
  const marked = html.replace(numberedAddress, (_, _quote: string, digits: string) => {
    const link = byNumber.get(Number(digits));
    const address = `"${escapeHtml(link?.url ?? "")}"`;
    return link === undefined || link.sentUrl !== link.url ? address : `${address} data-link="${digits}"`;
  });
  return sanitizePageWithLinkNumbers(marked);
}

export type NumberedLink = { readonly number: number; readonly url: string; readonly sentUrl: string | undefined };
