import type { ImageInput, ImageReading } from "../../../sandbox/jobs.ts";
import { openImage, processImage } from "../inspect/images.ts";

const maxWidth = 1280;

/** The thumbnail for e-mails, with a play button. Runs in the sandbox. */
export const drawPlayButton = (input: ImageInput): Promise<ImageReading> =>
  processImage(input, async (original) => {
    const image = openImage(original).autoOrient().resize({ width: maxWidth, withoutEnlargement: true });
    const { data, info } = await image.png({ compressionLevel: 1 }).toBuffer({ resolveWithObject: true });
    const button = Buffer.from(playButtonSvg(Math.round(Math.min(info.width, info.height) / 4)));
    const bytes = await openImage(data)
      .composite([{ input: button, gravity: "centre" }])
      .jpeg({ quality: 88 })
      .toBuffer();
    return { bytes, width: info.width, height: info.height, copies: { mediaType: "image/jpeg", byWidth: new Map() } };
  });

const playButtonSvg = (size: number): string => `
  <svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 100 100">
    <circle cx="50" cy="50" r="47" fill="#000" fill-opacity=".65" stroke="#fff" stroke-width="5"/>
    <path d="M40 30 L72 50 L40 70 Z" fill="#fff" stroke="#fff" stroke-width="4" stroke-linejoin="round"/>
  </svg>`;
