import { html, emptyHtml, toHtmlString, type Html, type HtmlChild } from "../../../kernel/html.ts";
import { operationUrl, type OperationGroup, type ApiReference } from "../reference.ts";
import type { Operation } from "../../../registry/registry.ts";

type Page = { readonly title: string; readonly body: HtmlChild };

/** The layout of every page; nothing inline, because of the strict content security policy. */
export function document(page: Page): string {
  return toHtmlString(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <title>${page.title}</title>
          <link rel="icon" type="image/svg+xml" href="/docs/assets/icon.svg" />
          <link rel="stylesheet" href="/docs/assets/docs.css" />
          <script type="module" src="/docs/assets/docs.js"></script>
        </head>
        <body>
          ${page.body}
        </body>
      </html> `,
  );
}

export const brand = html`<a class="brand" href="/docs"
  ><img src="/docs/assets/icon.svg" alt="" width="28" height="28" /><span>Postrider</span
  ><span class="brand-part">API</span></a
>`;

/** The navigation is a popover, so that a small screen opens and closes it without a script. */
export function referencePage(
  reference: ApiReference,
  page: { title: string; current?: OperationGroup | "overview"; main: HtmlChild },
): string {
  return document({
    title: page.title,
    body: html`<a class="skip" href="#main">Skip to content</a>
      <header class="topbar">
        ${brand}
        <button type="button" class="menu" popovertarget="navigation">Menu</button>
      </header>
      <div class="frame">
        ${navigation(reference, page.current)}
        <main id="main" tabindex="-1">${page.main}</main>
      </div>`,
  });
}

function navigation(reference: ApiReference, current: OperationGroup | "overview" | undefined): Html {
  return html`<nav id="navigation" class="navigation" popover aria-label="API reference">
    <div class="navigation-top">${brand}</div>
    <div class="filter" data-filter hidden>
      <label for="filter" class="visually-hidden">Filter operations</label>
      <input id="filter" type="search" placeholder="Filter operations" autocomplete="off" spellcheck="false" />
      <kbd aria-hidden="true">/</kbd>
      <p class="filter-outcome" role="status"></p>
    </div>
    <ul class="navigation-pages">
      <li><a href="/docs" ${current === "overview" ? html`aria-current="page"` : emptyHtml}>Overview</a></li>
      ${overviewSections.map(({ id, title }) => html`<li><a href="/docs#${id}" data-section>${title}</a></li>`)}
    </ul>
    ${reference.groups.map((group) => navigationGroup(group, group === current))}
  </nav>`;
}

export const overviewSections = [
  { id: "authentication", title: "Authentication" },
  { id: "conventions", title: "Conventions" },
  { id: "errors", title: "Errors" },
  { id: "limits", title: "Limits" },
  { id: "retries", title: "Safe retries" },
] as const;

function navigationGroup(group: OperationGroup, isCurrent: boolean): Html {
  return html`<details class="navigation-group" data-group ${isCurrent ? html`open` : emptyHtml}>
    <summary>${group.tag}<span class="count">${group.operations.length}</span></summary>
    <ul>
      ${group.operations.map((operation) => navigationEntry(group, operation))}
    </ul>
  </details>`;
}

function navigationEntry(group: OperationGroup, operation: Operation): Html {
  const words = `${operation.method} ${operation.url} ${operation.name} ${operation.summary} ${operation.tag}`;
  return html`<li data-search="${words}">
    <a href="${operationUrl(group, operation)}" title="${operation.summary.replaceAll("`", "")}"
      >${methodBadge(operation.method)}<span class="path">${operation.path}</span></a
    >
  </li>`;
}

export const methodBadge = (method: string): Html =>
  html`<span class="method method-${method.toLowerCase()}">${method}</span>`;
