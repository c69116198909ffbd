import { inTransaction, type Context } from "../../../context.ts";
import type { PlanLink } from "../../../mail/render/links.ts";
import { insertLinks } from "../../delivery/links.queries.ts";
import { listSentLinks, lockEmailSource } from "./content.queries.ts";

/**
 * The number of the first link. Links of sent e-mails keep their numbers, so a template that was published with other links
 * gets new ones.
 */
export function findFirstLink(sent: readonly PlanLink[], urls: readonly string[]): number {
  const byNumber = new Map(sent.map(({ number, url }) => [number, url]));
  const known = sent.find(({ number }) => urls.every((url, index) => byNumber.get(number + index) === url));
  return known?.number ?? (sent.at(-1)?.number ?? 0) + 1;
}

/** Stores the links of a plan that was numbered from 1. Returns the number that its first link has to have. */
export const reserveLinks = (ctx: Context, sourceId: string, links: readonly PlanLink[]): Promise<number> =>
  inTransaction(ctx, async ({ db }) => {
    if (links.length === 0) return 1;
    await lockEmailSource(db, sourceId);
    const first = findFirstLink(
      await listSentLinks(db, sourceId),
      links.map(({ url }) => url),
    );
    const numbered = links.map(({ number, url }) => ({ number: number + first - 1, url }));
    await insertLinks(db, { sourceId, variantId: sourceId }, numbered);
    return first;
  });
