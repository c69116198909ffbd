const MAX_LINE = 76;

export type EncodedBody = { encoding: "7bit" | "quoted-printable" | "base64"; content: string };

/** No line of an encoded part begins with this prefix, so every boundary can begin with it. */
export const BOUNDARY_PREFIX = "=_";

export function encodeBody(text: string): EncodedBody {
  const lines = text.replace(/\r\n|\r|\n/g, "\r\n");
  if (isSevenBit(lines)) return { encoding: "7bit", content: lines };
  const bytes = Buffer.from(lines);
  const escapedBytes = bytes.reduce((count, byte) => (needsEscape(byte) ? count + 1 : count), 0);
  // Quoted-printable takes three bytes per escaped one, base64 a third more for all bytes.
  return escapedBytes * 2 <= bytes.length * 0.37
    ? { encoding: "quoted-printable", content: quotedPrintable(bytes.toString("latin1")) }
    : { encoding: "base64", content: wrapBase64(bytes) };
}

function isSevenBit(text: string): boolean {
  if (!/^[\t\r\n\x20-\x7e]*$/.test(text) || text.includes(`--${BOUNDARY_PREFIX}`)) return false;
  return text.split("\r\n").every((line) => line.length <= MAX_LINE && !/[ \t]$/.test(line));
}

function needsEscape(byte: number): boolean {
  return byte > 126 || byte === 61 || (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13);
}

export const wrapBase64 = (bytes: Buffer) => (bytes.toString("base64").match(/.{1,76}/g) ?? []).join("\r\n");

/** `text` has one character per byte. */
function quotedPrintable(text: string): string {
  return text
    .split("\r\n")
    .map((line) => softBreak(line.replace(/[^\t\x20-\x7e]|=|[\t ]$/g, escapeByte)))
    .join("\r\n");
}

const escapeByte = (byte: string) => `=${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;

function softBreak(line: string): string {
  const pieces: string[] = [];
  let rest = line;
  while (rest.length > MAX_LINE) {
    const room = rest.slice(0, MAX_LINE - 1);
    // Never splits an escape sequence.
    const piece = room.replace(/=[0-9A-F]?$/, "");
    pieces.push(piece);
    rest = rest.slice(piece.length);
  }
  return [...pieces, rest].join("=\r\n");
}
