const markup = Symbol("markup");

/** Markup that is known to be safe; only the `html` tag and a sanitiser make it. */
export type Html = { readonly [markup]: string };

export type Part = Html | string | number | null | undefined | readonly Part[];

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escapeText = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

const isList = (part: Part): part is readonly Part[] => Array.isArray(part);

function renderPart(part: Part): string {
  if (part === null || part === undefined) return "";
  if (isList(part)) return part.map(renderPart).join("");
  if (typeof part === "object") return part[markup];
  return escapeText(String(part));
}

/** The indentation of our source makes pages larger and means nothing to a browser. */
const unindent = (text: string): string => text.replace(/\n\s+/g, "\n");

/** Whatever is put in is escaped, unless it came out of this tag itself. Attributes must be written in quotes. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { [markup]: strings.map((text, index) => unindent(text) + renderPart(parts[index])).join("") };
}

export const nothing: Html = html``;

/** For what a sanitiser has let through, and for nothing else. */
export const cleanMarkup = (text: string): Html => ({ [markup]: text });

export const textOf = (page: Html): string => page[markup];

/** Words between backticks, as contracts write them, are code. */
export const withCode = (text: string): Html =>
  html`${text.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
