import type { FileTypeName } from "./file-types.ts";
import { isRaster } from "./file-names.ts";

/** Raster images contain no markup; a file that does is meant to be read as another format too. */
const markup = /<(?:script|html|\?php|!doctype|svg|iframe|body)[\s>]/i;

/** True if another format's reader would also accept the file. Stored images are re-encoded anyway. */
export function isPolyglot(bytes: Buffer, type: FileTypeName): boolean {
  if (type !== "pdf" && bytes.subarray(0, 1024).includes("%PDF-")) return true;
  if (isOfficeType(type)) return false;
  if (endsInArchive(bytes)) return true;
  return isRaster(type) && markup.test(bytes.toString("latin1"));
}

const isOfficeType = (type: FileTypeName) => ["docx", "xlsx", "pptx", "odt", "ods", "odp"].includes(type);

const endOfArchive = Buffer.from("PK\x05\x06", "latin1");
const endLength = 22;

/** Finds the ZIP end record from the end, as ZIP readers do, also if bytes follow it. */
export function endsInArchive(bytes: Buffer): boolean {
  return findEndOfArchive(bytes) !== undefined;
}

export function findEndOfArchive(bytes: Buffer): number | undefined {
  const lowest = Math.max(0, bytes.length - endLength - 0xffff);
  for (let at = bytes.lastIndexOf(endOfArchive); at >= lowest && at !== -1;) {
    if (isEndOfArchive(bytes, at)) return at;
    if (at === 0) return undefined;
    at = bytes.lastIndexOf(endOfArchive, at - 1);
  }
  return undefined;
}

/** Excludes chance matches in compressed bytes: disk number 0, and the comment ends within the file. */
const isEndOfArchive = (bytes: Buffer, at: number): boolean =>
  at + endLength <= bytes.length &&
  bytes.readUInt32LE(at + 4) === 0 &&
  at + endLength + bytes.readUInt16LE(at + 20) <= bytes.length;
