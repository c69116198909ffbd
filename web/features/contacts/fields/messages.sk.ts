import type { Formats } from "../../../i18n/format.ts";

export const fieldsSlovak = ({ plural }: Formats) => ({
  title: "Vlastné polia",
  facts: "Ďalšie údaje o kontaktoch: v importe, segmentoch aj v texte e-mailov.",
  add: "Pridať pole",
  columns: { name: "Názov", type: "Druh", options: "Možnosti", created: "Vytvorené" },
  options: (count: number) =>
    plural(count, { one: "# možnosť", few: "# možnosti", many: "# možnosti", other: "# možností" }),
  menu: (name: string) => `Akcie pre pole ${name}`,
  edit: "Upraviť pole",
  remove: "Zmazať pole…",
  removeTitle: (name: string) => `Zmazať pole ${name}`,
  removeText:
    "Pole zmizne hneď, jeho hodnoty sa pri všetkých kontaktoch zmažú na pozadí. Segmenty, ktoré ho používajú, prestanú vyberať.",
  removeDo: "Zmazať pole s hodnotami",
  removed: "Pole je zmazané, hodnoty sa mažú na pozadí",
  empty: "Zatiaľ žiadne vlastné pole",
  emptyText: "Hodí sa pre veľkosť topánok, číslo vernostnej karty alebo obľúbenú značku.",
});
