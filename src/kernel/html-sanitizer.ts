import { defaultTreeAdapter, html, parse, serialize, type DefaultTreeAdapterTypes } from "parse5";
import { isNestedTooDeep } from "./html-nesting.ts";

type ChildNode = DefaultTreeAdapterTypes.ChildNode;
type ParentNode = DefaultTreeAdapterTypes.ParentNode;
type Element = DefaultTreeAdapterTypes.Element;
export type Attributes = Readonly<Record<string, string>>;

/** What may stay; everything else is removed. */
export type HtmlPolicy = {
  readonly tags: ReadonlySet<string>;
  /** Attributes by element; `*` is every element. */
  readonly attributes: Readonly<Record<string, readonly string[]>>;
  /** Elements that are removed together with their content; of others only the tags are removed. */
  readonly removedWithContent: ReadonlySet<string>;
  readonly maxDepth: number;
  readonly transform?: Readonly<Record<string, (attributes: Attributes) => Attributes>>;
};

const linkSchemes = new Set(["http", "https", "mailto", "tel"]);
const mediaSchemes = new Set(["http", "https"]);
const urlAttributes = new Set(["href", "src", "action", "poster", "cite"]);

/** HTML that keeps changing when it is parsed again is an attempt to bypass the policy. */
const maxRounds = 5;

/** Deeper nodes are dropped: recursive code would run out of stack. */
const maxParsedDepth = 1000;

/** Parses as browsers do (HTML standard), keeps what the policy allows and serializes that. */
export function sanitize(dirty: string, policy: HtmlPolicy): string {
  if (isNestedTooDeep(dirty)) return "";
  let text = dirty;
  for (let round = 0; round < maxRounds; round += 1) {
    const cleaned = sanitizeOnce(text, policy);
    // Only a style sheet holds unescaped text, which could become markup where the sheet is not allowed.
    if (cleaned === text || !cleaned.includes("<style")) return cleaned.trim();
    text = cleaned;
  }
  return "";
}

function sanitizeOnce(text: string, policy: HtmlPolicy): string {
  // Not as a fragment: the parser moves its nodes in quadratic time.
  const body = childrenOf(parse(`<!doctype html><body>${text}`), "html").flatMap((root) => childrenOf(root, "body"))[0];
  if (body === undefined) return "";
  body.childNodes = body.childNodes.flatMap((node) => keep(node, policy, { parsed: 0, kept: 0 }));
  return serialize(body);
}

const childrenOf = ({ childNodes }: ParentNode, name: string): Element[] =>
  childNodes.filter((node) => defaultTreeAdapter.isElementNode(node)).filter(({ tagName }) => tagName === name);

type Depth = { readonly parsed: number; readonly kept: number };

function keep(node: ChildNode, policy: HtmlPolicy, depth: Depth): ChildNode[] {
  if (defaultTreeAdapter.isTextNode(node)) return [node];
  if (!defaultTreeAdapter.isElementNode(node) || depth.parsed > maxParsedDepth) return [];
  const { tagName, namespaceURI } = node;
  if (namespaceURI !== html.NS.HTML || policy.removedWithContent.has(tagName)) return [];
  const isKept = policy.tags.has(tagName) && depth.kept < policy.maxDepth;
  const inner = { parsed: depth.parsed + 1, kept: depth.kept + (isKept ? 1 : 0) };
  const children = node.childNodes.flatMap((child) => keep(child, policy, inner));
  if (!isKept) return children;
  node.childNodes = children;
  node.attrs = keptAttributes(node, policy);
  return [node];
}

function keptAttributes({ tagName, attrs }: Element, { attributes, transform }: HtmlPolicy): Element["attrs"] {
  const allowed = [...(attributes["*"] ?? []), ...(attributes[tagName] ?? [])];
  const isAllowed = (name: string) =>
    allowed.includes(name) || (allowed.includes("aria-*") && /^aria-[a-z]+$/.test(name));
  const kept = attrs
    .filter(({ name, value }) => isAllowed(name) && isHarmless(tagName, name, value))
    .map(({ name, value }): [string, string] => [name, value]);
  const change = transform?.[tagName];
  const values = Object.fromEntries(kept);
  return Object.entries(change === undefined ? values : change(values)).map(([name, value]) => ({ name, value }));
}

function isHarmless(tagName: string, name: string, value: string): boolean {
  if (name === "style") return !/(?:java|vb)script\s*:|expression\s*\(|-moz-binding/i.test(value);
  const schemes = tagName === "img" || tagName === "source" || tagName === "video" ? mediaSchemes : linkSchemes;
  if (urlAttributes.has(name)) return isAllowedUrl(value, schemes);
  return name !== "srcset" || value.split(",").every((candidate) => isAllowedUrl(candidate, schemes));
}

/** Browsers ignore control characters and blanks in a URL's scheme, and read a backslash as a slash. */
function isAllowedUrl(value: string, schemes: ReadonlySet<string>): boolean {
  const url = value.replace(/[\p{Cc}\s]/gu, "");
  if (/^[/\\]{2}/.test(url)) return false;
  const [, scheme] = /^([^/?#\\]*?):/.exec(url) ?? [];
  return scheme === undefined || schemes.has(scheme.toLowerCase());
}
