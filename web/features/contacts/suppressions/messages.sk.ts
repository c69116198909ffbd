import type { Formats } from "../../../i18n/format.ts";

export const suppressionsSlovak = ({ number, plural }: Formats) => ({
  title: "Blokované adresy",
  facts: (total: number) =>
    plural(total, {
      one: "# adresa, na ktorú nikdy nepíšeme",
      few: "# adresy, na ktoré nikdy nepíšeme",
      many: "# adresy, na ktoré nikdy nepíšeme",
      other: "# adries, na ktoré nikdy nepíšeme",
    }),
  add: "Pridať adresu",
  import: "Importovať súbor",
  search: "Časť adresy…",
  noMatch: "Filtrom nezodpovedá žiadna adresa",
  empty: "Žiadna adresa nie je blokovaná",
  emptyText:
    "Odhlásenia, nedoručiteľné adresy a sťažnosti sem pribudnú samy. Ručne pridajte tie, na ktoré písať nechcete.",
  erased: "vymazaný kontakt",
  columns: { email: "Adresa", reason: "Dôvod", source: "Zdroj", detail: "Poznámka", created: "Od" },
  filters: { blacklisted: "Ručné blokovanie", yes: "áno", no: "nie" },
  tabs: {
    all: "Všetky",
    manual: "Ručne",
    unsubscribed: "Odhlásenia",
    bounced: "Nedoručiteľné",
    complained: "Sťažnosti",
  },
  reasons: {
    manual: "Blokované ručne",
    unsubscribed: "Odhlásenie",
    bounced: "Nedoručiteľná",
    complained: "Sťažnosť",
  },
  sources: {
    admin: "člen tímu",
    one_click: "odhlásenie jedným kliknutím",
    automation: "automatizácia",
    import: "import",
    link: "odkaz v e-maile",
    complaint: "hlásenie spamu",
    bounce: "odpoveď servera",
  },
  remove: {
    label: (email: string) => `Zrušiť blokovanie ${email}`,
    lockedLabel: (email: string) => `Prečo sa nedá zrušiť blokovanie ${email}`,
    title: "Zrušiť blokovanie adresy",
    doing: "Zrušiť blokovanie",
    manual: (email: string) => `Na ${email} sa bude dať znova písať, ak na to máte súhlas.`,
    bounced: (email: string) =>
      `${email} dostane stav, ktorý mala pred nedoručením. Keď sa e-mail nedoručí znova, adresa sa sem vráti.`,
    done: (email: string) => `${email} už nie je blokovaná`,
    gone: "Adresa už blokovaná nie je.",
  },
  locked: {
    title: "Toto blokovanie sa nedá zrušiť",
    unsubscribed: "Ten človek sa odhlásil sám. Vrátiť to môže len on, novým potvrdením.",
    complained: "Ten človek označil e-mail za spam. Vrátiť to môže len on, novým potvrdením.",
  },
  form: {
    title: "Zablokovať adresy",
    emails: "Adresy",
    hint: "Jedna alebo viac, oddelené čiarkou, medzerou alebo riadkom. Najviac 200; dlhší zoznam nahrajte súborom.",
    detail: "Poznámka",
    doing: (count: number) =>
      plural(count, {
        one: "Zablokovať # adresu",
        few: "Zablokovať # adresy",
        many: "Zablokovať # adresy",
        other: "Zablokovať # adries",
      }),
    tooMany: (count: number) => `Je tu ${number(count)} adries. Nad 200 ich nahrajte súborom.`,
    progress: (done: number, total: number) => `Spracované ${number(done)} z ${number(total)}`,
    added: (count: number) =>
      plural(count, {
        one: "# adresa je blokovaná",
        few: "# adresy sú blokované",
        many: "# adresy je blokované",
        other: "# adries je blokovaných",
      }),
    refused: (count: number) =>
      plural(count, {
        one: "# adresa nepridaná:",
        few: "# adresy nepridané:",
        many: "# adresy nepridané:",
        other: "# adries nepridaných:",
      }),
    invalid: "nie je platná e-mailová adresa",
    already: {
      unsubscribed: "už je odhlásená",
      complained: "už má sťažnosť",
      bounced: "už je nedoručiteľná",
      manual: "už je blokovaná",
    },
  },
});
