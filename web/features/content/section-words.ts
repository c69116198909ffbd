import { defineWords } from "../../i18n/words.tsx";

export const sectionWords = defineWords(
  () => ({
    content: "Obsah",
    templates: "Šablony",
    footers: "Patičky",
    files: "Soubory",
    preferencePages: "Stránky odhlášení",
    landingPages: "Vstupní stránky",
    surveys: "Dotazníky",
  }),
  () => ({
    content: "Content",
    templates: "Templates",
    footers: "Footers",
    files: "Files",
    preferencePages: "Unsubscribe pages",
    landingPages: "Landing pages",
    surveys: "Surveys",
  }),
);
