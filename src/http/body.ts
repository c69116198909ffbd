import { validation } from "../kernel/errors.ts";

export const maxBodyBytes = 5_242_880;

/** Deeper than anything that makes sense; who goes through a value step by step would run out of stack. */
const maxDepth = 100;

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** A request's JSON: strict UTF-8, no key that reaches into prototypes, no NUL and no half of a character pair, which text columns cannot hold. */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return {};
  const text = decode(bytes);
  const value = parse(text);
  if (text.length > maxDepth * 2 && (text.match(/[[{]/g)?.length ?? 0) > maxDepth) rejectDeepNesting(value, 0);
  if (text.includes("\\u0000") || text.includes("__proto__") || text.includes("\\u005") || /\\ud/i.test(text))
    rejectForbiddenText(value);
  return value;
}

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw validation("body");
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw validation("body");
  }
}

function rejectDeepNesting(value: unknown, depth: number): void {
  if (typeof value !== "object" || value === null) return;
  if (depth === maxDepth) throw validation("body");
  for (const inner of Object.values(value)) rejectDeepNesting(inner, depth + 1);
}

/** Names the field; a key that holds one, or that reaches into prototypes, has no name worth telling. */
export function rejectForbiddenText(value: unknown, path = ""): void {
  if (typeof value === "string" && /\0|\p{Surrogate}/u.test(value)) throw validation(fieldPathOf(path));
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === "__proto__" || /\0|\p{Surrogate}/u.test(key)) throw validation("body");
    rejectForbiddenText(inner, path === "" ? key : `${path}.${key}`);
  }
}

/** Inside the definition of a segment groups are named by their indexes alone: `definition.<indexes>.<field>`. */
function fieldPathOf(path: string): string {
  if (path === "") return "body";
  return path.startsWith("definition.") ? path.replaceAll(/\.rules(?=\.\d)/g, "") : path;
}

/** Bytes in a query that are no UTF-8. Pages for people take what mail programs and bookmarks made of their address. */
export function rejectUndecodableQuery(url: string): void {
  const query = url.startsWith("/api/") ? url.indexOf("?") : -1;
  if (query < 0 || !url.includes("%", query)) return;
  try {
    decodeURIComponent(url.slice(query));
  } catch {
    throw validation("query");
  }
}
