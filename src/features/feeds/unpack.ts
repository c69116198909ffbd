import { createGunzip } from "node:zlib";
import { Readable, pipeline } from "node:stream";
import { FeedError, maxFeedBytes } from "./limits.ts";

/** The bytes of a feed, unpacked when they are gzip by content, whatever a header says. At most 100 MB. */
export async function* unpack(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { head, rest } = await peek(content);
  const isGzip = head[0] === 0x1f && head[1] === 0x8b;
  let size = 0;
  try {
    for await (const chunk of isGzip ? gunzip(rest) : rest) {
      size += chunk.length;
      if (size > maxFeedBytes) throw new FeedError("size");
      yield chunk;
    }
  } catch (error) {
    throw isGzip && !(error instanceof FeedError) ? new FeedError("encoding", { cause: error }) : error;
  }
}

async function* gunzip(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const unpacked = createGunzip();
  // Errors reach the reader of the stream.
  pipeline(Readable.from(content), unpacked, () => undefined);
  for await (const chunk of unpacked) if (chunk instanceof Uint8Array) yield chunk;
}

/** The first bytes, and the whole content again. */
export async function peek(
  content: AsyncIterable<Uint8Array>,
  length = 2,
): Promise<{ head: Buffer; rest: AsyncGenerator<Uint8Array> }> {
  const source = content[Symbol.asyncIterator]();
  const chunks: Uint8Array[] = [];
  let size = 0;
  while (size < length) {
    const next = await source.next();
    if (next.done === true) break;
    chunks.push(next.value);
    size += next.value.length;
  }
  const head = Buffer.concat(chunks);
  async function* again(): AsyncGenerator<Uint8Array> {
    try {
      if (head.length > 0) yield head;
      for (let next = await source.next(); next.done !== true; next = await source.next()) yield next.value;
    } finally {
      await source.return?.();
    }
  }
  return { head, rest: again() };
}
