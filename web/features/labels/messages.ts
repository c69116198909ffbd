import { defineMessages } from "../../i18n/messages.tsx";
import { labelsSlovak } from "./messages.sk.ts";

export const labelsMessages = defineMessages(
  ({ plural, number }) => ({
    title: "Štítky",
    facts: "Jeden štítek můžete dát kontaktům, seznamům, kampaním i obsahu.",
    add: "Přidat štítek",
    columns: { label: "Štítek", contacts: "Kontakty", others: "Ostatní", created: "Vytvořen" },
    uses: (count: number) =>
      plural(count, { one: "# použití", few: "# použití", many: "# použití", other: "# použití" }),
    menu: (name: string) => `Akce pro štítek ${name}`,
    edit: "Upravit štítek",
    remove: "Smazat štítek…",
    removeTitle: (name: string) => `Smazat štítek ${name}`,
    removeText: (count: number) =>
      count === 0
        ? "Štítek nikde není. Smaže se jen ze seznamu."
        : plural(count, {
            one: "Štítek zmizí z # místa. Samotné záznamy zůstanou.",
            few: "Štítek zmizí ze # míst. Samotné záznamy zůstanou.",
            many: "Štítek zmizí z # místa. Samotné záznamy zůstanou.",
            other: "Štítek zmizí z # míst. Samotné záznamy zůstanou.",
          }),
    removeDo: "Smazat štítek",
    removed: "Štítek je smazaný",
    saved: "Štítek je uložený",
    empty: "Zatím žádný štítek",
    emptyText: "Štítky pomáhají rychle najít, co k sobě patří: akce, značka, rok.",
    kinds: {
      list: (count: number) => `seznamy ${number(count)}`,
      segment: (count: number) => `segmenty ${number(count)}`,
      template: (count: number) => `šablony ${number(count)}`,
      campaign: (count: number) => `kampaně ${number(count)}`,
      automation: (count: number) => `automatizace ${number(count)}`,
      form: (count: number) => `formuláře ${number(count)}`,
    },
    form: {
      name: "Název",
      color: "Barva",
      pick: "Vybrat barvu",
      taken: "Tento název už má jiný štítek.",
      limit: "Více štítků mít nelze.",
      colorInvalid: "Napište barvu jako #3550cc.",
    },
  }),
  ({ plural, number }) => ({
    title: "Labels",
    facts: "One label can be given to contacts, lists, campaigns and content.",
    add: "Add label",
    columns: { label: "Label", contacts: "Contacts", others: "Others", created: "Created" },
    uses: (count) => plural(count, { one: "# use", other: "# uses" }),
    menu: (name) => `Actions for the label ${name}`,
    edit: "Edit label",
    remove: "Delete label…",
    removeTitle: (name) => `Delete the label ${name}`,
    removeText: (count) =>
      count === 0
        ? "The label is not used. Only the label is deleted."
        : plural(count, {
            one: "The label disappears from # place. The record itself stays.",
            other: "The label disappears from # places. The records themselves stay.",
          }),
    removeDo: "Delete label",
    removed: "The label is deleted",
    saved: "The label is saved",
    empty: "No label yet",
    emptyText: "Labels help to find what belongs together: a sale, a brand, a year.",
    kinds: {
      list: (count) => `lists ${number(count)}`,
      segment: (count) => `segments ${number(count)}`,
      template: (count) => `templates ${number(count)}`,
      campaign: (count) => `campaigns ${number(count)}`,
      automation: (count) => `automations ${number(count)}`,
      form: (count) => `forms ${number(count)}`,
    },
    form: {
      name: "Name",
      color: "Colour",
      pick: "Choose a colour",
      taken: "Another label has this name.",
      limit: "You cannot have more labels.",
      colorInvalid: "Type a colour like #3550cc.",
    },
  }),
  labelsSlovak,
);
