import { emptyDesign } from "../../features/pages/public-page/design.ts";
import { renderPublicPage } from "../../features/pages/public-page/layout.ts";
import { html } from "../../kernel/html.ts";
import type { PageLanguage } from "../../kernel/page-language.ts";

type PageText = { title: string; lead: string };

const notFoundTexts: Readonly<Record<PageLanguage, PageText>> = {
  cs: {
    title: "Stránka tu není",
    lead: "Odkaz je neúplný, nebo to, kam vedl, už neexistuje. Zkuste prosím odkaz z novějšího e-mailu.",
  },
  sk: {
    title: "Stránka tu nie je",
    lead: "Odkaz je neúplný, alebo to, kam viedol, už neexistuje. Skúste prosím odkaz z novšieho e-mailu.",
  },
  en: {
    title: "This page is not here",
    lead: "The link is incomplete, or what it led to is gone. Please try the link of a newer e-mail.",
  },
};

const failedTexts: Readonly<Record<PageLanguage, PageText>> = {
  cs: { title: "Něco se nepovedlo", lead: "Zkuste to prosím za chvíli znovu." },
  sk: { title: "Niečo sa nepodarilo", lead: "Skúste to prosím o chvíľu znova." },
  en: { title: "Something went wrong", lead: "Please try again in a moment." },
};

const testLinkTexts: Readonly<Record<PageLanguage, PageText>> = {
  cs: {
    title: "To byl zkušební e-mail",
    lead: "Příjemce by tu našel svou stránku. Zkušební e-mail žádnou nemá a nic se nezměnilo.",
  },
  sk: {
    title: "To bol skúšobný e-mail",
    lead: "Príjemca by tu našiel svoju stránku. Skúšobný e-mail žiadnu nemá a nič sa nezmenilo.",
  },
  en: {
    title: "This was a test e-mail",
    lead: "A recipient would find their own page here. A test e-mail has none, and nothing was changed.",
  },
};

export const testLinkPage = (language: PageLanguage): string => renderTextPage(language, testLinkTexts[language]);
export const notFoundPublicPage = (language: PageLanguage): string => renderTextPage(language, notFoundTexts[language]);
export const failedPublicPage = (language: PageLanguage): string => renderTextPage(language, failedTexts[language]);

const renderTextPage = (language: PageLanguage, { title, lead }: PageText) =>
  renderPublicPage({ language, title, sender: "", design: emptyDesign, content: html`<p>${lead}</p>` });
