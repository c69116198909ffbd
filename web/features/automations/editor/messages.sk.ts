import type { Formats } from "../../../i18n/format.ts";

export const editorSlovak = ({ plural, number }: Formats) => ({
  back: "Výsledky",
  view: "Zobrazenie",
  canvas: "Plátno",
  list: "Zoznam krokov",
  undo: "Vrátiť späť",
  redo: "Znova",
  save: {
    saved: (version: number) => `Uložené · verzia ${number(version)}`,
    savedAgo: (ago: string, version: number) => `Uložené ${ago} · verzia ${number(version)}`,
    changed: "Neuložené zmeny",
    blocked: "Neuložené, opravte chyby",
    saving: "Ukladám…",
    failed: "Neuložené",
    again: "Uložiť znova",
    by: (version: number) => `Uložiť verziu ${number(version)}`,
    done: (version: number) => `Verzia ${number(version)} je uložená.`,
    title: (version: number) => `Uložiť verziu ${number(version)}`,
    nobody: "Automatizácia beží. Vnútri teraz nikto nie je; kto vstúpi, pôjde podľa novej verzie.",
    inside: (count: number) =>
      plural(count, {
        one: "Automatizácia beží. # kontakt vnútri pôjde z miesta, kde stojí, podľa novej verzie.",
        few: "Automatizácia beží. # kontakty vnútri pôjdu z miesta, kde stoja, podľa novej verzie.",
        many: "Automatizácia beží. # kontaktu vnútri pôjde z miesta, kde stojí, podľa novej verzie.",
        other: "Automatizácia beží. # kontaktov vnútri pôjde z miesta, kde stojí, podľa novej verzie.",
      }),
    incomplete: "Neuložené, niečo chýba",
    noKey: "Server nemá šifrovací kľúč, a preto sa tajné hodnoty nedajú uložiť. Obráťte sa na prevádzkovateľa.",
    transactional: "Automatizácia je transakčná, a tento spúšťač transakčný byť nemôže.",
  },
  start: "Spustiť",
  alsoOpen: (emails: string) => `Otvorené má aj ${emails}`,
  conflict: {
    title: "Medzitým uložil novšiu verziu niekto iný",
    text: (mine: number, theirs: number) =>
      `Vaše zmeny vychádzajú z verzie ${number(mine)}, uložená je už verzia ${number(theirs)}. Nič sme neprepísali.`,
    take: (version: number) => `Načítať verziu ${number(version)}`,
    takeText: "Vaša podoba zostane pod tlačidlom Vrátiť späť.",
    copy: "Uložiť moje ako novú automatizáciu",
    copyName: (name: string) => `${name} (moje zmeny)`,
    copied: (name: string) => `Vaše zmeny sú v koncepte ${name}.`,
  },
  waiting: {
    title: "V odobratých krokoch čakajú ľudia",
    text: (steps: string) => `Uložiť sa nedá, kým v nich niekto stojí: ${steps}.`,
    how: "Vráťte kroky späť, nechajte ľudí pokračovať a kroky odoberte potom.",
    restore: "Vrátiť kroky späť",
  },
  addTrigger: "Spúšťač",
  insertAfter: (step: string) => `Pridať krok za ${step}`,
  insertBranch: (step: string, branch: string) => `Pridať krok za ${step}, vetva ${branch}`,
  menu: {
    search: "Hľadať krok…",
    searchTrigger: "Hľadať spúšťač…",
    none: "Nič také tu nie je.",
    paste: (count: number) =>
      plural(count, {
        one: "Vložiť skopírovaný krok",
        few: "Vložiť # skopírované kroky",
        many: "Vložiť # skopírovaného kroku",
        other: "Vložiť # skopírovaných krokov",
      }),
    move: (count: number): string => (count === 1 ? "Presunúť sem vybraný krok" : "Presunúť sem vybrané kroky"),
    join: "Pokračovať krokom, ktorý tu už je",
    groups: {
      messages: "Správy",
      flow: "Čakanie a vetvenie",
      contact: "Kontakt",
      others: "Ostatné",
      people: "Ľudia",
      shop: "E-shop",
      behaviour: "Správanie",
    },
    sms: "Poskytovateľ SMS zatiaľ nie je k dispozícii.",
    onlyAtEnd: "Len na konci vetvy.",
    notTransactional: "V transakčnej automatizácii sa nedá.",
    full: "Automatizácia má najviac 300 krokov.",
  },
  actions: {
    menu: (step: string) => `Akcie kroku: ${step}`,
    copy: "Kopírovať",
    copyBranch: "Kopírovať aj s tým, čo nasleduje",
    cut: "Vystrihnúť",
    up: "Posunúť vyššie",
    down: "Posunúť nižšie",
    remove: "Odobrať krok",
    removeKeeping: (branch: string) => `Odobrať, nechať vetvu ${branch}`,
    removeBranch: "Odobrať aj s tým, čo nasleduje",
    collapse: "Zbaliť, čo nasleduje",
    expand: "Rozbaliť, čo nasleduje",
    hidden: (count: number) =>
      plural(count, {
        one: "# zbalený krok",
        few: "# zbalené kroky",
        many: "# zbaleného kroku",
        other: "# zbalených krokov",
      }),
  },
  copied: (count: number) =>
    plural(count, {
      one: "Skopírovaný # krok. Vložíte ho pri ľubovoľnom pluse.",
      few: "Skopírované # kroky. Vložíte ich pri ľubovoľnom pluse.",
      many: "Skopírované # kroku. Vložíte ich pri ľubovoľnom pluse.",
      other: "Skopírovaných # krokov. Vložíte ich pri ľubovoľnom pluse.",
    }),
  selected: (count: number) =>
    plural(count, {
      one: "# vybraný krok",
      few: "# vybrané kroky",
      many: "# vybraného kroku",
      other: "# vybraných krokov",
    }),
  removeChosen: (count: number) =>
    plural(count, {
      one: "Odobrať # krok",
      few: "Odobrať # kroky",
      many: "Odobrať # kroku",
      other: "Odobrať # krokov",
    }),
  removed: (count: number) =>
    plural(count, {
      one: "Odobratý # krok.",
      few: "Odobraté # kroky.",
      many: "Odobraté # kroku.",
      other: "Odobratých # krokov.",
    }),
  zoomIn: "Priblížiť",
  zoomOut: "Oddialiť",
  fit: "Zobraziť všetko",
  zoom: "Priblíženie plátna",
  canvasLabel: "Plátno automatizácie",
  minimap: "Zmenšený náhľad plátna",
  trigger: "spúšťač",
  empty: "Začnite spúšťačom",
  emptyText: "Spúšťač hovorí, kedy kontakt vstúpi. Kroky potom pridávate tlačidlom plus.",
  panel: (step: string) => `Nastavenia: ${step}`,
  closePanel: "Zavrieť nastavenia",
  issues: (count: number) =>
    plural(count, {
      one: "# vec pred spustením",
      few: "# veci pred spustením",
      many: "# veci pred spustením",
      other: "# vecí pred spustením",
    }),
  incomplete: (count: number) =>
    plural(count, {
      one: "# vec bráni uloženiu bežiacej automatizácie",
      few: "# veci bránia uloženiu bežiacej automatizácie",
      many: "# veci bráni uloženiu bežiacej automatizácie",
      other: "# vecí bráni uloženiu bežiacej automatizácie",
    }),
  errors: (count: number) =>
    plural(count, {
      one: "# chyba bráni uloženiu",
      few: "# chyby bránia uloženiu",
      many: "# chyby bráni uloženiu",
      other: "# chýb bráni uloženiu",
    }),
  unknownSteps:
    "Automatizácia má kroky, ktoré táto verzia aplikácie nepozná, a preto sa tu nedá upraviť. Skúste stránku načítať znova.",
  readOnly: "Úpravy vyžadujú rolu Marketér alebo Správca účtu.",
});
