import { defineMessages } from "../../i18n/messages.tsx";
import { testSlovak } from "./test-messages.sk.ts";

export const testMessages = defineMessages(
  ({ plural }) => ({
    title: "Poslat testovací e-mail",
    text: "Test odchází jen na vaše testovací adresy, s údaji ukázkového kontaktu. Odkazy v něm nic nemění.",
    removeOne: (email: string) => `Odebrat testovací adresu ${email}`,
    addLabel: "Nová testovací adresa",
    add: "Přidat adresu",
    invalidEmail: "Napište platnou e-mailovou adresu.",
    send: (count: number) =>
      plural(count, {
        one: "Poslat test na # adresu",
        few: "Poslat test na # adresy",
        many: "Poslat test na # adresy",
        other: "Poslat test na # adres",
      }),
    sent: (count: number, remaining: number) => `Test odchází na ${count}. Dnes zbývá ${remaining}.`,
    sentSome: (count: number, leftOut: number) =>
      `Test odchází na ${count}. Vynecháno ${leftOut}, protože jsou mezi blokovanými adresami.`,
    limit: "Dnešní testy tohoto e-mailu jsou vyčerpané. Další pošlete zítra.",
    noMail: "Testovací e-maily zatím nejdou odeslat. Nastavte odesílatele a ověřte doménu v Doručitelnosti.",
    notTestAddress: "Test lze poslat jen na testovací adresy. Přidejte adresu níže.",
  }),
  ({ plural }) => ({
    title: "Send a test e-mail",
    text: "The test goes only to your test addresses, with data of a sample contact. Its links change nothing.",
    removeOne: (email) => `Remove the test address ${email}`,
    addLabel: "New test address",
    add: "Add address",
    invalidEmail: "Write a valid e-mail address.",
    send: (count) => plural(count, { one: "Send test to # address", other: "Send test to # addresses" }),
    sent: (count, remaining) => `The test goes to ${count}. ${remaining} left today.`,
    sentSome: (count, leftOut) => `The test goes to ${count}. ${leftOut} left out, they are suppressed.`,
    limit: "All tests of this e-mail for today are used. Send more tomorrow.",
    noMail: "Test e-mails cannot be sent yet. Set a sender and verify the domain in Deliverability.",
    notTestAddress: "Tests go only to test addresses. Add the address below.",
  }),
  testSlovak,
);
