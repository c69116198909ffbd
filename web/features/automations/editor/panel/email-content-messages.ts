import { defineMessages } from "../../../../i18n/messages.tsx";
import { emailContentSlovak } from "./email-content-messages.sk.ts";

export const emailContentMessages = defineMessages(
  () => ({
    title: "Obsah e-mailu",
    edit: "Upravit obsah",
    test: "Poslat test",
    none: "Vyberte šablonu, nebo začněte prázdným e-mailem v podobě vašeho obchodu.",
    add: "Vytvořit e-mail",
    preheader: (text: string) => `Text náhledu je ze šablony: ${text}`,
    noPreheader: "E-mail nemá text náhledu, ani vlastní, ani ze šablony.",
    draft: "Šablona má nezveřejněné změny, které ukazuje i obrázek. Odesílá se její zveřejněný obsah.",
    draftTest: "Test ukáže e-mail tak, jak ho krok odesílá: se zveřejněným obsahem.",
  }),
  () => ({
    title: "Content of the e-mail",
    edit: "Edit content",
    test: "Send test",
    none: "Choose a template, or begin with an empty e-mail in the look of your shop.",
    add: "Create an e-mail",
    preheader: (text) => `The preview text is that of the template: ${text}`,
    noPreheader: "The e-mail has no preview text, neither its own nor that of the template.",
    draft: "The template has changes that are not published; the picture shows them. Its published content is sent.",
    draftTest: "The test shows the e-mail as the step sends it, with the published content.",
  }),
  emailContentSlovak,
);
