import { defineMessages } from "../../../i18n/messages.tsx";
import { testSlovak } from "./test-messages.sk.ts";

export const testMessages = defineMessages(
  ({ number, plural }) => ({
    send: "Poslat test",
    title: "Poslat testovací e-mail",
    to: "Testovací adresy",
    hint: "Test dostanou jen tyto adresy, nejvýše 10 testů jedné kampaně za 24 hodin.",
    none: "Nemáte žádnou testovací adresu.",
    add: "Přidat testovací adresu",
    language: "Jazyková varianta",
    mainLanguage: "Hlavní e-mail",
    sendTo: (count: number) =>
      plural(count, {
        one: "Poslat test na # adresu",
        few: "Poslat test na # adresy",
        many: "Poslat test na # adresy",
        other: "Poslat test na # adres",
      }),
    sent: (count: number, remaining: number) =>
      `${plural(count, { one: "Test odešel na # adresu", few: "Test odešel na # adresy", many: "Test odešel na # adresy", other: "Test odešel na # adres" })}. Dnes jich zbývá ${number(remaining)}.`,
    limit: "Za posledních 24 hodin už odešlo 10 testů této kampaně. Zkuste to později.",
    off: "Odesílání je na tomto serveru vypnuté, test nemá jak odejít.",
    broken: "E-mail nelze sestavit. Opravte obsah; chyby ukazuje kontrola před odesláním.",
  }),
  ({ number, plural }) => ({
    send: "Send test",
    title: "Send a test e-mail",
    to: "Test addresses",
    hint: "Only these addresses get the test, at most 10 tests of a campaign in 24 hours.",
    none: "You have no test address.",
    add: "Add a test address",
    language: "Language variant",
    mainLanguage: "Main e-mail",
    sendTo: (count) => plural(count, { one: "Send test to # address", other: "Send test to # addresses" }),
    sent: (count, remaining) =>
      `${plural(count, { one: "The test left for # address", other: "The test left for # addresses" })}. ${number(remaining)} more today.`,
    limit: "10 tests of this campaign left in the last 24 hours. Try again later.",
    off: "Sending is off on this server; the test cannot leave.",
    broken: "The e-mail cannot be put together. Fix the content; the check before sending shows the errors.",
  }),
  testSlovak,
);
