import { emptyDesign } from "../../features/content/public-page/design.ts";
import { publicPage } from "../../features/content/public-page/layout.ts";
import { html } from "../../kernel/html.ts";
import type { PageLanguage } from "../../kernel/page-language.ts";

type Words = { title: string; lead: string };

const gone: Readonly<Record<PageLanguage, Words>> = {
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

const failed: Readonly<Record<PageLanguage, Words>> = {
  cs: { title: "Něco se nepovedlo", lead: "Zkuste to prosím za chvíli znovu." },
  sk: { title: "Niečo sa nepodarilo", lead: "Skúste to prosím o chvíľu znova." },
  en: { title: "Something went wrong", lead: "Please try again in a moment." },
};

const tested: Readonly<Record<PageLanguage, Words>> = {
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

export const testedPublicPage = (language: PageLanguage): string => plain(language, tested[language]);
export const gonePublicPage = (language: PageLanguage): string => plain(language, gone[language]);
export const failedPublicPage = (language: PageLanguage): string => plain(language, failed[language]);

const plain = (language: PageLanguage, { title, lead }: Words) =>
  publicPage({ language, title, sender: "", design: emptyDesign, content: html`<p>${lead}</p>` });
