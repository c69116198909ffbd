import { readDrawing } from "./drawing.ts";
import { readRaster, type Copies } from "./images.ts";
import { isMismatch, isRaster, nameOf } from "./names.ts";
import { isPolyglot } from "./polyglot.ts";
import { refuseFile } from "./refuse.ts";
import { sniff } from "./sniff.ts";
import { cleanSvg } from "./svg.ts";
import { isUtf8 } from "./text.ts";
import { fileTypes, type TypeName } from "./types.ts";

/** What is kept of a file that somebody sent. */
export type Inspected = {
  bytes: Buffer;
  name: string;
  mediaType: string;
  kind: "image" | "document";
  width: number | null;
  height: number | null;
  copies: Copies | undefined;
};

/** Looks at the content only; name and type that the sender gave can make a file refused, never accepted. */
export async function inspect(bytes: Buffer, name: string): Promise<Inspected> {
  if (bytes.length === 0) throw refuseFile("empty");
  const type = sniff(bytes, name);
  if (type === undefined) throw refuseFile("type");
  if (isMismatch(name, type)) throw refuseFile("mismatch");
  if (isPolyglot(bytes, type)) throw refuseFile("polyglot");
  if (type === "pdf" && !bytes.subarray(-2048).includes("%%EOF")) throw refuseFile("broken");
  const { mediaType, kind } = fileTypes[type];
  const kept = { name: nameOf(name, type), mediaType, kind };
  const image = await imageOf(bytes, type);
  if (image !== undefined) return { ...kept, ...image };
  return { ...kept, mediaType: withCharset(bytes, mediaType), bytes, width: null, height: null, copies: undefined };
}

async function imageOf(bytes: Buffer, type: TypeName) {
  if (isRaster(type)) return readRaster(bytes, type);
  return type === "svg" ? readDrawing(cleanSvg(bytes)) : undefined;
}

const withCharset = (bytes: Buffer, mediaType: string): string =>
  mediaType.startsWith("text/") && isUtf8(bytes) ? `${mediaType}; charset=utf-8` : mediaType;
