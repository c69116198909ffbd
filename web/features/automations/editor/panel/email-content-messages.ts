import { defineMessages } from "../../../../i18n/messages.tsx";
import { emailContentSlovak } from "./email-content-messages.sk.ts";

export const emailContentMessages = defineMessages(
  () => ({
    title: "Obsah e-mailu",
    edit: "Upravit obsah",
    test: "Poslat test",
    preheader: (text: string) => `Text náhledu: ${text}`,
    noPreheader: "Šablona nemá text náhledu.",
    draft: "Šablona má nezveřejněné změny, které ukazuje i obrázek. Odesílá se její zveřejněný obsah.",
    draftTest: "Test ukáže e-mail tak, jak ho krok odesílá: se zveřejněným obsahem.",
  }),
  () => ({
    title: "Content of the e-mail",
    edit: "Edit content",
    test: "Send test",
    preheader: (text) => `Preview text: ${text}`,
    noPreheader: "The template has no preview text.",
    draft: "The template has changes that are not published; the picture shows them. Its published content is sent.",
    draftTest: "The test shows the e-mail as the step sends it, with the published content.",
  }),
  emailContentSlovak,
);
