import type { PublishedLandingPage } from "../../features/pages/landing-pages/queries.ts";
import { trustedHtml, html, emptyHtml, toHtmlString } from "../../kernel/html.ts";

/** The complete document around the company's body. */
export function renderLandingPage(page: PublishedLandingPage): string {
  return toHtmlString(
    html`<!doctype html>
      <html lang="${page.language}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>${page.title}</title>
          <meta property="og:title" content="${page.title}" />
          ${page.description === "" ? emptyHtml : description(page.description)}
        </head>
        <body>
          ${trustedHtml(page.html)}
        </body>
      </html> `,
  );
}

const description = (text: string) =>
  html`<meta name="description" content="${text}" /><meta property="og:description" content="${text}" />`;
