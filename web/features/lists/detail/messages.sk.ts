import type { Formats } from "../../../i18n/format.ts";

export const detailSlovak = ({ number, date, plural }: Formats) => ({
  created: (at: string) => `vytvorený ${date(at)}`,
  members: "Členovia",
  search: "E-mail, meno…",
  noMatch: "Filtrom nezodpovedá žiadny člen",
  empty: "Zoznam je prázdny",
  emptyText: "Pridajte kontakty, ktoré už máte, alebo naimportujte súbor priamo do tohto zoznamu.",
  emptyLocked: "Zoznam plní e-shop sám podľa stavu svojich kontaktov.",
  columns: {
    contact: "Kontakt",
    member: "V zozname",
    state: "Stav kontaktu",
    added: "Člen od",
    created: "Kontakt od",
  },
  states: {
    confirmed: "Člen",
    unconfirmed: "Čaká na potvrdenie",
    unsubscribed: "Odhlásený zo zoznamu",
    removed: "Odobratý",
  },
  tabs: {
    all: "Všetci",
    confirmed: "Členovia",
    unconfirmed: "Čakajú",
    unsubscribed: "Odhlásení",
    removed: "Odobratí",
  },
  settings: "Nastavenia",
  facts: {
    publicName: "Verejný názov",
    shop: "Obchod",
    wholeCompany: "celá spoločnosť",
    sender: "Odosielateľ",
    replyTo: "Odpovede na",
    notices: "Upozornenia",
    noticeAdd: "pri pridaní",
    noticeUnsubscribe: "pri odhlásení",
    noNotices: "žiadne",
    tags: "Štítky",
    note: "Poznámka",
  },
  growth: "Rast",
  growthSeries: "Členov",
  growthNote: "Dnešní členovia podľa dňa, keď sa stali kontaktmi.",
  added30: (count: number) => `za 30 dní ${count > 0 ? "+" : ""}${number(count)}`,
  add: {
    action: "Pridať členov",
    title: "Pridať členov do zoznamu",
    label: "Kontakty",
    hint: "Hľadajte podľa adresy alebo mena.",
    nothing: "Nikto taký medzi kontaktmi nie je",
    import: "Viac ľudí naraz pridáte importom",
    doing: (count: number) =>
      plural(count, {
        one: "Pridať # kontakt",
        few: "Pridať # kontakty",
        many: "Pridať # kontaktu",
        other: "Pridať # kontaktov",
      }),
    text: "Kto zoznam sám opustil alebo sa odhlásil, toho doň pridať nemožno. Vráti sa len vlastným potvrdením.",
    result: (added: number, known: number, skipped: number) =>
      [
        `Pridané: ${number(added)}`,
        known > 0 ? `v zozname už bolo: ${number(known)}` : "",
        skipped > 0 ? `preskočené, pretože sa odhlásili: ${number(skipped)}` : "",
      ]
        .filter(Boolean)
        .join(", "),
  },
  remove: {
    action: (count: number) => `Odobrať ${number(count)}…`,
    title: (count: number) =>
      plural(count, {
        one: "Odobrať # kontakt zo zoznamu",
        few: "Odobrať # kontakty zo zoznamu",
        many: "Odobrať # kontaktu zo zoznamu",
        other: "Odobrať # kontaktov zo zoznamu",
      }),
    text: "Kontakty zostanú, len prestanú byť členmi. Pridať ich späť môžete kedykoľvek.",
    done: (count: number) => `Odobraté: ${number(count)}`,
  },
  unsubscribe: {
    action: (count: number) => `Odhlásiť ${number(count)}…`,
    title: (count: number) =>
      plural(count, {
        one: "Odhlásiť # kontakt z tohto zoznamu",
        few: "Odhlásiť # kontakty z tohto zoznamu",
        many: "Odhlásiť # kontaktu z tohto zoznamu",
        other: "Odhlásiť # kontaktov z tohto zoznamu",
      }),
    text: "Z ostatných zoznamov ich to neodhlási. Do tohto sa potom vrátia len vlastným rozhodnutím, vy ich pridať nemôžete.",
    done: (count: number) => `Odhlásené: ${number(count)}`,
  },
  transfer: {
    copy: "Kopírovať do…",
    move: "Presunúť do…",
    copyTitle: (count: number) =>
      plural(count, {
        one: "Kopírovať # kontakt do iného zoznamu",
        few: "Kopírovať # kontakty do iného zoznamu",
        many: "Kopírovať # kontaktu do iného zoznamu",
        other: "Kopírovať # kontaktov do iného zoznamu",
      }),
    moveTitle: (count: number) =>
      plural(count, {
        one: "Presunúť # kontakt do iného zoznamu",
        few: "Presunúť # kontakty do iného zoznamu",
        many: "Presunúť # kontaktu do iného zoznamu",
        other: "Presunúť # kontaktov do iného zoznamu",
      }),
    list: "Zoznam",
    text: "Kto cieľový zoznam sám opustil, toho doň nepridáme.",
  },
});
