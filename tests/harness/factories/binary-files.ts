import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";

const canvas = (width: number, height: number, alpha = 1) =>
  sharp({
    create: { width, height, channels: alpha < 1 ? 4 : 3, background: { r: 200, g: 30, b: 30, alpha } },
  });

export const aPng = (width = 20, height = 10): Promise<Buffer> => canvas(width, height).png().toBuffer();
export const aClearPng = (width: number, height: number): Promise<Buffer> =>
  canvas(width, height, 0.5).png().toBuffer();
export const aGif = (width = 20, height = 10): Promise<Buffer> => canvas(width, height).gif().toBuffer();
export const aWebp = (width = 20, height = 10): Promise<Buffer> => canvas(width, height).webp().toBuffer();
export const aJpeg = (width = 20, height = 10): Promise<Buffer> => canvas(width, height).jpeg().toBuffer();

/** A phone photo: rotated by EXIF, with GPS metadata. */
export const aPhonePhoto = (width: number, height: number, orientation = 1): Promise<Buffer> =>
  canvas(width, height)
    .withMetadata({ orientation })
    .withExifMerge({ IFD0: { Copyright: "Jana Nováková" }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "50/1 5/1 0/1" } })
    .jpeg()
    .toBuffer();

export async function aMovingGif(): Promise<Buffer> {
  const frames = await Promise.all(
    [10, 200].map((red) =>
      sharp({ create: { width: 500, height: 300, channels: 3, background: { r: red, g: 0, b: 0 } } })
        .png()
        .toBuffer(),
    ),
  );
  return sharp(frames, { join: { animated: true } })
    .gif({ delay: [100, 100], loop: 0 })
    .toBuffer();
}

/** A few bytes that declare 20 000 × 20 000 pixels. */
export function aHugeGif(): Buffer {
  const head = Buffer.from("GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff", "latin1");
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 0x44, 1, 0, 0x3b]);
  for (const [buffer, at] of [
    [head, 6],
    [frame, 5],
  ] as const) {
    buffer.writeUInt16LE(20_000, at);
    buffer.writeUInt16LE(20_000, at + 2);
  }
  return Buffer.concat([head, frame]);
}

export function pngChunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(content.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

export function aHugePng(): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(20_000, 0);
  header.writeUInt32BE(20_000, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc(20_001));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    pngChunk("IHDR", header),
    pngChunk("IDAT", pixels),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

/** A ZIP archive with stored (uncompressed) entries. */
export function aZip(entries: Readonly<Record<string, string>>): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(entries)) {
    const body = Buffer.from(content);
    const label = Buffer.from(name);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt32LE(crc32(body), 14);
    local.writeUInt32LE(body.length, 18);
    local.writeUInt32LE(body.length, 22);
    local.writeUInt16LE(label.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt32LE(crc32(body), 16);
    entry.writeUInt32LE(body.length, 20);
    entry.writeUInt32LE(body.length, 24);
    entry.writeUInt16LE(label.length, 28);
    entry.writeUInt32LE(offset, 42);
    locals.push(local, label, body);
    directory.push(entry, label);
    offset += 30 + label.length + body.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(entries).length, 8);
  end.writeUInt16LE(Object.keys(entries).length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, listed, end]);
}

export const aPdf = (): Buffer =>
  Buffer.from("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n");
