import type { Formats } from "../../../i18n/format.ts";

export const fieldsSlovak = ({ plural }: Formats) => ({
  title: "Vlastné polia",
  facts: "Ďalšie údaje o kontaktoch: v importe, segmentoch aj v texte e-mailov.",
  add: "Pridať pole",
  columns: { name: "Názov", type: "Druh", options: "Možnosti", created: "Vytvorené" },
  types: {
    text: "Text",
    textarea: "Dlhý text",
    number: "Číslo",
    date: "Dátum",
    bool: "Áno / nie",
    select: "Výber jednej možnosti",
    multiselect: "Výber viacerých možností",
    url: "Odkaz",
  },
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
  saved: "Pole je uložené",
  empty: "Zatiaľ žiadne vlastné pole",
  emptyText: "Hodí sa pre veľkosť topánok, číslo vernostnej karty alebo obľúbenú značku.",
  form: {
    name: "Názov",
    type: "Druh",
    typeHint: "Po vytvorení sa nedá zmeniť.",
    options: "Možnosti",
    optionsHint: "Premenovaná možnosť kontaktom zostane, odobratá z nich zmizne.",
    option: (index: number) => `Možnosť ${index}`,
    removeOption: (index: number) => `Odobrať možnosť ${index}`,
    addOption: "Pridať možnosť",
    optionsInvalid: "Napíšte aspoň jednu možnosť, každú len raz.",
    taken: "Tento názov už má iné pole.",
    limit: "Viac polí mať nemôžete.",
  },
});
