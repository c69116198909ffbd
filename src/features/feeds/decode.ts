import { encodingFromBom } from "../imports/csv/encoding.ts";
import { FeedError } from "./limits.ts";
import { peek } from "./unpack.ts";

const headBytes = 1024;
const sliceBytes = 32_768;

/** The text of a feed in pieces: charset by byte order mark, Content-Type, XML declaration, otherwise UTF-8. */
export async function* decodeFeed(content: AsyncIterable<Uint8Array>, contentType: string): AsyncGenerator<string> {
  const { head, rest } = await peek(content, headBytes);
  const decoder = getDecoder(detectCharset(head, contentType));
  try {
    for await (const chunk of rest) {
      for (let at = 0; at < chunk.length; at += sliceBytes) {
        yield decoder.decode(chunk.subarray(at, at + sliceBytes), { stream: true });
        await yieldToEventLoop();
      }
    }
    yield decoder.decode();
  } catch (error) {
    throw error instanceof TypeError ? new FeedError("encoding", { cause: error }) : error;
  }
}

const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function detectCharset(head: Buffer, contentType: string): string {
  const start = head.subarray(0, headBytes).toString("latin1");
  const [, ofType] = /charset\s*=\s*"?([\w.:-]+)/i.exec(contentType) ?? [];
  const [, declared] = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/i.exec(start) ?? [];
  return encodingFromBom(head) ?? ofType ?? declared ?? "utf-8";
}

function getDecoder(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset, { fatal: true });
  } catch (error) {
    throw new FeedError("encoding", { cause: error });
  }
}
