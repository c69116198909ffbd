import iconv from "iconv-lite";

/**
 * A tolerant parser for inbound mail: it never fails. Malformed parts are read as text; parts that are too deep or too
 * many are skipped.
 */
export type MimePart = {
  readonly headers: MailHeaders;
  /** Lower case; `text/plain` when the header is missing. */
  readonly type: string;
  readonly params: ReadonlyMap<string, string>;
  /** Undecoded, one character per byte. */
  readonly body: string;
  readonly parts: readonly MimePart[];
};

export type MailHeaders = readonly { readonly name: string; readonly value: string }[];

const maxDepth = 5;
/** Limits for one multipart and for a whole mail. */
const maxParts = 50;
const maxPartsInAll = 200;
const maxHeaders = 500;
const maxHeadLength = 262_144;
/** RFC 2046 allows 70. */
const maxBoundaryLength = 150;

export const parseMail = (raw: Buffer): MimePart => parsePart(raw.toString("latin1"), 0, { left: maxPartsInAll });

function parsePart(text: string, depth: number, allowed: { left: number }): MimePart {
  const { head, body } = splitHead(text);
  const headers = parseHeaders(head);
  const { value, params } = parseParams(firstHeader(headers, "content-type") ?? "text/plain");
  const type = /^[\w.+-]+\/[\w.+-]+$/.test(value) ? value : "text/plain";
  const isMultipart = type.startsWith("multipart/") && depth < maxDepth;
  const texts = isMultipart ? splitMultipart(body, params.get("boundary") ?? "").slice(0, allowed.left) : [];
  allowed.left -= texts.length;
  return { headers, type, params, body, parts: texts.map((part) => parsePart(part, depth + 1, allowed)) };
}

function splitHead(text: string): { head: string; body: string } {
  // A part that begins with an empty line has no headers.
  const empty = /^\r?\n/.exec(text);
  if (empty !== null) return { head: "", body: text.slice(empty[0].length) };
  const end = /\r?\n\r?\n/.exec(text);
  if (end === null) return { head: text, body: "" };
  return { head: text.slice(0, end.index), body: text.slice(end.index + end[0].length) };
}

/** Names in lower case, values unfolded and still encoded. */
export function parseHeaders(head: string): MailHeaders {
  const lines = head
    .slice(0, maxHeadLength)
    .replaceAll(/\r?\n[ \t]+/g, " ")
    .split(/\r?\n/, maxHeaders);
  return lines.flatMap((line) => {
    const [, name] = /^([!-9;-~]{1,80}):/.exec(line) ?? [];
    return name === undefined ? [] : [{ name: name.toLowerCase(), value: line.slice(name.length + 1).trim() }];
  });
}

export const firstHeader = (headers: MailHeaders, name: string): string | undefined =>
  headers.find((header) => header.name === name)?.value;

/** `value; name=text; name="text"`, names in lower case. */
function parseParams(text: string): { value: string; params: ReadonlyMap<string, string> } {
  const [value = ""] = text.split(";", 1);
  const params = new Map<string, string>();
  for (const [, name = "", quoted, bare = ""] of text
    .slice(value.length, 4000)
    .matchAll(/;\s*([\w*-]{1,60})\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/g)) {
    params.set(name.toLowerCase(), quoted?.replaceAll(/\\(.)/g, "$1") ?? bare);
  }
  return { value: value.trim().toLowerCase(), params };
}

/** Splits at the boundary of the header; when that is in no line, at the first line that looks like one. */
function splitMultipart(body: string, boundary: string): string[] {
  const isBounded = boundary !== "" && boundary.length <= maxBoundaryLength;
  const parts = isBounded ? splitParts(body, boundary) : [];
  if (parts.length > 0) return parts;
  const [, found] = /^--(\S{1,150})[ \t]*\r?\n(?=content-)/im.exec(body.slice(0, 20_000)) ?? [];
  return found === undefined ? [] : splitParts(body, found);
}

/** Splits at lines that begin with the boundary; the closing one may be missing. */
function splitParts(body: string, boundary: string): string[] {
  const parts: string[] = [];
  const line = `--${boundary}`;
  let start = -1;
  for (let at = body.indexOf(line); at !== -1 && parts.length < maxParts; at = body.indexOf(line, at + line.length)) {
    if (at > 0 && body[at - 1] !== "\n") continue;
    if (start !== -1) parts.push(body.slice(start, at).replace(/\r?\n$/, ""));
    const rest = /^(--)?[ \t]*\r?\n?/.exec(body.slice(at + line.length, at + line.length + 80));
    if (rest?.[1] !== undefined) return parts;
    start = at + line.length + (rest?.[0].length ?? 0);
  }
  return start === -1 || parts.length >= maxParts ? parts : [...parts, body.slice(start)];
}

/** The message and its parts in order, without the parts of embedded messages. */
export function* walkParts(part: MimePart): Generator<MimePart> {
  yield part;
  for (const each of part.parts) yield* walkParts(each);
}

/** The text of the part, with transfer encoding and character set decoded. */
export function decodedText(part: MimePart, maxChars = 200_000): string {
  const encoding = (firstHeader(part.headers, "content-transfer-encoding") ?? "").toLowerCase();
  const bytes = decodeContent(part.body.slice(0, maxChars * 4), encoding);
  return decodeText(bytes, part.params.get("charset") ?? "utf-8").slice(0, maxChars);
}

const maxAttachments = 10;

/** Attachments of the message, or the message itself when it is a file; texts only when they have a file name. */
export function attachmentsOf(mail: MimePart): Buffer[] {
  return [...walkParts(mail)]
    .filter(({ parts, type }) => parts.length === 0 && !/^(multipart|message)\//.test(type))
    .filter((part) => !/^text\/(plain|html)$/.test(part.type) || hasFileName(part))
    .slice(0, maxAttachments)
    .map(({ headers, body }) =>
      decodeContent(body, (firstHeader(headers, "content-transfer-encoding") ?? "").toLowerCase()),
    );
}

const hasFileName = ({ params, headers }: MimePart): boolean =>
  params.has("name") || /;\s*filename\*?\d*\*?=/i.test(firstHeader(headers, "content-disposition") ?? "");

function decodeContent(body: string, encoding: string): Buffer {
  if (encoding === "base64") return Buffer.from(body, "base64");
  if (encoding !== "quoted-printable") return Buffer.from(body, "latin1");
  return decodeQuotedPrintable(body);
}

const [equals, blank, tab, lineFeed, carriageReturn] = [61, 32, 9, 10, 13];

/**
 * Decodes quoted-printable (RFC 2045) by character, in linear time: the sender controls the number of blanks before a
 * soft line break and of escaped bytes.
 */
function decodeQuotedPrintable(text: string): Buffer {
  const bytes = Buffer.from(text, "latin1");
  let end = 0;
  // Escaped blanks are kept.
  let literalEnd = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    const softEnd = byte === equals ? softEndAt(bytes, at) : 0;
    const quoted = byte === equals ? quotedAt(bytes, at) : undefined;
    if (softEnd > 0) {
      while (end > literalEnd && (bytes[end - 1] === blank || bytes[end - 1] === tab)) end -= 1;
      at += softEnd;
    } else {
      bytes[end] = quoted ?? byte;
      end += 1;
      if (quoted === undefined) continue;
      literalEnd = end;
      at += 2;
    }
  }
  return bytes.subarray(0, end);
}

/** The number of bytes after the equals sign that end the line; 0 when it is not a soft line break. */
function softEndAt(bytes: Buffer, at: number): number {
  if (bytes[at + 1] === lineFeed) return 1;
  return bytes[at + 1] === carriageReturn && bytes[at + 2] === lineFeed ? 2 : 0;
}

function quotedAt(bytes: Buffer, at: number): number | undefined {
  const [high, low] = [hexDigit(bytes[at + 1]), hexDigit(bytes[at + 2])];
  return high === undefined || low === undefined ? undefined : high * 16 + low;
}

function hexDigit(code: number | undefined): number | undefined {
  if (code === undefined) return undefined;
  if (code >= 48 && code <= 57) return code - 48;
  const letter = code | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : undefined;
}

function decodeText(bytes: Buffer, charset: string): string {
  if (charset.toLowerCase() === "iso-2022-jp") return new TextDecoder(charset).decode(bytes);
  const isKnown = charset !== "" && iconv.encodingExists(charset);
  const text = iconv.decode(bytes, isKnown ? charset : "utf-8");
  // Old servers declare no character set or a wrong one: fall back to windows-1250.
  return text.includes("\uFFFD") ? iconv.decode(bytes, "win1250") : text;
}

/** Decodes the encoded words of a header (RFC 2047). */
export function decodeEncodedWords(value: string): string {
  const joined = value.slice(0, 4000).replaceAll(/\?=\s+=\?/g, "?==?");
  const decoded = joined.replaceAll(
    /=\?([\w-]+)(?:\*[\w-]*)?\?([bq])\?([^?\s]*)\?=/gi,
    (_, charset: string, kind: string, text: string) =>
      decodeText(
        kind.toLowerCase() === "b" ? Buffer.from(text, "base64") : decodeQuotedPrintable(text.replaceAll("_", " ")),
        charset,
      ),
  );
  return decoded === joined ? decodeText(Buffer.from(joined, "latin1"), "utf-8") : decoded;
}
