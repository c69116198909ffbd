/** Markup that is safe to show: made by the `html` tag only, which escapes every text put into it. */
export type Html = { readonly markup: string };

type Value = string | number | Html | readonly Html[];

export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  const markup = parts.reduce((text, part, index) => `${text}${markupOf(values[index - 1] ?? "")}${part}`);
  return { markup };
}

export const nothing: Html = { markup: "" };

function markupOf(value: Value): string {
  if (typeof value === "string") return escape(value);
  if (typeof value === "number") return String(value);
  return "markup" in value ? value.markup : value.map(({ markup }) => markup).join("");
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escape = (text: string) => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
