import { html, emptyHtml, renderInlineCode, type Html, type HtmlChild } from "../../../kernel/html.ts";
import type { SchemaField } from "../shape.ts";

/** Requests mark required properties; responses contain all unless marked otherwise. */
type FieldUse = "request" | "answer";

/** Nested properties are collapsed beyond this number. */
const maxOpenFields = 12;

/** Properties with types and limits; nested objects and arrays can be expanded. */
export function fieldList(fields: readonly SchemaField[], use: FieldUse): Html {
  return html`<ul class="fields">
    ${fields.map((field) => fieldItem(field, use))}
  </ul>`;
}

/** A long list starts collapsed. */
export function answerFields(fields: readonly SchemaField[]): Html {
  if (fields.length <= maxOpenFields) return fieldList(fields, "answer");
  return html`<details class="fold">
    <summary>${fields.length} properties</summary>
    ${fieldList(fields, "answer")}
  </details>`;
}

function fieldItem(field: SchemaField, use: FieldUse): Html {
  return html`<li>
    <p class="field-head">
      <code class="field-name">${field.name}</code>
      <span class="field-type">${field.type}</span
      >${field.isNullable ? html` <span class="field-type">or null</span>` : emptyHtml}${mark(field, use)}
    </p>
    ${notes(field)}
    ${
      field.fields.length === 0
        ? emptyHtml
        : html`<details class="fold">
            <summary>${field.fields.length} ${field.fields.length === 1 ? "property" : "properties"}</summary>
            ${fieldList(field.fields, use)}
          </details>`
    }
  </li>`;
}

function mark(field: SchemaField, use: FieldUse): Html {
  if (use === "request") return field.isRequired ? html` <span class="required">required</span>` : emptyHtml;
  return field.isRequired ? emptyHtml : html` <span class="field-type">may be absent</span>`;
}

function notes(field: SchemaField): HtmlChild {
  const choices =
    field.choices.length === 0
      ? emptyHtml
      : html`<p class="choices">
          <span>One of</span> ${field.choices.map((choice) => html`<code>${choice}</code> `)}
        </p>`;
  const details = [
    ...(field.description === "" ? [] : [renderInlineCode(field.description)]),
    ...field.limits.map(limitText),
    ...(field.defaultValue === undefined ? [] : [html`default <code>${field.defaultValue}</code>`]),
  ];
  return html`${
    details.length === 0
      ? emptyHtml
      : html`<p class="field-notes">${details.map((detail, index) => (index === 0 ? detail : html` · ${detail}`))}</p>`
  }${choices}`;
}

function limitText(limit: string): Html {
  const [, words, pattern] = /^(.*?matches )(.+)$/s.exec(limit) ?? [];
  return pattern === undefined ? html`${limit}` : html`${words}<code>${pattern}</code>`;
}
