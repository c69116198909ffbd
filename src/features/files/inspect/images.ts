import type { Sharp, SharpOptions } from "sharp";
import { stripGif, stripJpeg, stripPng, stripWebp } from "./strip-metadata.ts";
import { invalidFile } from "./file-types.ts";
import { limitImageWork } from "./concurrency-limit.ts";
import type { FileTypeName } from "./file-types.ts";

/** Checked before decoding: a small file can decode to an image that exhausts memory. */
export const maxPixels = 64_000_000;
/** Widths of the smaller copies of every image; the public URL accepts only these as `w`. */
export const copyWidths = [400, 800, 1600] as const;

export type ResizedCopies = { mediaType: string; byWidth: ReadonlyMap<number, Buffer> };
export type InspectedImage = { bytes: Buffer; width: number; height: number; copies: ResizedCopies };

/** Loaded with the first image, to save memory in processes that handle none. */
const loadSharp = async () => (await import("sharp")).default;

const sharpOptions: SharpOptions = { limitInputPixels: maxPixels, failOn: "error" };
const timeoutS = 30;

export async function openImage(bytes: Buffer, more: SharpOptions = {}): Promise<Sharp> {
  const sharp = await loadSharp();
  return sharp(bytes, { ...sharpOptions, ...more }).timeout({ seconds: timeoutS });
}

const strippers: Partial<Record<FileTypeName, (bytes: Buffer) => Buffer | undefined>> = {
  jpeg: stripJpeg,
  png: stripPng,
  gif: stripGif,
  webp: stripWebp,
};

/** Processes a raster image: strips metadata, measures, decodes it once completely and creates the smaller copies. */
export function readRaster(original: Buffer, type: FileTypeName): Promise<InspectedImage> {
  return limitImageWork(() =>
    translateSharpErrors(async () => {
      const found = await (await openImage(original)).metadata();
      if (found.format !== type) throw invalidFile("mismatch");
      const isTurned = (found.orientation ?? 1) > 1;
      const needsColours = type === "jpeg" && found.space === "cmyk";
      const bytes = isTurned || needsColours ? await normalizeRaster(original, type) : strippers[type]?.(original);
      if (bytes === undefined) throw invalidFile("broken");
      const { width, height, hasAlpha } = await (await openImage(bytes)).metadata();
      // Decodes everything, so that truncated or damaged images are rejected here.
      await (await openImage(bytes)).resize(16, 16, { fit: "inside" }).toBuffer();
      // Copies of animated images are still images: only the file manager uses them.
      const widths = copyWidths.filter((one) => one < width && (type !== "gif" || one === copyWidths[0]));
      return { bytes, width, height, copies: await resizeCopies(bytes, widths, { hasAlpha }) };
    }),
  );
}

/** Renders an SVG with a density that suits the widest copy. The time it takes is controlled by the SVG's author. */
export function rasterizeSvg(bytes: Buffer): Promise<InspectedImage> {
  return translateSharpErrors(async () => {
    const { width, height } = await (await openImage(bytes)).metadata();
    const density = Math.min(2400, Math.max(72, Math.ceil((72 * copyWidths[2]) / width)));
    const isTooTall = (height / width) * copyWidths[2] ** 2 > maxPixels;
    const widths = isTooTall ? [] : copyWidths;
    return { bytes, width, height, copies: await resizeCopies(bytes, widths, { hasAlpha: true, density }) };
  });
}

async function resizeCopies(
  bytes: Buffer,
  widths: readonly number[],
  { hasAlpha, density }: { hasAlpha: boolean; density?: number },
): Promise<ResizedCopies> {
  const byWidth = new Map<number, Buffer>();
  for (const width of widths) {
    const image = (await openImage(bytes, density === undefined ? {} : { density })).resize({ width });
    const written = hasAlpha ? image.png({ compressionLevel: 9 }) : image.jpeg({ quality: 82 });
    byWidth.set(width, await written.toBuffer());
  }
  return { mediaType: hasAlpha ? "image/png" : "image/jpeg", byWidth };
}

/** Applies the EXIF orientation and converts to sRGB. */
async function normalizeRaster(bytes: Buffer, type: FileTypeName): Promise<Buffer> {
  const upright = (await openImage(bytes, { animated: type === "webp" })).autoOrient().toColourspace("srgb");
  if (type === "png") return upright.png().toBuffer();
  if (type === "webp") return upright.webp({ quality: 92 }).toBuffer();
  return upright.jpeg({ quality: 92, chromaSubsampling: "4:4:4" }).toBuffer();
}

/** Translates decoder errors: an unreadable image is the caller's error. */
async function translateSharpErrors<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Error && /pixel limit/i.test(error.message)) throw invalidFile("pixels");
    if (error instanceof Error && error.name === "ApiError") throw error;
    throw invalidFile("broken");
  }
}
