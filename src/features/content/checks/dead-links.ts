import type { Context } from "../../../context.ts";
import { findTags } from "../../../mail/render/tag-syntax.ts";
import { OutboundError, type OutboundReason } from "../../../net/outbound.ts";

export type DeadLink = { url: string; status: number | null; reason: "status" | OutboundReason };

const maxLinks = 50;
const maxConcurrent = 8;
const timeoutMs = 5000;

/** Calls the addresses of an e-mail that hold no merge tags, each once, and returns those that do not work. */
export async function findDeadLinks(ctx: Context, urls: readonly string[]): Promise<DeadLink[]> {
  const pending = [...new Set(urls)].filter((url) => findTags(url).length === 0).slice(0, maxLinks);
  const dead: DeadLink[] = [];
  const work = async () => {
    for (let url = pending.shift(); url !== undefined; url = pending.shift()) {
      const found = await checkLink(ctx, url);
      if (found !== undefined) dead.push(found);
    }
  };
  await Promise.all(Array.from({ length: maxConcurrent }, work));
  return dead.toSorted((a, b) => a.url.localeCompare(b.url));
}

/** Servers that refuse HEAD or bots answer people all the same: only what says that the page is gone counts. */
const isDeadStatus = (status: number) => status === 404 || status === 410 || (status >= 500 && status !== 503);

async function checkLink({ outbound }: Context, url: string): Promise<DeadLink | undefined> {
  try {
    const { status } = await outbound.send({ url, method: "HEAD", timeoutMs, maxBytes: 0 });
    return isDeadStatus(status) ? { url, status, reason: "status" } : undefined;
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { url, status: null, reason: error.reason };
  }
}
