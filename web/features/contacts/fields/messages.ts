import { defineMessages } from "../../../i18n/messages.tsx";
import { fieldsSlovak } from "./messages.sk.ts";

export const fieldsMessages = defineMessages(
  ({ plural }) => ({
    title: "Vlastní pole",
    facts: "Údaje o kontaktech navíc: v importu, segmentech i v textu e-mailů.",
    add: "Přidat pole",
    columns: { name: "Název", type: "Druh", options: "Možnosti", created: "Vytvořeno" },
    options: (count: number) =>
      plural(count, { one: "# možnost", few: "# možnosti", many: "# možnosti", other: "# možností" }),
    menu: (name: string) => `Akce pro pole ${name}`,
    edit: "Upravit pole",
    remove: "Smazat pole…",
    removeTitle: (name: string) => `Smazat pole ${name}`,
    removeText:
      "Pole zmizí hned, jeho hodnoty se u všech kontaktů smažou na pozadí. Segmenty, které ho používají, přestanou vybírat.",
    removeDo: "Smazat pole s hodnotami",
    removed: "Pole je smazané, hodnoty se mažou na pozadí",
    empty: "Zatím žádné vlastní pole",
    emptyText: "Hodí se pro velikost bot, číslo věrnostní karty nebo oblíbenou značku.",
  }),
  ({ plural }) => ({
    title: "Custom fields",
    facts: "More data about contacts: in imports, segments and in the text of e-mails.",
    add: "Add field",
    columns: { name: "Name", type: "Type", options: "Options", created: "Created" },
    options: (count) => plural(count, { one: "# option", other: "# options" }),
    menu: (name) => `Actions for the field ${name}`,
    edit: "Edit field",
    remove: "Delete field…",
    removeTitle: (name) => `Delete the field ${name}`,
    removeText:
      "The field disappears at once, its values are deleted from all contacts in the background. Segments that use it no longer match.",
    removeDo: "Delete the field with its values",
    removed: "The field is deleted, its values are being removed",
    empty: "No custom field yet",
    emptyText: "Use them for a shoe size, the number of a loyalty card or a favourite brand.",
  }),
  fieldsSlovak,
);
