import { defineMessages } from "../../i18n/messages.tsx";
import { sectionSlovak } from "./section-messages.sk.ts";

export const sectionMessages = defineMessages(
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
  sectionSlovak,
);
