import type { FileTypeName } from "./file-types.ts";
import { isRaster } from "./file-names.ts";

/** Pixels hold no markup: where some stands, the file is meant to be read as something else as well. */
const markup = /<(?:script|html|\?php|!doctype|svg|iframe|body)[\s>]/i;

/** A file that a reader of another format would also take. What is kept of an image is rebuilt anyway. */
export function isPolyglot(bytes: Buffer, type: FileTypeName): boolean {
  if (type !== "pdf" && bytes.subarray(0, 1024).includes("%PDF-")) return true;
  if (isOfficeType(type)) return false;
  if (endsInArchive(bytes)) return true;
  return isRaster(type) && markup.test(bytes.toString("latin1"));
}

const isOfficeType = (type: FileTypeName) => ["docx", "xlsx", "pptx", "odt", "ods", "odp"].includes(type);

const endOfArchive = Buffer.from("PK\x05\x06", "latin1");
const endLength = 22;

/** The record that closes a ZIP, found from the end as readers of it do, also when something follows it. */
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

/** Not by chance among compressed bytes: it stands on the first disk, and its comment does not leave the file. */
const isEndOfArchive = (bytes: Buffer, at: number): boolean =>
  at + endLength <= bytes.length &&
  bytes.readUInt32LE(at + 4) === 0 &&
  at + endLength + bytes.readUInt16LE(at + 20) <= bytes.length;
