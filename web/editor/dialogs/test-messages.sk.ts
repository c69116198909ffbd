import type { Formats } from "../../i18n/format.ts";

export const testSlovak = ({ plural }: Formats) => ({
  title: "Poslať testovací e-mail",
  text: "Test odchádza len na vaše testovacie adresy, s údajmi ukážkového kontaktu. Odkazy v ňom nič nemenia.",
  removeOne: (email: string) => `Odobrať testovaciu adresu ${email}`,
  addLabel: "Nová testovacia adresa",
  add: "Pridať adresu",
  invalidEmail: "Napíšte platnú e-mailovú adresu.",
  send: (count: number) =>
    plural(count, {
      one: "Poslať test na # adresu",
      few: "Poslať test na # adresy",
      many: "Poslať test na # adresy",
      other: "Poslať test na # adries",
    }),
  sent: (count: number, remaining: number) => `Test odchádza na ${count}. Dnes zostáva ${remaining}.`,
  sentSome: (count: number, leftOut: number) =>
    `Test odchádza na ${count}. Vynechané: ${leftOut}, pretože sú medzi blokovanými adresami.`,
  limit: "Dnešné testy tohto e-mailu sú vyčerpané. Ďalší pošlite zajtra.",
  noMail: "Testovacie e-maily sa zatiaľ nedajú odoslať. Nastavte odosielateľa a overte doménu v Doručiteľnosti.",
  notTestAddress: "Test sa dá poslať len na testovacie adresy. Pridajte adresu nižšie.",
});
