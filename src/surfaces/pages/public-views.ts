import { emptyDesign } from "../../features/pages/public-page/design.ts";
import { renderPublicPage } from "../../features/pages/public-page/layout.ts";
import { html } from "../../kernel/html.ts";
import type { PageLanguage } from "../../kernel/page-language.ts";
import { failedTexts, notFoundTexts, testLinkTexts, type PageText } from "./public-texts.ts";

export const testLinkPage = (language: PageLanguage): string => renderTextPage(language, testLinkTexts[language]);
export const notFoundPublicPage = (language: PageLanguage): string => renderTextPage(language, notFoundTexts[language]);
export const failedPublicPage = (language: PageLanguage): string => renderTextPage(language, failedTexts[language]);

const renderTextPage = (language: PageLanguage, { title, lead }: PageText) =>
  renderPublicPage({ language, title, sender: "", design: emptyDesign, content: html`<p>${lead}</p>` });
