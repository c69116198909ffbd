export const encodings = ["utf-8", "utf-16le", "utf-16be", "windows-1250", "iso-8859-2"] as const;
export type Encoding = (typeof encodings)[number];

/** Whether a file has one of these encodings can be verified from its bytes. */
export const isUnicode = (encoding: Encoding): boolean => encoding.startsWith("utf-");

/** Matches what the decoder puts where bytes are invalid in the encoding. */
export const undecodablePattern = (encoding: Encoding): RegExp => (isUnicode(encoding) ? /\ufffd/ : /[\u0080-\u009f]/);

/** The encoding named by the byte order mark. */
export function encodingFromBom(head: Uint8Array): Encoding | undefined {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return "utf-8";
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  return undefined;
}

/**
 * Text is decoded in small pieces, so that a big file does not block the event loop and its text is garbage-collected early.
 */
const chunkBytes = 32_768;

/** The text in pieces, without the byte order mark. Characters that PostgreSQL cannot store are left out. */
export async function* decode(bytes: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of bytes) {
    for (let start = 0; start < chunk.length; start += chunkBytes) {
      yield withoutNul(decoder.decode(chunk.subarray(start, start + chunkBytes), { stream: true }));
    }
  }
  yield withoutNul(decoder.decode());
}

const withoutNul = (text: string): string => (text.includes("\0") ? text.replaceAll("\0", "") : text);

/** Validates UTF-8; a character may be split between two pieces. */
export function createUtf8Check(): { take(chunk: Uint8Array): void; isUtf8(): boolean } {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let isValid = true;
  const attempt = (run: () => void) => {
    try {
      run();
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      isValid = false;
    }
  };
  return {
    take: (chunk) => {
      if (isValid) attempt(() => decoder.decode(chunk, { stream: true }));
    },
    isUtf8: () => {
      if (isValid) attempt(() => decoder.decode());
      return isValid;
    },
  };
}
