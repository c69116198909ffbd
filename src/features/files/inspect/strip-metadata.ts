/**
 * Removes metadata (EXIF, XMP), comments and trailing bytes from images. Pixel data stays unchanged, bit by bit.
 * Returns undefined for a malformed image.
 */
export function stripPng(bytes: Buffer): Buffer | undefined {
  const kept: Buffer[] = [bytes.subarray(0, 8)];
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.subarray(at + 4, at + 8).toString("latin1");
    const next = at + 12 + length;
    if (next > bytes.length) return undefined;
    if (pngChunks.has(type)) kept.push(bytes.subarray(at, next));
    if (type === "IEND") return Buffer.concat(kept);
    at = next;
  }
  return undefined;
}

/** Chunks of pixel data, colours and frames. */
const pngChunks = new Set("IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP sBIT bKGD pHYs acTL fcTL fdAT".split(" "));

export function stripWebp(bytes: Buffer): Buffer | undefined {
  if (bytes.length < 20) return undefined;
  const end = Math.min(bytes.length, 8 + bytes.readUInt32LE(4));
  const kept: Buffer[] = [];
  for (let at = 12; at + 8 <= end;) {
    const type = bytes.subarray(at, at + 4).toString("latin1");
    const length = bytes.readUInt32LE(at + 4);
    const next = at + 8 + length + (length % 2);
    if (at + 8 + length > end) return undefined;
    const chunk = Buffer.from(bytes.subarray(at, Math.min(next, end)));
    // The flags for EXIF and XMP.
    if (type === "VP8X" && chunk.length > 8) chunk[8] = (chunk[8] ?? 0) & ~0x0c;
    if (webpChunks.has(type)) kept.push(chunk);
    at = next;
  }
  const body = Buffer.concat(kept);
  const header = Buffer.from("RIFF\0\0\0\0WEBP", "latin1");
  header.writeUInt32LE(body.length + 4, 4);
  return Buffer.concat([header, body]);
}

const webpChunks = new Set(["VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF", "ICCP"]);

/** Copies segments up to the end of the image; of the application segments only those that define colours. */
export function stripJpeg(bytes: Buffer): Buffer | undefined {
  const kept: Buffer[] = [bytes.subarray(0, 2)];
  for (let at = 2; at + 4 <= bytes.length + 2;) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    // Any number of fill bytes may precede a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === 0xd9) return Buffer.concat([...kept, bytes.subarray(at, at + 2)]);
    if (at + 4 > bytes.length) return undefined;
    const next = at + 2 + bytes.readUInt16BE(at + 2);
    if (next > bytes.length) return undefined;
    const scanEnd = marker === 0xda ? endOfScan(bytes, next) : next;
    if (isJpegSegment(marker, bytes, at)) kept.push(bytes.subarray(at, scanEnd));
    at = scanEnd;
  }
  return undefined;
}

/** Compressed data ends at the next marker that is neither a stuffed byte nor a restart marker. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const marker = bytes[at + 1] ?? 0;
    if (marker !== 0 && marker !== 0xff && (marker < 0xd0 || marker > 0xd7)) return at;
  }
  return bytes.length;
}

function isJpegSegment(marker: number, bytes: Buffer, at: number): boolean {
  if (marker === 0xfe) return false;
  if (marker < 0xe0 || marker > 0xef) return true;
  const content = bytes.subarray(at + 4, at + 16).toString("latin1");
  return /^(JFIF\0|ICC_PROFILE\0|Adobe)/.test(content);
}

export function stripGif(bytes: Buffer): Buffer | undefined {
  if (bytes.length < 14) return undefined;
  const kept: Buffer[] = [];
  const start = 13 + colorTableLength(bytes[10] ?? 0);
  kept.push(bytes.subarray(0, start));
  for (let at = start; at < bytes.length;) {
    const introducer = bytes[at];
    if (introducer === 0x3b) return Buffer.concat([...kept, bytes.subarray(at, at + 1)]);
    const data = introducer === 0x2c ? at + 11 + colorTableLength(bytes[at + 9] ?? 0) : at + 2;
    const next = introducer === 0x2c || introducer === 0x21 ? endOfBlocks(bytes, data) : undefined;
    if (next === undefined) return undefined;
    if (introducer === 0x2c || isGifExtension(bytes, at)) kept.push(bytes.subarray(at, next));
    at = next;
  }
  return undefined;
}

const colorTableLength = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));

function endOfBlocks(bytes: Buffer, from: number): number | undefined {
  for (let at = from; at < bytes.length;) {
    const length = bytes[at] ?? 0;
    if (length === 0) return at + 1;
    at += length + 1;
  }
  return undefined;
}

/** Extensions for frame delay and loop count. */
function isGifExtension(bytes: Buffer, at: number): boolean {
  const label = bytes[at + 1];
  if (label === 0xf9) return true;
  return label === 0xff && /^(NETSCAPE2\.0|ANIMEXTS1\.0)$/.test(bytes.subarray(at + 3, at + 14).toString("latin1"));
}
