import { html } from "../../../kernel/html.ts";
import type { ApiReference } from "../reference.ts";
import { referencePage } from "./layout.ts";

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
