const markup = Symbol("markup");

/** Markup that is known to be safe; only the `html` tag and a sanitiser make it. */
export type Html = { readonly [markup]: string };

export type HtmlChild = Html | string | number | null | undefined | readonly HtmlChild[];

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escapeText = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

const isList = (part: HtmlChild): part is readonly HtmlChild[] => Array.isArray(part);

function renderChild(part: HtmlChild): string {
  if (part === null || part === undefined) return "";
  if (isList(part)) return part.map(renderChild).join("");
  if (typeof part === "object") return part[markup];
  return escapeText(String(part));
}

/** Strips source indentation, which only makes pages larger. */
const unindent = (text: string): string => text.replace(/\n\s+/g, "\n");

/** Interpolated values are escaped unless they are `Html`. Attribute values must be quoted. */
export function html(strings: TemplateStringsArray, ...parts: readonly HtmlChild[]): Html {
  return { [markup]: strings.map((text, index) => unindent(text) + renderChild(parts[index])).join("") };
}

export const emptyHtml: Html = html``;

/** Only for the output of a sanitizer. */
export const trustedHtml = (text: string): Html => ({ [markup]: text });

export const toHtmlString = (page: Html): string => page[markup];

/** Renders words between backticks, as in contracts, as `<code>`. */
export const renderInlineCode = (text: string): Html =>
  html`${text.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
