import { sanitize, type Attributes, type HtmlPolicy } from "./html-sanitizer.ts";

/** Links open without a referrer or opener. */
const plainLink = (attributes: Attributes) => ({ ...attributes, rel: "noopener noreferrer" });

const words = (text: string) => text.split(" ");

const textTags = words("p br strong b em i u s a ul ol li h2 h3 h4 blockquote hr span img");

/** Browsers read their content in other ways depending on where and with which settings they are parsed. */
const neverText = words("script noscript title iframe object xmp noembed noframes plaintext template");

const textPolicy: HtmlPolicy = {
  tags: new Set(textTags),
  attributes: { a: ["href", "title", "rel"], img: ["src", "alt", "title", "width", "height"] },
  removedWithContent: new Set([...neverText, "style", "textarea", "select", "option"]),
  maxDepth: 50,
  transform: { a: plainLink },
};

/** Formatted text of a company on a page of this service: no styles, forms or active content. */
export const sanitizeText = (dirty: string): string => sanitize(dirty, textPolicy);

const pageTags = [
  ...textTags,
  ...words(
    "div section article header footer main nav aside figure figcaption address h1 h5 h6 pre code small sub sup mark",
  ),
  ...words("table thead tbody tfoot tr th td caption colgroup col dl dt dd picture source video style"),
  ...words(
    "form label input select option optgroup textarea button fieldset legend details summary time abbr center font",
  ),
];

/** Password fields are removed to prevent phishing. */
const inputTypes = new Set("text email tel url number date checkbox radio hidden submit search".split(" "));

const plainInput = ({ type, ...attributes }: Attributes) => ({
  type: inputTypes.has(type ?? "") ? (type ?? "text") : "text",
  ...attributes,
});

const pageAttributes = {
  "*": [
    "class",
    "id",
    "style",
    "title",
    "lang",
    "dir",
    "role",
    "align",
    "valign",
    "bgcolor",
    "width",
    "height",
    "aria-*",
  ],
  a: ["href", "target", "rel"],
  img: ["src", "srcset", "sizes", "alt", "loading", "border"],
  source: ["src", "srcset", "sizes", "media", "type"],
  video: ["src", "poster", "controls", "loop", "muted", "playsinline"],
  table: ["border", "cellpadding", "cellspacing"],
  td: ["colspan", "rowspan", "headers"],
  th: ["colspan", "rowspan", "scope"],
  col: ["span"],
  ol: ["start", "type"],
  font: ["color", "size", "face"],
  time: ["datetime"],
  style: ["media"],
  details: ["open"],
  form: ["action", "method", "accept-charset"],
  label: ["for"],
  input: [
    "type",
    ..."name value placeholder required checked maxlength minlength min max step pattern autocomplete".split(" "),
  ],
  select: ["name", "required", "multiple", "autocomplete"],
  option: ["value", "selected"],
  optgroup: ["label"],
  textarea: ["name", "rows", "cols", "placeholder", "required", "maxlength"],
  button: ["type", "name", "value"],
};

const pagePolicy: HtmlPolicy = {
  tags: new Set(pageTags),
  attributes: pageAttributes,
  removedWithContent: new Set(neverText),
  maxDepth: 200,
  transform: { a: plainLink, input: plainInput },
};

/**
 * A complete page written by a company. Styles and style sheets are kept; scripts, frames, event handlers and script
 * URLs are removed. The page is also served in a sandbox.
 */
export const sanitizePage = (dirty: string): string => sanitize(dirty, pagePolicy);

/** The same for an e-mail that is displayed with the statistics of its links. */
export const sanitizePageWithLinkNumbers = (dirty: string): string =>
  sanitize(dirty, { ...pagePolicy, attributes: { ...pageAttributes, a: [...pageAttributes.a, "data-link"] } });
