import { html, nothing, withCode, type Html, type Part } from "../../../kernel/html.ts";
import type { Field } from "../shape.ts";

/** In a request one must know what is needed; an answer has everything unless it says otherwise. */
type Use = "request" | "answer";

/** Nested properties are closed below this many, so that a page can be looked over. */
const mostOpenFields = 12;

/** Properties with types and limits; what is inside an object or array can be opened. */
export function fieldList(fields: readonly Field[], use: Use): Html {
  return html`<ul class="fields">
    ${fields.map((field) => fieldItem(field, use))}
  </ul>`;
}

/** A long list starts closed. */
export function answerFields(fields: readonly Field[]): Html {
  if (fields.length <= mostOpenFields) return fieldList(fields, "answer");
  return html`<details class="fold">
    <summary>${fields.length} properties</summary>
    ${fieldList(fields, "answer")}
  </details>`;
}

function fieldItem(field: Field, use: Use): Html {
  return html`<li>
    <p class="field-head">
      <code class="field-name">${field.name}</code>
      <span class="field-type">${field.type}</span
      >${field.isNullable ? html` <span class="field-type">or null</span>` : nothing}${mark(field, use)}
    </p>
    ${notes(field)}
    ${
      field.fields.length === 0
        ? nothing
        : html`<details class="fold">
            <summary>${field.fields.length} ${field.fields.length === 1 ? "property" : "properties"}</summary>
            ${fieldList(field.fields, use)}
          </details>`
    }
  </li>`;
}

function mark(field: Field, use: Use): Html {
  if (use === "request") return field.isRequired ? html` <span class="required">required</span>` : nothing;
  return field.isRequired ? nothing : html` <span class="field-type">may be absent</span>`;
}

function notes(field: Field): Part {
  const choices =
    field.choices.length === 0
      ? nothing
      : html`<p class="choices">
          <span>One of</span> ${field.choices.map((choice) => html`<code>${choice}</code> `)}
        </p>`;
  const details = [
    ...(field.description === "" ? [] : [withCode(field.description)]),
    ...field.limits.map(limitText),
    ...(field.standard === undefined ? [] : [html`default <code>${field.standard}</code>`]),
  ];
  return html`${
    details.length === 0
      ? nothing
      : html`<p class="field-notes">${details.map((detail, index) => (index === 0 ? detail : html` · ${detail}`))}</p>`
  }${choices}`;
}

function limitText(limit: string): Html {
  const [, words, pattern] = /^(.*?matches )(.+)$/s.exec(limit) ?? [];
  return pattern === undefined ? html`${limit}` : html`${words}<code>${pattern}</code>`;
}
