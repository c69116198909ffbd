/** What separates codes in a text. */
const separators = /[\r\n,;\t]+/;

/** 1 to 100 characters without spaces and control characters. */
const validCode = /^[^\s\p{C}]{1,100}$/u;

/** Codes are compared ignoring case. */
export const codeKey = (code: string): string => code.toLowerCase();

export const isCode = (code: string): boolean => validCode.test(code);

/** Blank entries are left out. */
export const splitCodes = (text: string): string[] =>
  text
    .split(separators)
    .map((code) => code.trim())
    .filter((code) => code !== "");

/** A longer piece without a separator is no code; what is beyond its start is not kept. */
const maxPending = 1000;

/** Splits a text that comes in pieces; a code may be cut by the end of a piece. */
export async function* splitStreamedCodes(pieces: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string[]> {
  let pending = "";
  for await (const piece of pieces) {
    const text = pending + piece;
    const end = Math.max(...["\n", "\r", ",", ";", "\t"].map((separator) => text.lastIndexOf(separator)));
    yield splitCodes(text.slice(0, end + 1));
    pending = text.slice(end + 1, end + 1 + maxPending);
  }
  yield splitCodes(pending);
}

export async function* decodeText(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

const pieceLength = 65_536;

export function* splitPieces(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += pieceLength) yield text.slice(at, at + pieceLength);
}
