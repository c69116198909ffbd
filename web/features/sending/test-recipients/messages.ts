import { defineMessages } from "../../../i18n/messages.tsx";
import { testRecipientsSlovak } from "./messages.sk.ts";

export const testRecipientsMessages = defineMessages(
  ({ plural }) => ({
    title: "Testovací adresy",
    text: "Testovací e-maily odcházejí jen na tyto adresy. Ve zkušebním režimu na ně odcházejí všechny e-maily.",
    add: "Přidat adresu",
    label: "E-mail",
    none: "Zatím žádná. Přidejte svou adresu, ať si můžete poslat test.",
    remove: (email: string) => `Odebrat ${email}`,
    added: (email: string) => `${email} je mezi testovacími adresami.`,
    removed: (email: string) => `${email} už není testovací adresa.`,
    taken: "Tuto adresu už tu máte.",
    count: (count: number) => plural(count, { one: "# adresa", few: "# adresy", many: "# adresy", other: "# adres" }),
  }),
  ({ plural }) => ({
    title: "Test addresses",
    text: "Test e-mails go only to these addresses. In test mode all e-mails go to them.",
    add: "Add address",
    label: "E-mail",
    none: "None yet. Add your own address, so that you can send yourself a test.",
    remove: (email) => `Remove ${email}`,
    added: (email) => `${email} is a test address now.`,
    removed: (email) => `${email} is not a test address any more.`,
    taken: "You already have this address here.",
    count: (count) => plural(count, { one: "# address", other: "# addresses" }),
  }),
  testRecipientsSlovak,
);
