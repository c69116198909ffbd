import type { Formats } from "../../i18n/format.ts";

export const labelsSlovak = ({ plural, number }: Formats) => ({
  title: "Štítky",
  facts: "Jeden štítok môžete dať kontaktom, zoznamom, kampaniam aj obsahu.",
  add: "Pridať štítok",
  columns: { label: "Štítok", contacts: "Kontakty", others: "Ostatné", created: "Vytvorený" },
  uses: (count: number) =>
    plural(count, { one: "# použitie", few: "# použitia", many: "# použitia", other: "# použití" }),
  menu: (name: string) => `Akcie pre štítok ${name}`,
  edit: "Upraviť štítok",
  remove: "Zmazať štítok…",
  removeTitle: (name: string) => `Zmazať štítok ${name}`,
  removeText: (count: number) =>
    count === 0
      ? "Štítok nikde nie je. Zmaže sa len zo zoznamu."
      : plural(count, {
          one: "Štítok zmizne z # miesta. Samotné záznamy zostanú.",
          few: "Štítok zmizne z # miest. Samotné záznamy zostanú.",
          many: "Štítok zmizne z # miesta. Samotné záznamy zostanú.",
          other: "Štítok zmizne z # miest. Samotné záznamy zostanú.",
        }),
  removeDo: "Zmazať štítok",
  removed: "Štítok je zmazaný",
  saved: "Štítok je uložený",
  empty: "Zatiaľ žiadny štítok",
  emptyText: "Štítky pomáhajú rýchlo nájsť, čo k sebe patrí: akcia, značka, rok.",
  kinds: {
    list: (count: number) => `zoznamy ${number(count)}`,
    segment: (count: number) => `segmenty ${number(count)}`,
    template: (count: number) => `šablóny ${number(count)}`,
    campaign: (count: number) => `kampane ${number(count)}`,
    automation: (count: number) => `automatizácie ${number(count)}`,
    form: (count: number) => `formuláre ${number(count)}`,
  },
  form: {
    name: "Názov",
    color: "Farba",
    pick: "Vybrať farbu",
    taken: "Tento názov už má iný štítok.",
    limit: "Viac štítkov mať nemôžete.",
    colorInvalid: "Napíšte farbu ako #3550cc.",
  },
});
