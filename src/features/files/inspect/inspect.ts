import type { CompanySandbox } from "../../../sandbox/sandbox.ts";
import { readImage, type ResizedCopies } from "./image-files.ts";
import { isExtensionMismatch, isRaster, withTypeExtension } from "./file-names.ts";
import { isPolyglot } from "./polyglot.ts";
import { sniff } from "./sniff.ts";
import { sanitizeSvg } from "./sanitize-svg.ts";
import { isUtf8 } from "./text.ts";
import { fileTypes, type FileTypeName, invalidFile } from "./file-types.ts";

/** The stored result of an uploaded file. */
export type InspectedFile = {
  bytes: Buffer;
  name: string;
  mediaType: string;
  kind: "image" | "document";
  width: number | null;
  height: number | null;
  copies: ResizedCopies | undefined;
};

/** Detects the type from the content only. A given name can cause a rejection, never an acceptance. */
export async function inspectFile(sandbox: CompanySandbox, bytes: Buffer, name: string): Promise<InspectedFile> {
  if (bytes.length === 0) throw invalidFile("empty");
  const type = sniff(bytes, name);
  if (type === undefined) throw invalidFile("type");
  if (isExtensionMismatch(name, type)) throw invalidFile("mismatch");
  if (isPolyglot(bytes, type)) throw invalidFile("polyglot");
  if (type === "pdf" && !bytes.subarray(-2048).includes("%%EOF")) throw invalidFile("broken");
  const { mediaType, kind } = fileTypes[type];
  const kept = { name: withTypeExtension(name, type), mediaType, kind };
  const image = await inspectImage(sandbox, bytes, type);
  if (image !== undefined) return { ...kept, ...image };
  return { ...kept, mediaType: withCharset(bytes, mediaType), bytes, width: null, height: null, copies: undefined };
}

async function inspectImage(sandbox: CompanySandbox, bytes: Buffer, type: FileTypeName) {
  if (isRaster(type)) return readImage(sandbox, bytes, { job: "read_raster", type });
  return type === "svg" ? readImage(sandbox, sanitizeSvg(bytes), { job: "rasterise_svg", type }) : undefined;
}

const withCharset = (bytes: Buffer, mediaType: string): string =>
  mediaType.startsWith("text/") && isUtf8(bytes) ? `${mediaType}; charset=utf-8` : mediaType;
