import { defaultTreeAdapter, parse, serialize, type DefaultTreeAdapterTypes } from "parse5";
import { isNestedTooDeep, scanHtml } from "./scan.ts";

type ParentNode = DefaultTreeAdapterTypes.ParentNode;
type ChildNode = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

/** Removed with their content. Raw text elements are read differently depending on settings, so none may stay. */
const removedWithContent = new Set(
  "script iframe applet select textarea noscript template plaintext xmp noembed noframes portal fencedframe".split(" "),
);
const removedTags = new Set("form input object embed frame frameset base".split(" "));
const animations = new Set("animate set animatetransform animatemotion animatecolor discard handler".split(" "));
/** Attributes that hold words for people. */
const wordAttributes = new Set(["alt", "title", "summary", "aria-label", "content"]);

/** Without any of these no parser finds active content, and parsing is not needed. */
const suspicious = new RegExp(
  [
    String.raw`[\s/"'\x60>]on[a-z]+[\s/]*=`,
    ["s", "c", "r", "i", "p", "t"].join(String.raw`[\0-\x20]*`),
    // References to ASCII characters only: the filler of every preheader is a reference.
    String.raw`&#0*(?:\d{1,2}|1[01]\d|12[0-7])(?!\d)|&#x0*[0-7]?[\da-f](?![\da-f])|&(?:colon|tab|newline)`,
    "data:(?!image/(?:png|gif|jpe?g|webp)[;,])",
    "expression|-moz-binding|srcdoc|formaction|refresh|import",
    `<[/]?(?:${[...removedWithContent, ...removedTags, ...animations, "svg", "math"].join("|")})`,
  ].join("|"),
  "i",
);

/**
 * Checks HTML as browsers parse it (HTML standard). Harmless HTML is returned unchanged; of other HTML the active
 * content is removed and the rest serialized, so that what was checked is what is sent.
 */
export function removeParsedActiveContent(html: string): string {
  if (!suspicious.test(html)) return html;
  if (isNestedTooDeep(scanHtml(html))) return html.replaceAll("<", "&lt;");
  let text = html;
  for (let round = 0; round < maxRounds; round += 1) {
    const document = parse(text);
    if (!removeActive(document)) return text;
    text = isDocument(html) ? serialize(document) : serializeContent(document);
  }
  return text.replaceAll("<", "&lt;");
}

/** Serialized HTML may be parsed differently; HTML that stays active after this many rounds is shown as text. */
const maxRounds = 5;

const isDocument = (html: string) => /<(?:!doctype|html|head|body)\b/i.test(html);

const isElement = (node: ChildNode): node is Element => defaultTreeAdapter.isElementNode(node);

/** The document of a fragment: head and body without their tags. */
const serializeContent = (document: DefaultTreeAdapterTypes.Document): string =>
  document.childNodes
    .filter(isElement)
    .flatMap(({ childNodes }) => childNodes.filter(isElement))
    .map((part) => serialize(part))
    .join("");

/** Whether anything was removed. */
function removeActive(parent: ParentNode): boolean {
  let isChanged = false;
  const kept: ChildNode[] = [];
  for (const node of parent.childNodes) {
    if (isRemoved(node)) {
      isChanged = true;
      continue;
    }
    if (!isElement(node)) {
      kept.push(node);
      continue;
    }
    const attributes = node.attrs.filter((attribute) => !isActive(node, attribute));
    isChanged = attributes.length < node.attrs.length || isChanged;
    node.attrs = attributes;
    isChanged = removeActive(node) || isChanged;
    if (!removedTags.has(node.tagName.toLowerCase())) {
      kept.push(node);
      continue;
    }
    isChanged = true;
    kept.push(...node.childNodes);
  }
  parent.childNodes = kept;
  return isChanged;
}

function isRemoved(node: ChildNode): boolean {
  if (defaultTreeAdapter.isCommentNode(node)) return isActiveComment(node.data);
  if (!isElement(node)) return false;
  const name = node.tagName.toLowerCase();
  if (removedWithContent.has(name) || animations.has(name)) return true;
  const attributeValue = (attribute: string) => node.attrs.find((each) => each.name === attribute)?.value ?? "";
  if (name === "style") return scriptInCss.test(collectText(node));
  return (
    (name === "meta" && /refresh/i.test(attributeValue("http-equiv"))) ||
    (name === "link" && /import/i.test(attributeValue("rel")))
  );
}

const collectText = ({ childNodes }: Element): string =>
  childNodes.map((node) => (defaultTreeAdapter.isTextNode(node) ? node.value : "")).join("");

const scriptInCss = /(?:java|vb)script\s*:|expression\s*\(|-moz-binding/i;
const scriptUrl = /^(?:(?:java|vb|live)script:|mocha:|data:(?!image\/(?:png|gif|jpe?g|webp)[;,]|font\/))/i;

function isActive({ namespaceURI }: Element, { name, value }: Element["attrs"][number]): boolean {
  const attribute = name.toLowerCase();
  if (attribute.startsWith("on") || attribute === "srcdoc" || attribute === "formaction") return true;
  if (attribute === "style") return scriptInCss.test(value);
  if (wordAttributes.has(attribute) && namespaceURI.endsWith("xhtml")) return false;
  return scriptUrl.test(value.replace(/[\p{Cc}\s]/gu, ""));
}

/** Outlook parses the content of conditional comments, with tags that have no place elsewhere. */
function isActiveComment(data: string): boolean {
  const [condition] = /^\[if [^\]]*\]>/i.exec(data) ?? [];
  return condition !== undefined && activeComment.test(data.slice(condition.length));
}

const activeComment = new RegExp(
  [
    String.raw`[\s/"'\x60]on[a-z]+[\s/]*=`,
    String.raw`(?:java|vb)[\0-\x20]*script[\0-\x20]*:`,
    `<[/]?(?:${[...removedWithContent, ...removedTags].join("|")})(?![\\w-])`,
  ].join("|"),
  "i",
);
