import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { IncomingHttpHeaders } from "node:http";
import type { Outbound, OutboundStream } from "../../net/outbound.ts";
import { OutboundError } from "../../net/outbound.ts";
import { downloadTimeoutMs, FeedError, maxFeedBytes, maxRedirects } from "./limits.ts";

export type Validators = { readonly etag: string | null; readonly lastModified: string | null };

export type Download =
  | { readonly isUnchanged: true }
  | {
      readonly isUnchanged: false;
      readonly validators: Validators;
      readonly contentType: string;
      readonly content: () => AsyncIterable<Uint8Array>;
    };

/** `timeoutMs` is for the whole download, with its redirects. */
type DownloadRequest = { readonly url: string; readonly timeoutMs?: number } & Validators;

/**
 * Downloads a feed to a temporary file, which exists while `use` runs: the download does not wait for the database, and a feed
 * is never held in memory. Every redirect passes the outbound guard.
 */
export async function withDownload<Result>(
  outbound: Outbound,
  { url, etag, lastModified, timeoutMs = downloadTimeoutMs }: DownloadRequest,
  use: (download: Download) => Promise<Result>,
): Promise<Result> {
  const headers = {
    "Accept-Encoding": "gzip",
    ...(etag === null ? {} : { "If-None-Match": etag }),
    ...(lastModified === null ? {} : { "If-Modified-Since": lastModified }),
  };
  const answer = await followRedirects(outbound, url, { headers, timeoutMs });
  if (answer.status === 304) {
    answer.close();
    return use({ isUnchanged: true });
  }
  if (answer.status !== 200) {
    answer.close();
    throw new FeedError("status");
  }
  const folder = await mkdtemp(path.join(os.tmpdir(), "postrider-feed-"));
  try {
    const file = path.join(folder, "feed");
    await asFeedError(pipeline(answer.body, createWriteStream(file)));
    return await use({
      isUnchanged: false,
      validators: validatorsOf(answer.headers),
      contentType: answer.headers["content-type"] ?? "",
      content: () => readStored(file),
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Opened by the first read: the error of a stream that is not read yet would have no listener. */
async function* readStored(file: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(file, { highWaterMark: 65_536 });
}

const validatorsOf = (headers: IncomingHttpHeaders): Validators => ({
  etag: headers.etag ?? null,
  lastModified: headers["last-modified"] ?? null,
});

async function followRedirects(
  outbound: Outbound,
  start: string,
  { headers, timeoutMs }: { readonly headers: Readonly<Record<string, string>>; readonly timeoutMs: number },
): Promise<OutboundStream> {
  const endsAt = performance.now() + timeoutMs;
  let url = start;
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    const leftMs = Math.max(1, Math.ceil(endsAt - performance.now()));
    const answer = await asFeedError(outbound.open({ url, headers, timeoutMs: leftMs, maxBytes: maxFeedBytes }));
    const { location } = answer.headers;
    if (![301, 302, 303, 307, 308].includes(answer.status) || location === undefined) return answer;
    answer.close();
    if (!URL.canParse(location, url)) throw new FeedError("redirect");
    url = new URL(location, url).href;
  }
  throw new FeedError("redirect");
}

async function asFeedError<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof OutboundError ? new FeedError(error.reason, { cause: error }) : error;
  }
}
