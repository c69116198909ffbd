import { isText, startOfText } from "./text.ts";
import type { FileTypeName } from "./file-types.ts";
import { extensionOf } from "./file-names.ts";
import { detectOfficeType } from "./office.ts";

const startsWith = (bytes: Buffer, text: string, at = 0): boolean =>
  bytes.subarray(at, at + text.length).equals(Buffer.from(text, "latin1"));

/** Detects the type from the content; only among plain text types the file name decides. */
export function sniff(bytes: Buffer, name: string): FileTypeName | undefined {
  if (startsWith(bytes, "\xff\xd8\xff")) return "jpeg";
  if (startsWith(bytes, "\x89PNG\r\n\x1a\n")) return "png";
  if (startsWith(bytes, "GIF87a") || startsWith(bytes, "GIF89a")) return "gif";
  if (startsWith(bytes, "RIFF") && startsWith(bytes, "WEBP", 8)) return "webp";
  if (startsWith(bytes, "%PDF-")) return "pdf";
  if (startsWith(bytes, "PK\x03\x04")) return detectOfficeType(bytes);
  return isText(bytes) ? detectTextType(startOfText(bytes), name) : undefined;
}

/** Markup is not plain text: if it is not SVG, it is HTML. */
function detectTextType(start: string, name: string): FileTypeName | undefined {
  if (start.startsWith("<")) return findRoot(start) === "svg" ? "svg" : undefined;
  if (/^BEGIN:VCALENDAR\r?\n/i.test(start)) return "ics";
  const extension = extensionOf(name);
  if (extension === "csv") return "csv";
  return extension === "txt" || extension === "" ? "txt" : undefined;
}

/** The first element after an XML declaration, comments and a document type. */
function findRoot(text: string): string | undefined {
  const prologue = /^(?:\s+|<\?[^>]*\?>|<!--[\s\S]*?-->|<!doctype\s+svg[^>[]*>)*/i.exec(text)?.[0] ?? "";
  return /^<([a-z][\w.-]*)/i.exec(text.slice(prologue.length))?.[1]?.toLowerCase();
}
