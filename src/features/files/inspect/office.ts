import { findEndOfArchive } from "./polyglot.ts";
import { fileTypes, isFileTypeName, type FileTypeName } from "./file-types.ts";

/**
 * Office documents are ZIP archives. They are identified by their entry names and never unpacked. Documents with
 * macros, encrypted or unusually named entries, or trailing bytes are rejected.
 */
export function detectOfficeType(bytes: Buffer): FileTypeName | undefined {
  const names = entryNames(bytes);
  if (names === undefined || names.some(isForbidden)) return undefined;
  const has = (name: string) => names.includes(name);
  if (has("[Content_Types].xml")) {
    if (has("word/document.xml")) return "docx";
    if (has("xl/workbook.xml")) return "xlsx";
    return has("ppt/presentation.xml") ? "pptx" : undefined;
  }
  return openDocumentType(bytes);
}

/** An OpenDocument file starts with an uncompressed entry `mimetype`. */
function openDocumentType(bytes: Buffer): FileTypeName | undefined {
  if (bytes.length < 100) return undefined;
  if (bytes.readUInt16LE(8) !== 0 || bytes.subarray(30, 38).toString("latin1") !== "mimetype") return undefined;
  const start = 30 + bytes.readUInt16LE(26) + bytes.readUInt16LE(28);
  const mediaType = bytes.subarray(start, start + bytes.readUInt32LE(18)).toString("latin1");
  return Object.keys(fileTypes)
    .filter(isFileTypeName)
    .find((name) => ["odt", "ods", "odp"].includes(name) && fileTypes[name].mediaType === mediaType);
}

const isForbidden = (name: string): boolean =>
  /(^|\/)(vbaProject\.bin|Basic\/|Scripts\/)/i.test(name) || /(^|[/\\])\.\.([/\\]|$)|^[/\\]|\0/.test(name);

const maxEntries = 5000;
const entryLength = 46;

function entryNames(bytes: Buffer): string[] | undefined {
  const end = findEndOfArchive(bytes);
  if (end === undefined || end + 22 + bytes.readUInt16LE(end + 20) !== bytes.length) return undefined;
  const count = bytes.readUInt16LE(end + 10);
  if (count > maxEntries) return undefined;
  const names: string[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (at + entryLength > end || bytes.readUInt32LE(at) !== 0x02014b50) return undefined;
    const isEncrypted = (bytes.readUInt16LE(at + 8) & 1) === 1;
    if (isEncrypted) return undefined;
    const nameLength = bytes.readUInt16LE(at + 28);
    names.push(bytes.subarray(at + entryLength, at + entryLength + nameLength).toString("utf8"));
    at += entryLength + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return names;
}
