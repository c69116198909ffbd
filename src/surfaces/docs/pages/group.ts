import type { TObject } from "typebox";
import { isRedirect } from "../../../kernel/redirect.ts";
import { fileTypeOf, filePart } from "../../../kernel/file.ts";
import type { Operation } from "../../../registry/registry.ts";
import { toCurl } from "../curl.ts";
import { answerExample } from "../example.ts";
import { html, emptyHtml, renderInlineCode, type Html, type HtmlChild } from "../../../kernel/html.ts";
import {
  pathParameters,
  queryParameters,
  documentedErrors,
  type OperationGroup,
  type Parameter,
  type ApiReference,
} from "../reference.ts";
import { toShape } from "../shape.ts";
import { commandBlock, jsonBlock } from "./code.ts";
import { fieldList, answerFields } from "./fields.ts";
import { methodBadge, referencePage } from "./layout.ts";
import { tryForm } from "./try-form.ts";

export function groupPage(reference: ApiReference, group: OperationGroup): string {
  const count = group.operations.length;
  return referencePage(reference, {
    title: `${group.tag} · Postrider API`,
    current: group,
    main: html`<header class="page-head">
        <h1>${group.tag}</h1>
        <p class="lead">${count} ${count === 1 ? "operation" : "operations"} of the Postrider API.</p>
      </header>
      ${group.operations.map((operation) => operationCard(operation, reference.publicUrl))}`,
  });
}

function operationCard(operation: Operation, publicUrl: string): Html {
  return html`<article class="card operation" id="${operation.name}" aria-labelledby="${operation.name}-title">
    <div class="operation-text">
      <header>
        <h2 id="${operation.name}-title">
          <a class="anchor" href="#${operation.name}">${renderInlineCode(operation.summary)}</a>
        </h2>
        <p class="address">${methodBadge(operation.method)}${markedPath(operation.url)}</p>
        <ul class="badges" aria-label="Who may call it, and what it risks">
          ${listBadges(operation)}
        </ul>
      </header>
      ${parameterSection("Path parameters", ownPathParameters(operation))}
      ${parameterSection("Query parameters", queryParameters(operation))} ${formSection(operation)}
      ${bodySection(operation)} ${answerSections(operation)} ${errorSection(operation)}
    </div>
    <div class="operation-code">
      <div class="operation-code-content">
        ${commandBlock("Request", toCurl(operation, publicUrl), `curl for ${operation.name}`)}
        ${listAnswers(operation).map(({ status, schema }) =>
          schema === null || isRedirect(schema) || fileTypeOf(schema) !== undefined
            ? emptyHtml
            : answerCode(operation, status, schema),
        )}
        ${operation.protocol === "oauth" ? emptyHtml : tryForm(operation)}
      </div>
    </div>
  </article>`;
}

/** The common prefix of paths is dimmed, parameters are emphasised; a long path may break after a slash. */
function markedPath(url: string): Html {
  const [, base = "", rest = url] = /^(\/api\/v1\/tenants\/\{tenant\})(.*)$/.exec(url) ?? [];
  const pieces = rest.split(/(\{\w+\}|\/)/).map((piece) => {
    if (piece === "/") return html`/<wbr />`;
    return piece.startsWith("{") ? html`<span class="parameter">${piece}</span>` : html`${piece}`;
  });
  return html`<code class="url"
    >${base === "" ? emptyHtml : html`<span class="base">${base}</span><wbr />`}${pieces}</code
  >`;
}

const accessWords = {
  member_or_key: "API key or member",
  member: "signed-in member",
  signed_in: "signed-in person",
  assistant: "access token or API key",
  public: "no sign-in",
} as const;

const effectWords = {
  sends: "sends e-mails",
  discloses: "sends data out",
  depends: "may send e-mails or data out",
} as const;

function listBadges(operation: Operation): HtmlChild {
  const permission = operation.module === null ? operation.level : `${operation.module} / ${operation.level}`;
  return html`${operation.access === "public" ? emptyHtml : html`<li class="badge">${permission}</li>`}
    <li class="badge risk-${operation.risk}">${operation.risk}</li>
    ${operation.effect === "internal" ? emptyHtml : html`<li class="badge">${effectWords[operation.effect]}</li>`}
    <li class="badge quiet">${accessWords[operation.access]}</li>
    <li class="badge quiet"><code>${operation.name}</code></li>`;
}

/** The company is part of every path and explained once, on the overview. */
const ownPathParameters = (operation: Operation): Parameter[] =>
  pathParameters(operation).filter(({ field }) => field.name !== "tenant");

function parameterSection(title: string, parameters: readonly Parameter[]): Html {
  if (parameters.length === 0) return emptyHtml;
  return html`<section>
    <h3>${title}</h3>
    ${fieldList(
      parameters.map(({ field }) => field),
      "request",
    )}
  </section>`;
}

const besideFile = (fields: TObject | undefined): string =>
  fields === undefined ? "" : `Beside it: ${Object.keys(fields.properties).join(", ")}.`;

function formSection({ upload, body }: Operation): Html {
  if (upload === undefined) return emptyHtml;
  return html`<section>
    <h3>Form <span class="media">multipart/form-data</span></h3>
    <p class="field-notes">
      The part <code>${filePart}</code> holds the file, at most ${upload.maxBytes / 1_048_576} MB.
      ${besideFile(upload.fields)} ${body === undefined ? "" : "Or send JSON:"}
    </p>
  </section>`;
}

const bodyType = ({ bodyFormat }: Operation): string =>
  bodyFormat === "form" ? "application/x-www-form-urlencoded" : "application/json";

function bodySection(operation: Operation): Html {
  if (operation.body === undefined) return emptyHtml;
  const shape = toShape(operation.body);
  return html`<section>
    <h3>Request body <span class="media">${bodyType(operation)}</span></h3>
    ${shape.fields.length === 0 ? html`<p class="field-notes">${shape.type}</p>` : fieldList(shape.fields, "request")}
  </section>`;
}

const listAnswers = (operation: Operation) =>
  Object.entries(operation.answers).map(([status, schema]) => ({ status, schema }));

const statusBadge = (status: number | string): Html =>
  html`<span class="status status-${String(status).slice(0, 1)}">${status}</span>`;

function answerSections(operation: Operation): HtmlChild {
  return listAnswers(operation).map(({ status, schema }) => {
    const shape = toShape(schema);
    const fileType = fileTypeOf(schema);
    return html`<section>
      <h3>Answer ${statusBadge(status)}</h3>
      ${
        schema === null || isRedirect(schema)
          ? html`<p class="field-notes">No body.</p>`
          : fileType !== undefined
            ? html`<p class="field-notes">A file: <code>${fileType}</code></p>`
            : shape.fields.length === 0
              ? html`<p class="field-notes">${shape.type}</p>`
              : answerFields(shape.fields)
      }
    </section>`;
  });
}

const answerCode = (operation: Operation, status: string, schema: unknown): Html =>
  jsonBlock(
    html`Answer ${statusBadge(status)}`,
    answerExample(schema),
    `example response ${status} of ${operation.name}`,
  );

function errorSection(operation: Operation): Html {
  const refusals = documentedErrors(operation).map(
    ({ status, code, message }) =>
      html`<li>${statusBadge(status)} <code>${code}</code> <span class="word">${message}</span></li>`,
  );
  return html`<section>
    <h3>Errors <a class="media" href="/docs#errors">besides those all operations share</a></h3>
    ${
      refusals.length === 0
        ? html`<p class="field-notes">None of its own.</p>`
        : html`<ul class="refusals">
            ${refusals}
          </ul>`
    }
  </section>`;
}
