import type { Formats } from "../../../i18n/format.ts";

export const bulkSlovak = ({ plural, date }: Formats) => ({
  import: "Importovať",
  lists: "Zoznamy",
  listsTitle: (count: number) => plural(count, { one: "Zoznamy # kontaktu", other: "Zoznamy # kontaktov" }),
  action: "Čo urobiť",
  add: "Pridať do zoznamu",
  remove: "Odobrať zo zoznamu",
  removedFromList: (count: number) =>
    plural(count, {
      one: "# kontakt odobratý zo zoznamu",
      few: "# kontakty odobraté zo zoznamu",
      many: "# kontaktu odobraté zo zoznamu",
      other: "# kontaktov odobratých zo zoznamu",
    }),
  labels: "Štítky",
  labelsTitle: (count: number) => plural(count, { one: "Štítky # kontaktu", other: "Štítky # kontaktov" }),
  addLabels: "Pridať štítky",
  removeLabels: "Odobrať štítky",
  labelsHint: "Nový štítok stačí napísať.",
  labelsDo: "Uložiť štítky",
  labelled: "Štítky sú uložené",
  export: "Exportovať",
  exportTitle: (count: number) =>
    plural(count, {
      one: "Exportovať # kontakt",
      few: "Exportovať # kontakty",
      many: "Exportovať # kontaktu",
      other: "Exportovať # kontaktov",
    }),
  exportName: (at: string) => `Kontakty ${date(at)}`,
  exportLabel: "Názov exportu",
  exportText: (columns: string) => `Súbor CSV pre Excel so stĺpcami, ktoré vidíte: ${columns}.`,
  exportStarted: "Export beží, súbor nájdete medzi exportmi",
  bases: {
    double_opt_in: "potvrdený odber",
    imported: "prevzatý súhlas",
    soft_opt_in_customer: "zákazník",
    none: "bez súhlasu",
  },
});
