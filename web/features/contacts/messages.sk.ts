import type { Formats } from "../../i18n/format.ts";

export const contactsSlovak = ({ number, plural }: Formats) => ({
  title: "Kontakty",
  facts: (total: number) => `${number(total)} celkom · `,
  mailable: (count: number) => `${number(count)} sa dá osloviť`,
  add: "Pridať kontakt",
  search: "E-mail, meno, telefón…",
  columns: { contact: "Kontakt", status: "Stav", engagement: "Zapojenie", shop: "Obchod", created: "Pridaný" },
  filters: {
    status: "Stav",
    engagement: "Zapojenie",
    list: "Zoznam",
    shop: "Obchod",
    source: "Zdroj",
    createdFrom: "Pridaný od",
    createdTo: "Pridaný do",
  },
  tabs: {
    all: "Všetky",
    active: "Odoberajú",
    unconfirmed: "Čakajú",
    customer: "Zákazníci",
    unsubscribed: "Odhlásení",
    bounced: "Nedoručiteľní",
    complained: "Sťažnosti",
    blacklisted: "Blokovaní",
  },
  statuses: {
    subscribed: "Odoberá",
    pending: "Čaká na potvrdenie",
    unsubscribed: "Odhlásený",
    bounced: "Nedoručiteľný",
    complained: "Sťažnosť",
    customer: "Zákazník",
  },
  noMatch: "Filtrom nezodpovedá žiadny kontakt",
  empty: "Zatiaľ tu nikto nie je",
  emptyText: "Pridajte prvý kontakt alebo naimportujte súbor. Potrebujete len doklad súhlasu.",
  addedToList: (count: number) =>
    plural(count, {
      one: "# kontakt pridaný do zoznamu",
      few: "# kontakty pridané do zoznamu",
      many: "# kontaktu pridané do zoznamu",
      other: "# kontaktov pridaných do zoznamu",
    }),
  unsubscribeMany: (count: number) => `Odhlásiť ${number(count)}…`,
  unsubscribeTitle: (count: number) =>
    plural(count, {
      one: "Odhlásiť # kontakt zo všetkého",
      few: "Odhlásiť # kontakty zo všetkého",
      many: "Odhlásiť # kontaktu zo všetkého",
      other: "Odhlásiť # kontaktov zo všetkého",
    }),
  unsubscribeText:
    "Adresy sa zablokujú a súhlasy sa odvolajú. Nikto z vás to cez aplikáciu ani API nevráti; len ten človek sám.",
  unsubscribed: (count: number) =>
    plural(count, {
      one: "# kontakt odhlásený",
      few: "# kontakty odhlásené",
      many: "# kontaktu odhlásené",
      other: "# kontaktov odhlásených",
    }),
  form: {
    purpose: "Účel súhlasu",
    list: "Zoznam",
    consent: "Mám doklad, že tento človek so zasielaním súhlasí",
    consentNeeded: "Bez dokladu súhlasu sa kontakt pridať nedá.",
    taken: "Kontakt s touto adresou už máte.",
    erased: "Tento človek požiadal o výmaz, adresa sa nedá pridať späť.",
    added: (email: string) => `${email} je medzi kontaktmi`,
  },
  detailError: "Kontakt",
  menu: (email: string) => `Akcie pre ${email}`,
  open: "Otvoriť",
});
