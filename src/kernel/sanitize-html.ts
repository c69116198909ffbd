import sanitizeHtml from "sanitize-html";

const linkSchemes = ["http", "https", "mailto", "tel"] as const;
const imageSchemes = ["http", "https"] as const;

/** Links open without a referrer or opener. */
const plainLink = (tagName: string, attribs: Record<string, string>) => ({
  tagName,
  attribs: { ...attribs, rel: "noopener noreferrer" },
});

const textTags = "p br strong b em i u s a ul ol li h2 h3 h4 blockquote hr span img".split(" ");

/** Formatted text of a company on a page of this service: no styles, forms or active content. */
export const sanitizeText = (dirty: string): string =>
  sanitizeHtml(dirty, {
    allowedTags: textTags,
    allowedAttributes: { a: ["href", "title", "rel"], img: ["src", "alt", "title", "width", "height"] },
    allowedSchemes: linkSchemes,
    allowedSchemesByTag: { img: imageSchemes },
    allowProtocolRelative: false,
    nestingLimit: 50,
    transformTags: { a: plainLink },
  }).trim();

const pageTags = [
  ...textTags,
  ..."div section article header footer main nav aside figure figcaption address h1 h5 h6 pre code small sub sup mark".split(
    " ",
  ),
  ..."table thead tbody tfoot tr th td caption colgroup col dl dt dd picture source video style".split(" "),
  ..."form label input select option optgroup textarea button fieldset legend details summary time abbr center font".split(
    " ",
  ),
];

/** Password fields are removed to prevent phishing. */
const inputTypes = new Set("text email tel url number date checkbox radio hidden submit search".split(" "));

const plainInput = (tagName: string, { type, ...attribs }: Record<string, string>) => ({
  tagName,
  attribs: { type: inputTypes.has(type ?? "") ? (type ?? "text") : "text", ...attribs },
});

const pageOptions = {
  allowedTags: pageTags,
  allowedAttributes: {
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
  },
  allowedSchemes: linkSchemes,
  allowedSchemesByTag: { img: imageSchemes, source: imageSchemes, video: imageSchemes },
  allowedSchemesAppliedToAttributes: ["href", "src", "action", "poster", "cite"],
  allowProtocolRelative: false,
  allowVulnerableTags: true,
  parseStyleAttributes: false,
  nonTextTags: [
    "script",
    "noscript",
    "title",
    "iframe",
    "object",
    "xmp",
    "noembed",
    "noframes",
    "plaintext",
    "svg",
    "math",
  ],
  nestingLimit: 200,
  transformTags: { a: plainLink, input: plainInput },
};

/**
 * A complete page written by a company. Styles and style sheets are kept; scripts, frames, event handlers and script
 * URLs are removed. The page is also served in a sandbox.
 */
export const sanitizePage = (dirty: string): string => sanitizeHtml(dirty, pageOptions).trim();

const { allowedAttributes } = pageOptions;

/** The same for an e-mail that is displayed with the statistics of its links. */
export const sanitizePageWithLinkNumbers = (dirty: string): string =>
  sanitizeHtml(dirty, {
    ...pageOptions,
    allowedAttributes: { ...allowedAttributes, a: [...allowedAttributes.a, "data-link"] },
  }).trim();
