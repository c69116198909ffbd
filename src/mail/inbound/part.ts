import iconv from "iconv-lite";

/**
 * Mail that comes in is written by every program of the last thirty years. It is read without ever failing: what is
 * broken reads as text, and what is too deep or too much is left out.
 */
export type MailPart = {
  readonly headers: MailHeaders;
  /** Lower case, `text/plain` where nothing is said. */
  readonly type: string;
  readonly params: ReadonlyMap<string, string>;
  /** As it came, a letter for each byte. */
  readonly body: string;
  readonly parts: readonly MailPart[];
};

export type MailHeaders = readonly { readonly name: string; readonly value: string }[];

const maxDepth = 5;
const maxParts = 50;
const maxHeaders = 500;

export const readMail = (raw: Buffer): MailPart => readPart(raw.toString("latin1"), 0);

function readPart(text: string, depth: number): MailPart {
  const { head, body } = splitHead(text);
  const headers = readHeaders(head);
  const { value, params } = readParams(firstHeader(headers, "content-type") ?? "text/plain");
  const type = /^[\w.+-]+\/[\w.+-]+$/.test(value) ? value : "text/plain";
  const boundary = params.get("boundary") ?? "";
  const isMultipart = type.startsWith("multipart/") && boundary !== "" && depth < maxDepth;
  const parts = isMultipart ? splitParts(body, boundary).map((part) => readPart(part, depth + 1)) : [];
  return { headers, type, params, body, parts };
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
export function readHeaders(head: string): MailHeaders {
  const lines = head.replaceAll(/\r?\n[ \t]+/g, " ").split(/\r?\n/, maxHeaders);
  return lines.flatMap((line) => {
    const [, name, value = ""] = /^([!-9;-~]{1,80}):[ \t]*(.*)$/.exec(line) ?? [];
    return name === undefined ? [] : [{ name: name.toLowerCase(), value: value.trim() }];
  });
}

export const firstHeader = (headers: MailHeaders, name: string): string | undefined =>
  headers.find((header) => header.name === name)?.value;

/** `value; name=text; name="text"`, names in lower case. */
function readParams(text: string): { value: string; params: ReadonlyMap<string, string> } {
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
export function* walk(part: MailPart): Generator<MailPart> {
  yield part;
  for (const each of part.parts) yield* walk(each);
}

/** What the sender of the part wrote, transfer encoding and character set undone. */
export function textOf(part: MailPart, maxChars = 200_000): string {
  const encoding = (firstHeader(part.headers, "content-transfer-encoding") ?? "").toLowerCase();
  const bytes = contentOf(part.body.slice(0, maxChars * 4), encoding);
  return decodeText(bytes, part.params.get("charset") ?? "utf-8").slice(0, maxChars);
}

const maxAttachments = 10;

/** Files in the message, or the one that it is; texts only where they have the name of a file. */
export function attachmentsOf(mail: MailPart): Buffer[] {
  return [...walk(mail)]
    .filter(({ parts, type }) => parts.length === 0 && !/^(multipart|message)\//.test(type))
    .filter((part) => !/^text\/(plain|html)$/.test(part.type) || hasFileName(part))
    .slice(0, maxAttachments)
    .map(({ headers, body }) =>
      contentOf(body, (firstHeader(headers, "content-transfer-encoding") ?? "").toLowerCase()),
    );
}

const hasFileName = ({ params, headers }: MailPart): boolean =>
  params.has("name") || /;\s*filename\*?\d*\*?=/i.test(firstHeader(headers, "content-disposition") ?? "");

function contentOf(body: string, encoding: string): Buffer {
  if (encoding === "base64") return Buffer.from(body, "base64");
  if (encoding !== "quoted-printable") return Buffer.from(body, "latin1");
  return Buffer.from(unquote(body.replaceAll(/[ \t]*=\r?\n/g, "")), "latin1");
}

const unquote = (text: string): string =>
  text.replaceAll(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));

function decodeText(bytes: Buffer, charset: string): string {
  const isKnown = charset !== "" && iconv.encodingExists(charset);
  const text = iconv.decode(bytes, isKnown ? charset : "utf-8");
  // Old servers say nothing of their letters, or something else than the truth: Central European ones then.
  return text.includes("\uFFFD") ? iconv.decode(bytes, "win1250") : text;
}

/** Encoded words of a header (RFC 2047) as text. */
export function decodeWords(value: string): string {
  const joined = value.slice(0, 4000).replaceAll(/\?=\s+=\?/g, "?==?");
  const decoded = joined.replaceAll(
    /=\?([\w-]+)(?:\*[\w-]*)?\?([bq])\?([^?\s]*)\?=/gi,
    (_, charset: string, kind: string, text: string) =>
      decodeText(
        kind.toLowerCase() === "b"
          ? Buffer.from(text, "base64")
          : Buffer.from(unquote(text.replaceAll("_", " ")), "latin1"),
        charset,
      ),
  );
  return decoded === joined ? decodeText(Buffer.from(joined, "latin1"), "utf-8") : decoded;
}
