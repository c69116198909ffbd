/** `{{df_name|default:'friend'}}`, with blanks anywhere; an editor may have written the quotes as entities. */
export type ParsedTag = { name: string; fallback: string };

/** A part of the source that is not HTML: a merge tag, a Twig construct, or a `{{…}}` that is neither. */
export type TemplateTag =
  | { kind: "tag"; source: string; at: number; tag: ParsedTag }
  | { kind: "twig"; source: string; at: number }
  | { kind: "broken"; source: string; at: number };

const MAX_TAG = 500;
const MAX_TWIG = 10_000;

const tagPattern =
  /^\s*([a-z][\w.]*(?::[\w.-]+)?)\s*(?:\|\s*default\s*[:(]\s*(?:'([^']*)'|"([^"]*)"|([^'"|()]*?))\s*\)?\s*)?$/i;

export const usesTwig = (text: string) => text.includes("{%");

/** All marks in order. In a text with Twig, everything that is not a merge tag is Twig. */
export function findTags(text: string): TemplateTag[] {
  if (!text.includes("{{") && !usesTwig(text)) return [];
  const isTwig = usesTwig(text);
  const closers = { "{": closerFinder(text, "}}"), "%": closerFinder(text, "%}"), "#": closerFinder(text, "#}") };
  const marks: TemplateTag[] = [];
  let at = text.indexOf("{");
  while (at !== -1) {
    const mark = markAt(text, at, { isTwig, closers });
    if (mark !== undefined) marks.push(mark);
    at = text.indexOf("{", mark === undefined ? at + 1 : at + mark.source.length);
  }
  return marks;
}

type Closers = Record<"{" | "%" | "#", (from: number) => number>;

function markAt(
  text: string,
  at: number,
  { isTwig, closers }: { isTwig: boolean; closers: Closers },
): TemplateTag | undefined {
  const opener = text[at + 1];
  if (opener !== "{" && !(isTwig && (opener === "%" || opener === "#"))) return undefined;
  const end = closers[opener](at + 2) + 2;
  if (end < at + 4 || end - at > (isTwig ? MAX_TWIG : MAX_TAG)) return undefined;
  const source = text.slice(at, end);
  const inner = source.slice(2, -2);
  const tag = opener === "{" ? parseTag(inner) : undefined;
  if (tag !== undefined && (!isTwig || isOurs(tag.name))) return { kind: "tag", source, at, tag };
  if (isTwig) return { kind: "twig", source, at };
  // A tag that is broken by HTML or by the next tag: the text inside must not disappear.
  return /[{}<>]/.test(inner) ? undefined : { kind: "broken", source, at };
}

/** Finds the next closing marker from a position that only advances: the text is searched once. */
function closerFinder(text: string, closer: string): (from: number) => number {
  let found = -2;
  return (from) => {
    if (found !== -1 && found < from) found = text.indexOf(closer, from);
    return found;
  };
}

/** In Twig a bare name is a variable; these forms are never variables. */
const isOurs = (name: string) => /^df_|:/i.test(name);

export function parseTag(inner: string): ParsedTag | undefined {
  const match = tagPattern.exec(plainQuotes(inner));
  if (match === null) return undefined;
  const [, name = "", single, double, bare] = match;
  return { name, fallback: single ?? double ?? bare ?? "" };
}

const quoteEntities: Readonly<Record<string, string>> = {
  "&#39;": "'",
  "&apos;": "'",
  "&#x27;": "'",
  "&quot;": '"',
  "&#34;": '"',
  "&nbsp;": " ",
  "&#160;": " ",
  "\u00a0": " ",
  "&amp;": "&",
};

const plainQuotes = (text: string) =>
  text.replace(
    /&(?:#39|apos|#x27|quot|#34|nbsp|#160|amp);|\u00a0/gi,
    (entity) => quoteEntities[entity.toLowerCase()] ?? entity,
  );

/** Opening markers without an end. */
export function findUnclosed(text: string, marks: readonly TemplateTag[]): number[] {
  const taken = new Set(marks.map(({ at }) => at));
  const open: number[] = [];
  let end = 0;
  const ends = new Map(marks.map(({ at, source }) => [at, at + source.length]));
  for (let at = text.indexOf("{{"); at !== -1; at = text.indexOf("{{", at + 2)) {
    if (taken.has(at)) end = ends.get(at) ?? end;
    else if (at >= end) open.push(at);
  }
  return open;
}

/** Lines and columns start at 1. */
export function positionIn(text: string): (at: number) => { line: number; column: number } {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (at) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= at) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: at - (starts[low] ?? 0) + 1 };
  };
}
