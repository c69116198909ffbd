import type { PageLanguage } from "../../kernel/page-language.ts";

export type PageText = { title: string; lead: string };

export const notFoundTexts: Readonly<Record<PageLanguage, PageText>> = {
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

export const failedTexts: Readonly<Record<PageLanguage, PageText>> = {
  cs: { title: "Něco se nepovedlo", lead: "Zkuste to prosím za chvíli znovu." },
  sk: { title: "Niečo sa nepodarilo", lead: "Skúste to prosím o chvíľu znova." },
  en: { title: "Something went wrong", lead: "Please try again in a moment." },
};

export const testLinkTexts: Readonly<Record<PageLanguage, PageText>> = {
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
