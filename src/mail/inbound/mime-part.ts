import iconv from "iconv-lite";

/**
 * Mail that comes in is written by every program of the last thirty years. It is read without ever failing: what is
 * broken reads as text, and what is too deep or too much is left out.
 */
export type MimePart = {
  readonly headers: MailHeaders;
  /** Lower case, `text/plain` where nothing is said. */
  readonly type: string;
  readonly params: ReadonlyMap<string, string>;
  /** As it came, a letter for each byte. */
  readonly body: string;
  readonly parts: readonly MimePart[];
};

export type MailHeaders = readonly { readonly name: string; readonly value: string }[];

const maxDepth = 5;
/** In one multipart, and in the whole of a mail. */
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
  const boundary = params.get("boundary") ?? "";
  const isBounded = boundary !== "" && boundary.length <= maxBoundaryLength;
  const isMultipart = type.startsWith("multipart/") && isBounded && depth < maxDepth;
  const texts = isMultipart ? splitParts(body, boundary).slice(0, allowed.left) : [];
  allowed.left -= texts.length;
  return { headers, type, params, body, parts: texts.map((part) => parsePart(part, depth + 1, allowed)) };
}

function splitHead(text: string): { head: string; body: string } {
  // A part may begin with an empty line: it has no headers then.
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

/** Between lines that begin with the boundary; the last one may be missing. */
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

/** The parts of a message in their order, itself first; nothing of the messages inside it. */
export function* walkParts(part: MimePart): Generator<MimePart> {
  yield part;
  for (const each of part.parts) yield* walkParts(each);
}

/** What the sender of the part wrote, transfer encoding and character set undone. */
export function decodedText(part: MimePart, maxChars = 200_000): string {
  const encoding = (firstHeader(part.headers, "content-transfer-encoding") ?? "").toLowerCase();
  const bytes = contentOf(part.body.slice(0, maxChars * 4), encoding);
  return decodeText(bytes, part.params.get("charset") ?? "utf-8").slice(0, maxChars);
}

const maxAttachments = 10;

/** Files in the message, or the one that it is; texts only where they have the name of a file. */
export function attachmentsOf(mail: MimePart): Buffer[] {
  return [...walkParts(mail)]
    .filter(({ parts, type }) => parts.length === 0 && !/^(multipart|message)\//.test(type))
    .filter((part) => !/^text\/(plain|html)$/.test(part.type) || hasFileName(part))
    .slice(0, maxAttachments)
    .map(({ headers, body }) =>
      contentOf(body, (firstHeader(headers, "content-transfer-encoding") ?? "").toLowerCase()),
    );
}

const hasFileName = ({ params, headers }: MimePart): boolean =>
  params.has("name") || /;\s*filename\*?\d*\*?=/i.test(firstHeader(headers, "content-disposition") ?? "");

function contentOf(body: string, encoding: string): Buffer {
  if (encoding === "base64") return Buffer.from(body, "base64");
  if (encoding !== "quoted-printable") return Buffer.from(body, "latin1");
  return decodeQuotedPrintable(body);
}

const [equals, blank, tab, lineFeed, carriageReturn] = [61, 32, 9, 10, 13];

/**
 * Quoted-printable (RFC 2045) undone, letter by letter: strangers choose how many blanks stand before a soft end of a
 * line, and how many bytes are quoted.
 */
function decodeQuotedPrintable(text: string): Buffer {
  const bytes = Buffer.from(text, "latin1");
  let end = 0;
  // Blanks that were quoted are meant.
  let meant = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    const softEnd = byte === equals ? softEndAt(bytes, at) : 0;
    const quoted = byte === equals ? quotedAt(bytes, at) : undefined;
    if (softEnd > 0) {
      while (end > meant && (bytes[end - 1] === blank || bytes[end - 1] === tab)) end -= 1;
      at += softEnd;
    } else {
      bytes[end] = quoted ?? byte;
      end += 1;
      if (quoted === undefined) continue;
      meant = end;
      at += 2;
    }
  }
  return bytes.subarray(0, end);
}

/** How many bytes after the sign end the line; 0 where it goes on. */
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
  const isKnown = charset !== "" && iconv.encodingExists(charset);
  const text = iconv.decode(bytes, isKnown ? charset : "utf-8");
  // Old servers say nothing of their letters, or something else than the truth: Central European ones then.
  return text.includes("\uFFFD") ? iconv.decode(bytes, "win1250") : text;
}

/** Encoded words of a header (RFC 2047) as text. */
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
