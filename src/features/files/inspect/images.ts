import { readFile, writeFile } from "node:fs/promises";
import sharp, { type Sharp, type SharpOptions } from "sharp";
import { ApiError } from "../../../kernel/errors.ts";
import type { ImageInput, ImageReading } from "../../../sandbox/jobs.ts";
import { copyWidths } from "./copy-widths.ts";
import { invalidFile, isFileTypeName, maxPixels, type FileTypeName } from "./file-types.ts";
import { imageFile, type InspectedImage, type ResizedCopies } from "./image-files.ts";
import { stripGif, stripJpeg, stripPng, stripWebp } from "./strip-metadata.ts";

// One image at a time in a process; its memory is returned at once.
sharp.concurrency(1);
sharp.cache(false);

const sharpOptions: SharpOptions = { limitInputPixels: maxPixels, failOn: "error" };

export const openImage = (bytes: Buffer, more: SharpOptions = {}): Sharp => sharp(bytes, { ...sharpOptions, ...more });

const strippers: Partial<Record<FileTypeName, (bytes: Buffer) => Buffer | undefined>> = {
  jpeg: stripJpeg,
  png: stripPng,
  gif: stripGif,
  webp: stripWebp,
};

/** Reads the original of the folder and writes the results there. */
export async function processImage(
  { folder }: ImageInput,
  make: (original: Buffer) => Promise<InspectedImage>,
): Promise<ImageReading> {
  try {
    const { bytes, width, height, copies } = await make(await readFile(imageFile.original(folder)));
    await writeFile(imageFile.result(folder), bytes);
    for (const [each, copy] of copies.byWidth) await writeFile(imageFile.copy(folder, each), copy);
    return { width, height, mediaType: copies.mediaType, widths: [...copies.byWidth.keys()] };
  } catch (error) {
    if (error instanceof ApiError) return { refusal: String(error.params["reason"]) };
    // An unreadable image is the caller's error.
    return { refusal: error instanceof Error && /pixel limit/i.test(error.message) ? "pixels" : "broken" };
  }
}

/** Strips metadata, measures, decodes it once completely and creates the smaller copies. */
export const readRaster = (input: ImageInput): Promise<ImageReading> =>
  processImage(input, async (original) => {
    const { type } = input;
    const found = await openImage(original).metadata();
    if (found.format !== type || !isFileTypeName(type)) throw invalidFile("mismatch");
    const isTurned = (found.orientation ?? 1) > 1;
    const needsColours = type === "jpeg" && found.space === "cmyk";
    const bytes = isTurned || needsColours ? await normalizeRaster(original, type) : strippers[type]?.(original);
    if (bytes === undefined) throw invalidFile("broken");
    const { width, height, hasAlpha } = await openImage(bytes).metadata();
    // Decodes everything, so that truncated or damaged images are rejected here.
    await openImage(bytes).resize(16, 16, { fit: "inside" }).toBuffer();
    // Copies of animated images are still images: only the file manager uses them.
    const widths = copyWidths.filter((item) => item < width && (type !== "gif" || item === copyWidths[0]));
    return { bytes, width, height, copies: await resizeCopies(bytes, widths, { hasAlpha }) };
  });

/** Renders an SVG with a density that suits the widest copy. The time it takes is controlled by the SVG's author. */
export const rasteriseSvg = (input: ImageInput): Promise<ImageReading> =>
  processImage(input, async (bytes) => {
    const { width, height } = await openImage(bytes).metadata();
    const density = Math.min(2400, Math.max(72, Math.ceil((72 * copyWidths[2]) / width)));
    const isTooTall = (height / width) * copyWidths[2] ** 2 > maxPixels;
    const widths = isTooTall ? [] : copyWidths;
    return { bytes, width, height, copies: await resizeCopies(bytes, widths, { hasAlpha: true, density }) };
  });

async function resizeCopies(
  bytes: Buffer,
  widths: readonly number[],
  { hasAlpha, density }: { hasAlpha: boolean; density?: number },
): Promise<ResizedCopies> {
  const byWidth = new Map<number, Buffer>();
  for (const width of widths) {
    const image = openImage(bytes, density === undefined ? {} : { density }).resize({ width });
    const written = hasAlpha ? image.png({ compressionLevel: 9 }) : image.jpeg({ quality: 82 });
    byWidth.set(width, await written.toBuffer());
  }
  return { mediaType: hasAlpha ? "image/png" : "image/jpeg", byWidth };
}

/** Applies the EXIF orientation and converts to sRGB. */
async function normalizeRaster(bytes: Buffer, type: FileTypeName): Promise<Buffer> {
  const upright = openImage(bytes, { animated: type === "webp" })
    .autoOrient()
    .toColourspace("srgb");
  if (type === "png") return upright.png().toBuffer();
  if (type === "webp") return upright.webp({ quality: 92 }).toBuffer();
  return upright.jpeg({ quality: 92, chromaSubsampling: "4:4:4" }).toBuffer();
}
