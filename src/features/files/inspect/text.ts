/**
 * Text without control characters in UTF-8 or a single-byte encoding. UTF-16 contains zero bytes and is not accepted.
 */
export function isText(bytes: Buffer): boolean {
  for (const byte of bytes) {
    if (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d && byte !== 0x0c) return false;
    if (byte === 0x7f) return false;
  }
  return true;
}

export function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

const sniffedBytes = 65_536;

export const startOfText = (bytes: Buffer): string =>
  bytes
    .subarray(0, sniffedBytes)
    .toString("utf8")
    .replace(/^\uFEFF/, "")
    .trimStart();
