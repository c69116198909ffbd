import type { Operation } from "../../../registry/registry.ts";
import { bodyExample, pathExample, queryExample } from "../operation-example.ts";
import { html, emptyHtml, type Html } from "../../../kernel/html.ts";
import { pathParameters, queryParameters, type Parameter } from "../reference.ts";

/** Hidden until the script runs: the form does not work without it. */
export function tryForm(operation: Operation): Html {
  const path = pathParameters(operation).filter(({ field }) => field.name !== "tenant");
  const query = queryParameters(operation);
  return html`<details class="try" data-try hidden>
    <summary>Try it</summary>
    <form data-method="${operation.method}" data-url="${operation.url}" data-access="${operation.access}">
      ${connection(operation)} ${parameters(operation, "path", path)} ${parameters(operation, "query", query)}
      ${body(operation)} ${confirmation(operation)}
      <p class="actions"><button type="submit" class="primary">Send ${operation.method}</button></p>
      <div class="outcome" role="status" aria-label="Answer of ${operation.name}"></div>
    </form>
  </details>`;
}

function connection(operation: Operation): Html {
  const id = `${operation.name}-connection`;
  return html`<fieldset>
    <legend>Connection</legend>
    <p class="input">
      <label for="${id}-server">Server</label>
      <input id="${id}-server" name="server" readonly />
    </p>
    ${
      operation.url.includes("{tenant}")
        ? html`<p class="input">
            <label for="${id}-tenant">Tenant</label>
            <input
              id="${id}-tenant"
              name="tenant"
              data-keep
              required
              autocomplete="off"
              spellcheck="false"
              placeholder="UUID of your company"
            />
          </p>`
        : emptyHtml
    }
    ${operation.access === "member_or_key" ? keyInput(id) : html`<p class="hint">${accessHint(operation)}</p>`}
  </fieldset>`;
}

const keyInput = (id: string): Html =>
  html`<p class="input">
      <label for="${id}-key">API key</label>
      <input
        id="${id}-key"
        name="key"
        type="password"
        data-keep
        autocomplete="off"
        spellcheck="false"
        placeholder="pst_…"
        aria-describedby="${id}-hint"
      />
    </p>
    <p class="hint" id="${id}-hint">
      Kept in this tab only and forgotten when you close it. Without a key your sign-in in this browser is used.
    </p>`;

const accessHint = (operation: Operation): string =>
  operation.access === "public" ? "Needs no sign-in." : "Uses your sign-in in this browser; keys are refused.";

function parameters(operation: Operation, place: "path" | "query", list: readonly Parameter[]): Html {
  if (list.length === 0) return emptyHtml;
  return html`<fieldset>
    <legend>${place === "path" ? "Path" : "Query"}</legend>
    ${list.map((parameter) => parameterInput(operation, place, parameter))}
  </fieldset>`;
}

function parameterInput(operation: Operation, place: "path" | "query", { field, schema }: Parameter): Html {
  const id = `${operation.name}-${place}-${field.name}`;
  const example = (place === "path" ? pathExample : queryExample)(operation, field.name, schema);
  const required = field.isRequired ? html`required` : emptyHtml;
  const choices = field.type === "boolean" ? ["true", "false"] : field.choices;
  const input =
    choices.length > 0
      ? html`<select id="${id}" name="${place}.${field.name}" ${required}>
          <option value="">–</option>
          ${choices.map((choice) => html`<option>${choice}</option>`)}
        </select>`
      : html`<input
          id="${id}"
          name="${place}.${field.name}"
          ${required}
          autocomplete="off"
          spellcheck="false"
          placeholder="${field.defaultValue ?? String(example)}"
        />`;
  return html`<p class="input"><label for="${id}">${field.name}</label>${input}</p>`;
}

function body(operation: Operation): Html {
  if (operation.body === undefined) return emptyHtml;
  const text = JSON.stringify(bodyExample(operation), null, 2);
  const id = `${operation.name}-body`;
  return html`<fieldset>
    <legend><label for="${id}">Body</label></legend>
    <textarea id="${id}" name="body" rows="${Math.min(14, text.split("\n").length + 1)}" spellcheck="false">
${text}</textarea>
  </fieldset>`;
}

function confirmation(operation: Operation): Html {
  if (operation.risk !== "irreversible") return emptyHtml;
  return html`<p class="confirm">
    <label><input type="checkbox" name="confirm" required /> I know that this cannot be undone</label>
  </p>`;
}
