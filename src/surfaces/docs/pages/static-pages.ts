import { html } from "../../../kernel/html.ts";
import type { ApiReference } from "../reference.ts";
import { document, referencePage } from "./layout.ts";

/** The page at `/`. */
export function startPage(): string {
  return document({
    title: "Postrider",
    body: html`<main class="start" id="main">
      <img src="/docs/assets/icon.svg" alt="" width="64" height="64" />
      <h1>Postrider</h1>
      <p class="lead">E-mail marketing that never sends a message twice and never mails a person who opted out.</p>
      <ul class="links">
        <li><a class="button" href="/docs">API reference</a></li>
        <li><a class="button quiet" href="/api/openapi.json">OpenAPI 3.1</a></li>
        <li><a class="button quiet" href="/readyz">Service state</a></li>
      </ul>
    </main>`,
  });
}

export function notFoundPage(reference: ApiReference): string {
  return referencePage(reference, {
    title: "Not found · Postrider API",
    main: html`<header class="page-head">
      <p class="eyebrow">404</p>
      <h1>There is no such group</h1>
      <p class="lead">The address may be old or misspelt. All groups of operations are in the navigation.</p>
      <p class="links"><a class="button" href="/docs">Back to the overview</a></p>
    </header>`,
  });
}
