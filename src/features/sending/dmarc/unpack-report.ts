import { promisify } from "node:util";
import { gunzip, inflateRaw } from "node:zlib";

/**
 * Reports arrive as XML, gzip or a ZIP with one file. The format is detected from the content: the declared type is
 * often wrong.
 */
export async function unpackReport(content: Uint8Array, maxBytes = maxReportBytes): Promise<Buffer | undefined> {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  try {
    if (bytes.length > maxBytes) return undefined;
    if (bytes[0] === 0x1f && bytes[1] === 0x8b) return await unzip(bytes, { maxOutputLength: maxBytes });
    if (bytes.readUInt32LE(0) === fileSignature) return await extractOnlyFile(bytes, maxBytes);
    return bytes;
  } catch {
    // Damaged, truncated or a decompression bomb.
    return undefined;
  }
}

export const maxReportBytes = 20 * 1_048_576;

const unzip = promisify(gunzip);
const inflate = promisify(inflateRaw);

const fileSignature = 0x04034b50;
const entrySignature = 0x02014b50;
const endSignature = 0x06054b50;
const endBytes = 22;
const fileHeadBytes = 30;
const maxCommentBytes = 65_535;
const encrypted = 1;

/** Reads sizes from the central directory: streaming writers leave them empty in the local header. */
async function extractOnlyFile(zip: Buffer, maxBytes: number): Promise<Buffer | undefined> {
  const end = findEndOfDirectory(zip);
  if (end === undefined || zip.readUInt16LE(end + 10) !== 1) return undefined;
  const entry = zip.readUInt32LE(end + 16);
  if (zip.readUInt32LE(entry) !== entrySignature || zip.readUInt16LE(entry + 8) % 2 === encrypted) return undefined;
  const method = zip.readUInt16LE(entry + 10);
  const packedBytes = zip.readUInt32LE(entry + 20);
  const head = zip.readUInt32LE(entry + 42);
  if (zip.readUInt32LE(head) !== fileSignature) return undefined;
  const start = head + fileHeadBytes + zip.readUInt16LE(head + 26) + zip.readUInt16LE(head + 28);
  if (start + packedBytes > zip.length) return undefined;
  const packed = zip.subarray(start, start + packedBytes);
  if (method === 0) return packed;
  return method === 8 ? inflate(packed, { maxOutputLength: maxBytes }) : undefined;
}

function findEndOfDirectory(zip: Buffer): number | undefined {
  for (let at = zip.length - endBytes; at >= Math.max(0, zip.length - endBytes - maxCommentBytes); at -= 1) {
    if (zip.readUInt32LE(at) === endSignature) return at;
  }
  return undefined;
}
