import { html, type Html, type HtmlChild } from "../../../kernel/html.ts";

/** A command to copy; long lines wrap. */
export const commandBlock = (caption: string, command: string, label = caption): Html =>
  html`<figure class="code command">
    <figcaption>
      <span>${caption}</span>
      <button type="button" class="copy" data-copy hidden aria-label="Copy: ${label}">Copy</button>
    </figcaption>
    ${codeBlock(command, label)}
  </figure>`;

export const jsonBlock = (caption: HtmlChild, value: unknown, label: string): Html =>
  html`<figure class="code">
    <figcaption><span>${caption}</span></figcaption>
    ${codeBlock(jsonCode(value), label)}
  </figure>`;

/** It may scroll, so it must be focusable by keyboard. */
const codeBlock = (code: HtmlChild, label: string): Html =>
  html`<pre tabindex="0" role="region" aria-label="${label}"><code>${code}</code></pre>`;

/**
 * Indented JSON with highlighted value types. Line breaks are interpolated values, because the formatter treats those
 * inside a template as white space.
 */
function jsonCode(value: unknown, line = "\n"): Html {
  const inner = `${line}  `;
  if (Array.isArray(value)) {
    return inBrackets(
      "[]",
      value.map((item) => html`${inner}${jsonCode(item, inner)}`),
      line,
    );
  }
  if (typeof value === "object" && value !== null) {
    const lines = Object.entries(value).map(
      ([name, item]) => html`${inner}<span class="json-key">${JSON.stringify(name)}</span>: ${jsonCode(item, inner)}`,
    );
    return inBrackets("{}", lines, line);
  }
  const kind = typeof value === "string" ? "json-text" : "json-word";
  return html`<span class="${kind}">${JSON.stringify(value)}</span>`;
}

function inBrackets(brackets: "[]" | "{}", lines: readonly Html[], end: string): Html {
  if (lines.length === 0) return html`${brackets}`;
  const separated: HtmlChild[] = lines.flatMap((part, index) => (index === 0 ? [part] : [",", part]));
  return html`${brackets.slice(0, 1)}${separated}${end}${brackets.slice(1)}`;
}
