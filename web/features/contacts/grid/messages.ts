import { defineMessages } from "../../../i18n/messages.tsx";
import { bulkSlovak } from "./messages.sk.ts";

/** Messages of what is done with the contacts that the page shows. */
export const bulkMessages = defineMessages(
  ({ plural, date }) => ({
    import: "Importovat",
    lists: "Seznamy",
    listsTitle: (count: number) =>
      plural(count, {
        one: "Seznamy # kontaktu",
        other: "Seznamy # kontaktů",
      }),
    action: "Co udělat",
    add: "Přidat do seznamu",
    remove: "Odebrat ze seznamu",
    removedFromList: (count: number) =>
      plural(count, {
        one: "# kontakt odebrán ze seznamu",
        few: "# kontakty odebrány ze seznamu",
        many: "# kontaktu odebráno ze seznamu",
        other: "# kontaktů odebráno ze seznamu",
      }),
    labels: "Štítky",
    labelsTitle: (count: number) =>
      plural(count, {
        one: "Štítky # kontaktu",
        other: "Štítky # kontaktů",
      }),
    addLabels: "Přidat štítky",
    removeLabels: "Odebrat štítky",
    labelsHint: "Nový štítek stačí napsat.",
    labelsDo: "Uložit štítky",
    labelled: "Štítky jsou uložené",
    export: "Exportovat",
    exportTitle: (count: number) =>
      plural(count, {
        one: "Exportovat # kontakt",
        few: "Exportovat # kontakty",
        many: "Exportovat # kontaktu",
        other: "Exportovat # kontaktů",
      }),
    exportName: (at: string) => `Kontakty ${date(at)}`,
    exportLabel: "Název exportu",
    exportText: (columns: string) => `Soubor CSV pro Excel se sloupci, které vidíte: ${columns}.`,
    exportStarted: "Export běží, soubor najdete mezi exporty",
    bases: {
      double_opt_in: "potvrzený odběr",
      imported: "převzatý souhlas",
      soft_opt_in_customer: "zákazník",
      none: "bez souhlasu",
    },
  }),
  ({ plural, date }) => ({
    import: "Import",
    lists: "Lists",
    listsTitle: (count) => plural(count, { one: "Lists of # contact", other: "Lists of # contacts" }),
    action: "What to do",
    add: "Add to a list",
    remove: "Remove from a list",
    removedFromList: (count) =>
      plural(count, { one: "# contact removed from the list", other: "# contacts removed from the list" }),
    labels: "Labels",
    labelsTitle: (count) => plural(count, { one: "Labels of # contact", other: "Labels of # contacts" }),
    addLabels: "Add labels",
    removeLabels: "Remove labels",
    labelsHint: "Type the name of a new label.",
    labelsDo: "Save labels",
    labelled: "The labels are saved",
    export: "Export",
    exportTitle: (count) => plural(count, { one: "Export # contact", other: "Export # contacts" }),
    exportName: (at) => `Contacts ${date(at)}`,
    exportLabel: "Name of the export",
    exportText: (columns) => `A CSV file for Excel with the columns that you see: ${columns}.`,
    exportStarted: "The export runs; its file will be among the exports",
    bases: {
      double_opt_in: "confirmed sign-up",
      imported: "imported consent",
      soft_opt_in_customer: "customer",
      none: "no consent",
    },
  }),
  bulkSlovak,
);
