import { promisify } from "node:util";
import { createInflateRaw, inflateRaw } from "node:zlib";

export type ZipEntry = {
  readonly name: string;
  extract(maxBytes: number): Promise<Buffer>;
  /** The same in pieces, of which few are in memory at once. */
  stream(maxBytes: number): AsyncGenerator<Buffer>;
};

/** Damaged, encrypted, larger than allowed, or compressed by an unknown method. */
export class ZipError extends Error {}

const inflate = promisify(inflateRaw);

const fileSignature = 0x04034b50;
const entrySignature = 0x02014b50;
const endSignature = 0x06054b50;
const endBytes = 22;
const entryHeadBytes = 46;
const fileHeadBytes = 30;
const maxCommentBytes = 65_535;
const encrypted = 1;

export const isZip = (bytes: Buffer): boolean => bytes.length >= 4 && bytes.readUInt32LE(0) === fileSignature;

/** The files of an archive. Sizes are those of the central directory: streaming writers leave them empty in local headers. */
export function zipEntries(zip: Buffer): ZipEntry[] {
  try {
    const end = findEndOfDirectory(zip);
    if (end === undefined) throw new ZipError("no directory");
    const entries: ZipEntry[] = [];
    let at = zip.readUInt32LE(end + 16);
    for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
      if (zip.readUInt32LE(at) !== entrySignature) throw new ZipError("damaged directory");
      const nameBytes = zip.readUInt16LE(at + 28);
      const name = zip.toString("utf8", at + entryHeadBytes, at + entryHeadBytes + nameBytes);
      const entryAt = at;
      if (!name.endsWith("/")) {
        entries.push({
          name,
          extract: (maxBytes) => extractEntry(zip, entryAt, maxBytes),
          stream: (maxBytes) => streamEntry(zip, entryAt, maxBytes),
        });
      }
      at += entryHeadBytes + nameBytes + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
    }
    return entries;
  } catch (error) {
    throw toZipError(error);
  }
}

async function extractEntry(zip: Buffer, entry: number, maxBytes: number): Promise<Buffer> {
  try {
    const { packed, isDeflated } = packedEntry(zip, entry);
    if (isDeflated) return await inflate(packed, { maxOutputLength: maxBytes });
    if (packed.length > maxBytes) throw new ZipError("size");
    return packed;
  } catch (error) {
    throw toZipError(error);
  }
}

async function* streamEntry(zip: Buffer, entry: number, maxBytes: number): AsyncGenerator<Buffer> {
  try {
    const { packed, isDeflated } = packedEntry(zip, entry);
    let size = 0;
    for await (const piece of isDeflated ? inflatedPieces(packed) : [packed]) {
      size += piece.length;
      if (size > maxBytes) throw new ZipError("size");
      yield piece;
    }
  } catch (error) {
    throw toZipError(error);
  }
}

function inflatedPieces(packed: Buffer): AsyncIterable<Buffer> {
  const pieces = createInflateRaw({ chunkSize: pieceBytes });
  pieces.end(packed);
  return pieces;
}

const pieceBytes = 65_536;

function packedEntry(zip: Buffer, entry: number): { packed: Buffer; isDeflated: boolean } {
  if (zip.readUInt16LE(entry + 8) % 2 === encrypted) throw new ZipError("encrypted");
  const method = zip.readUInt16LE(entry + 10);
  const packedBytes = zip.readUInt32LE(entry + 20);
  const head = zip.readUInt32LE(entry + 42);
  if (zip.readUInt32LE(head) !== fileSignature) throw new ZipError("damaged file");
  const start = head + fileHeadBytes + zip.readUInt16LE(head + 26) + zip.readUInt16LE(head + 28);
  if (start + packedBytes > zip.length) throw new ZipError("truncated");
  if (method !== 8 && method !== 0) throw new ZipError("method");
  return { packed: zip.subarray(start, start + packedBytes), isDeflated: method === 8 };
}

/** Wrong offsets end in a RangeError, a bomb or damaged data in an error of zlib. */
const toZipError = (error: unknown): ZipError =>
  error instanceof ZipError ? error : new ZipError("damaged", { cause: error });

function findEndOfDirectory(zip: Buffer): number | undefined {
  for (let at = zip.length - endBytes; at >= Math.max(0, zip.length - endBytes - maxCommentBytes); at -= 1) {
    if (zip.readUInt32LE(at) === endSignature) return at;
  }
  return undefined;
}
