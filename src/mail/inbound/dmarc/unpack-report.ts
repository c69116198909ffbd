import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { isZip, zipEntries } from "../../../kernel/zip.ts";

/**
 * Reports arrive as XML, gzip or a ZIP with one file. The format is detected from the content: the declared type is
 * often wrong.
 */
export async function unpackReport(content: Uint8Array, maxBytes = maxReportBytes): Promise<Buffer | undefined> {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  try {
    if (bytes.length > maxBytes) return undefined;
    if (bytes[0] === 0x1f && bytes[1] === 0x8b) return await unzip(bytes, { maxOutputLength: maxBytes });
    if (!isZip(bytes)) return bytes;
    const [only, ...others] = zipEntries(bytes);
    return others.length > 0 ? undefined : await only?.extract(maxBytes);
  } catch {
    // Damaged, truncated or a decompression bomb.
    return undefined;
  }
}

export const maxReportBytes = 20 * 1_048_576;

const unzip = promisify(gunzip);
