import { Parser } from "htmlparser2";
import { validation } from "../../../kernel/errors.ts";
import { cleanMarkup, html, nothing, textOf } from "../../../kernel/html.ts";
import { isNestedTooDeep } from "../public-page/nesting.ts";
import { cleanPage } from "../public-page/sanitize.ts";
import type { PublishedPage } from "./queries.ts";
import { maxPageLength } from "./shapes.ts";

/** Where a form on a page may lead: to our own forms and surveys, which say whose they are. */
export const formPaths = ["/f/", "/s/"] as const;

/** What is kept of the HTML. A form to elsewhere is refused, so that nobody wonders why it does nothing. */
export function checkedPage(dirty: string, publicUrl: string): string {
  if (isNestedTooDeep(dirty)) throw validation("html", { reason: "nesting" });
  const clean = cleanPage(dirty);
  if (clean.length > maxPageLength) throw validation("html", { reason: "size" });
  for (const action of formActionsIn(clean)) {
    if (!isOwnForm(action, publicUrl)) throw validation("html", { reason: "form", action });
  }
  return clean;
}

function formActionsIn(markup: string): string[] {
  const actions: string[] = [];
  const parser = new Parser({
    onopentag: (name, { action = "" }) => {
      if (name === "form") actions.push(action.trim());
    },
  });
  parser.end(markup);
  return actions;
}

function isOwnForm(action: string, publicUrl: string): boolean {
  if (action === "" || !URL.canParse(action, publicUrl)) return false;
  const { origin, pathname } = new URL(action, publicUrl);
  return origin === new URL(publicUrl).origin && formPaths.some((path) => pathname.startsWith(path));
}

/** The whole document around the company's body. */
export function landingDocument(page: PublishedPage): string {
  return textOf(
    html`<!doctype html>
      <html lang="${page.language}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>${page.title}</title>
          <meta property="og:title" content="${page.title}" />
          ${page.description === "" ? nothing : description(page.description)}
        </head>
        <body>
          ${cleanMarkup(page.html)}
        </body>
      </html> `,
  );
}

const description = (text: string) =>
  html`<meta name="description" content="${text}" /><meta property="og:description" content="${text}" />`;
