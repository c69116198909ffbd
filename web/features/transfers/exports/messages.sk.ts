import type { Formats } from "../../../i18n/format.ts";

export const exportsSlovak = ({ number, plural, date }: Formats) => ({
  new: "Nový export",
  search: "Názov exportu…",
  noMatch: "Filtrom nezodpovedá žiadny export",
  empty: "Zatiaľ nič neexportované",
  emptyText: "Export uloží kontakty do súboru CSV. Vyberte koho a ktoré údaje; súbor tu potom čaká 7 dní.",
  columns: { name: "Export", status: "Stav", rows: "Kontaktov", created: "Vytvorený", file: "Súbor" },
  statuses: {
    queued: "Čaká",
    running: "Pripravuje sa",
    ready: "Pripravený",
    failed: "Nepodaril sa",
    expired: "Vypršal",
  },
  selections: {
    all: "Všetky kontakty",
    lists: "Členovia zoznamov",
    bounced: "Nedoručiteľní",
    blacklisted: "Blokovaní",
  },
  contacts: (count: number) =>
    plural(count, { one: "# kontakt", few: "# kontakty", many: "# kontaktu", other: "# kontaktov" }),
  download: "Stiahnuť",
  downloadOf: (name: string) => `Stiahnuť ${name}`,
  until: (at: string) => `do ${date(at)}`,
  size: (bytes: number) =>
    bytes < 1_000_000 ? `${number(Math.ceil(bytes / 1000))} kB` : `${number(Math.round(bytes / 100_000) / 10)} MB`,
  form: {
    name: "Názov",
    nameDefault: "Kontakty",
    selection: "Koho exportovať",
    lists: "Zoznamy",
    purposes: "Len so súhlasom s účelom",
    fields: "Údaje",
    fieldsHint: "Poradie je poradím stĺpcov v súbore.",
    presets: { basic: "Základné údaje", all: "Všetky údaje", importable: "Len to, čo sa dá naimportovať späť" },
    encoding: "Kódovanie",
    delimiter: "Oddeľovač",
    bom: "Značka pre Excel na začiatku súboru",
    doing: "Vytvoriť export",
    started: "Export sa pripravuje, dáme vedieť",
    listNeeded: "Vyberte aspoň jeden zoznam.",
    fieldNeeded: "Vyberte aspoň jeden údaj.",
  },
});
