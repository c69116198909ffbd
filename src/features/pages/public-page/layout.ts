import { html, emptyHtml, toHtmlString, type Html, type HtmlChild } from "../../../kernel/html.ts";
import { themeUrl, type PageStyle } from "./design.ts";

export type PublicPageContent = {
  readonly language: string;
  readonly title: string;
  /** Language of the title, where it is another one. */
  readonly titleLanguage?: string | undefined;
  /** Name of the company whose e-mail links here; empty if unknown. */
  readonly sender: string;
  readonly design: PageStyle;
  readonly content: Html;
};

/** The layout around a company's content: one card, no scripts, no inline styles. */
export function renderPublicPage(page: PublicPageContent): string {
  const { language, title, titleLanguage = language, sender, design, content } = page;
  const theme = themeUrl(design);
  const heading =
    titleLanguage === language ? html`<h1>${title}</h1>` : html`<h1 lang="${titleLanguage}">${title}</h1>`;
  return toHtmlString(
    html`<!doctype html>
      <html lang="${language}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="robots" content="noindex, nofollow" />
          <meta name="color-scheme" content="light dark" />
          <title>${[title, sender].filter((part) => part !== "").join(" · ")}</title>
          <link rel="stylesheet" href="/pages/public.css" />
          ${theme === undefined ? emptyHtml : html`<link rel="stylesheet" href="${theme}" />`}
        </head>
        <body>
          <main>
            ${design.imageUrl ? html`<img class="image" src="${design.imageUrl}" alt="" />` : emptyHtml}
            ${sender === "" ? emptyHtml : html`<p class="sender">${logoOrName(design.logoUrl, sender)}</p>`} ${heading}
            ${content}
          </main>
        </body>
      </html> `,
  );
}

const logoOrName = (logoUrl: string | null, sender: string): HtmlChild =>
  logoUrl === null ? sender : html`<img class="logo" src="${logoUrl}" alt="${sender}" />`;

/** A success has `role="status"`, an error `role="alert"`. */
export const notice = (kind: "done" | "problem", text: HtmlChild): Html =>
  kind === "done"
    ? html`<p class="done" role="status">${text}</p>`
    : html`<p class="problem" id="problem" role="alert">${text}</p>`;
