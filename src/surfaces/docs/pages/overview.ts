import { statusOf, type ErrorCode } from "../../../kernel/errors.ts";
import { companyGuid } from "../example.ts";
import { html, type Html } from "../../../kernel/html.ts";
import type { ApiReference } from "../reference.ts";
import { commandBlock, jsonBlock } from "./code.ts";
import { overviewSections, referencePage } from "./layout.ts";

export function overviewPage(reference: ApiReference): string {
  const { publicUrl } = reference;
  return referencePage(reference, {
    title: "Postrider API reference",
    current: "overview",
    main: html`<header class="page-head">
        <p class="eyebrow">API v1</p>
        <h1>Postrider API</h1>
        <p class="lead">
          Manage contacts, consents, content, campaigns and statistics over HTTP and JSON. These pages are generated
          from the records that route and validate the requests.
        </p>
        <p class="links">
          <a class="button" href="#authentication">Send the first request</a>
          <a class="button quiet" href="/api/openapi.json">OpenAPI 3.1</a>
        </p>
      </header>
      ${groupCards(reference)} ${authentication(publicUrl)} ${conventions(publicUrl)} ${errors()} ${limits()}
      ${retries(publicUrl)}`,
  });
}

function section(id: (typeof overviewSections)[number]["id"], content: Html): Html {
  const title = overviewSections.find((candidate) => candidate.id === id)?.title;
  return html`<section class="card prose" id="${id}" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${title}</h2>
    ${content}
  </section>`;
}

const groupCards = (reference: ApiReference): Html =>
  html`<ul class="groups" aria-label="Groups of operations">
    ${reference.groups.map(
      (group) =>
        html`<li>
          <a class="card" href="/docs/${group.slug}"
            ><strong>${group.tag}</strong
            ><span>${group.operations.length} ${group.operations.length === 1 ? "operation" : "operations"}</span></a
          >
        </li>`,
    )}
  </ul>`;

const contactsUrl = (publicUrl: string) => `${publicUrl}/api/v1/tenants/$POSTRIDER_TENANT/contacts`;

const authentication = (publicUrl: string): Html =>
  section(
    "authentication",
    html`<p>
        Create an API key with <code>postrider key create</code> or, signed in, with <code>POST /api-keys</code>; it is
        shown once. A key belongs to one company, whose UUID is the <code>{tenant}</code> of every path.
      </p>
      ${commandBlock("Once in your shell", `export POSTRIDER_TENANT=${companyGuid}\nexport POSTRIDER_KEY=pst_…`)}
      <div class="pair">
        ${commandBlock(
          "As a Bearer token",
          `curl "${contactsUrl(publicUrl)}" \\\n  -H "Authorization: Bearer $POSTRIDER_KEY"`,
        )}
        ${commandBlock(
          "Or by Basic, with a member’s e-mail",
          `curl "${contactsUrl(publicUrl)}" \\\n  -u "jana@example.com:$POSTRIDER_KEY"`,
        )}
      </div>
      <p>
        Each operation requires a module and a level, for example <span class="badge">contacts / full</span>. The key’s
        roles must grant it; a key of scope <code>read</code> allows level <code>read</code> only. A few operations,
        such as managing keys and members, require a signed-in person and reject keys.
      </p>`,
  );

const conventions = (publicUrl: string): Html =>
  section(
    "conventions",
    html`<dl class="facts">
        <div>
          <dt>Base</dt>
          <dd><code>${publicUrl}/api/v1/tenants/{tenant}</code></dd>
        </div>
        <div>
          <dt>Ids</dt>
          <dd>strings of digits, <code>"42"</code></dd>
        </div>
        <div>
          <dt>Times</dt>
          <dd>
            ISO 8601 in UTC, <code>2026-05-01T08:30:00.000Z</code>; days of the company’s calendar
            <code>2026-05-01</code>
          </dd>
        </div>
        <div>
          <dt>Money</dt>
          <dd>
            a decimal string beside its currency, <code>"1290.00"</code> <code>"CZK"</code>; never added up across
            currencies
          </dd>
        </div>
        <div>
          <dt>Bodies</dt>
          <dd><code>application/json</code> in UTF-8; unknown fields are ignored</dd>
        </div>
        <div>
          <dt>Deletes</dt>
          <dd>answer <code>204</code> without a body</dd>
        </div>
      </dl>
      <h3>Paging, sorting, searching</h3>
      <p>
        Lists take <code>page</code> (from 1), <code>pageSize</code> (1 to 100, default 25), <code>sort</code> (at most
        three fields, a minus for descending order) and <code>q</code>, which searches without regard to case and
        diacritics.
      </p>
      <div class="pair">
        ${commandBlock(
          "Second page, newest first",
          `curl "${contactsUrl(publicUrl)}?page=2&pageSize=50&sort=-createdAt,email&q=novak" \\\n  -H "Authorization: Bearer $POSTRIDER_KEY"`,
        )}
        ${jsonBlock("Response of every list", { items: [], total: 1284, page: 2, pageSize: 50 }, "response of every list")}
      </div>`,
  );

/** Codes in the terms of the specification; a new code does not compile without its line here. */
const meanings: Readonly<Record<ErrorCode, string>> = {
  validation:
    "A parameter or field is missing or invalid; message names it, params say what is allowed. A body that is too large is 413, one that is not JSON 415",
  unauthorized: "No valid credentials",
  forbidden:
    "Not allowed: message is tenant, two_factor, scope, api_key, read_only (support) or the module that is missing",
  csrf: "A browser session without the X-CSRF-Token header; never a key",
  not_found: "The object does not exist in this company",
  method_not_allowed: "The path exists, the method does not",
  conflict:
    "The state of the object forbids it; message says why, for example name, status or version. used: params.by lists what names it",
  suppression_locked: "The address is suppressed for another reason, see params.reason",
  count_mismatch: "The number of recipients differs from the one expected; count again",
  empty_segment: "The audience has no recipient",
  expired: "The object is gone; create it again",
  recently_sent: "An e-mail to the contact is queued or went out in the last 24 hours",
  rate_limited: "Wait for the seconds in Retry-After, then repeat",
  server: "An internal error; X-Request-Id identifies it in the log",
  not_implemented: "Not available yet",
  upstream: "An external service failed, see params.reason",
  unavailable: "A required service is unavailable: mail, data_key, dns or database",
};

const errors = (): Html =>
  section(
    "errors",
    html`<p>
        All errors have the same format. <code>code</code> is stable, <code>message</code> is a machine-readable word
        that names the field or the reason, <code>params</code> holds details. Errors contain no human-readable text.
      </p>
      ${jsonBlock("400 Bad Request", { error: { code: "validation", message: "email", params: {} } }, "example of an error")}
      <table class="table">
        <thead>
          <tr>
            <th scope="col">Status</th>
            <th scope="col">Code</th>
            <th scope="col">When</th>
          </tr>
        </thead>
        <tbody>
          ${Object.entries(meanings).map(
            ([code, meaning]) =>
              html`<tr>
                <td>${statusIn(code)}</td>
                <td><code>${code}</code></td>
                <td>${meaning}</td>
              </tr>`,
          )}
        </tbody>
      </table>`,
  );

const statuses: Readonly<Record<string, number>> = statusOf;
const statusIn = (code: string): Html =>
  html`<span class="status status-${String(statuses[code]).slice(0, 1)}">${statuses[code]}</span>`;

const limits = (): Html =>
  section(
    "limits",
    html`<p>
        All keys of a company share two buckets: 2,500 requests that refill at 4 per second, and 100,000 per day that
        refill continuously. The operator of the server can change these limits. A body is limited to 5 MB. Every
        response to a key describes the bucket with the smaller share left:
      </p>
      <table class="table">
        <thead>
          <tr>
            <th scope="col">Header</th>
            <th scope="col">Meaning</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td><code>X-RateLimit-Limit</code></td>
            <td>Size of the bucket</td>
          </tr>
          <tr>
            <td><code>X-RateLimit-Remaining</code></td>
            <td>Requests left in it</td>
          </tr>
          <tr>
            <td><code>X-RateLimit-Reset</code></td>
            <td>Unix time when it will be full again</td>
          </tr>
          <tr>
            <td><code>Retry-After</code></td>
            <td>With 429: seconds until the next request is allowed</td>
          </tr>
          <tr>
            <td><code>X-Request-Id</code></td>
            <td>Identifies the request in the server’s log</td>
          </tr>
        </tbody>
      </table>`,
  );

const retries = (publicUrl: string): Html =>
  section(
    "retries",
    html`<p>
        <code>GET</code>, <code>PUT</code> and <code>DELETE</code> can be retried safely. For a <code>POST</code> send
        an <code>Idempotency-Key</code>: the same key with the same body runs once and replays the first response for 24
        hours, marked <code>Idempotent-Replay: true</code>. The same key with another body is
        <code>409 conflict idempotency_key</code>; while the first request is in progress,
        <code>409 conflict in_progress</code>. A response with a secret that is shown once is not stored: a repeated
        request is <code>409 conflict shown_once</code>.
      </p>
      ${commandBlock(
        "A POST that can be retried",
        `curl -X POST "${contactsUrl(publicUrl)}" \\\n  -H "Authorization: Bearer $POSTRIDER_KEY" \\\n  -H "Idempotency-Key: order-2026-0142" \\\n  -H "Content-Type: application/json" \\\n  -d '{"email": "jana@example.com", "purposeId": "1", "consentConfirmed": true}'`,
      )}`,
  );
