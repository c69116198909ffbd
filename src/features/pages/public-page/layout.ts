import { html, emptyHtml, toHtmlString, trustedHtml, type Html, type HtmlChild } from "../../../kernel/html.ts";
import { themeUrl, type PageStyle } from "./design.ts";

export type PublicPageContent = {
  readonly language: string;
  readonly title: string;
  /** Language of the title, where it is another one. */
  readonly titleLanguage?: string | undefined;
  /** Name of the company whose e-mail links here; empty if unknown. */
  readonly sender: string;
  /** The company with its address; empty if unknown. */
  readonly imprint?: string;
  /** A page that says only that something is done. */
  readonly outcome?: "done";
  readonly design: PageStyle;
  /** Sanitized markup above the card, which then has neither the name of the company nor title and picture. */
  readonly head?: string | undefined;
  readonly content: Html;
};

/** The layout around a company's content: its logo, one card and its address; no scripts, no inline styles. */
export function renderPublicPage(page: PublicPageContent): string {
  const { language, title, titleLanguage = language, sender, imprint = "", outcome, design, head, content } = page;
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
          ${
            head === undefined
              ? html`${sender === "" ? emptyHtml : html`<header>${logoOrName(design.logoUrl, sender)}</header>`}
                  <main ${outcome === undefined ? emptyHtml : html`class="outcome"`}>
                    ${design.imageUrl ? html`<img class="image" src="${design.imageUrl}" alt="" />` : emptyHtml}
                    ${outcome === "done" ? tick : emptyHtml} ${heading} ${content}
                  </main>`
              : html`${trustedHtml(head)}
                  <main aria-label="${title}">${content}</main>`
          }
          ${imprint === "" ? emptyHtml : html`<footer>${imprint}</footer>`}
        </body>
      </html> `,
  );
}

const tick = html`<svg class="tick" viewBox="0 0 56 56" width="56" height="56" aria-hidden="true">
  <circle cx="28" cy="28" r="28" />
  <path d="m19 28.5 6 6 12-12.5" />
</svg>`;

const logoOrName = (logoUrl: string | null, sender: string): HtmlChild =>
  logoUrl === null ? sender : html`<img class="logo" src="${logoUrl}" alt="${sender}" />`;

/** A success has `role="status"`, an error `role="alert"`. */
export const notice = (kind: "done" | "problem", text: HtmlChild): Html =>
  kind === "done"
    ? html`<p class="done" role="status">${text}</p>`
    : html`<p class="problem" id="problem" role="alert">${text}</p>`;
