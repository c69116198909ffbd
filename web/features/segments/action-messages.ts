import { defineMessages } from "../../i18n/messages.tsx";
import { actionSlovak } from "./action-messages.sk.ts";

/** Messages of the actions of a segment. */
export const actionMessages = defineMessages(
  ({ plural }) => ({
    duplicate: "Duplikovat",
    copyName: (name: string) => `${name} (kopie)`,
    duplicated: (name: string) => `Vytvořili jsme ${name}.`,
    toList: "Vytvořit seznam…",
    toListTitle: "Vytvořit seznam ze segmentu",
    toListText: (count: number) =>
      `Do nového seznamu dáme ${plural(count, { one: "# kontakt", few: "# kontakty", many: "# kontaktu", other: "# kontaktů" })}, které lze oslovit. Další změny segmentu se do něj nepřenesou.`,
    toListDo: "Vytvořit seznam",
    toListDone: "Seznam je vytvořen.",
    listName: "Název seznamu",
    delete: "Smazat segment…",
    deleteTitle: (name: string) => `Smazat segment ${name}`,
    deleteText: "Kontakty zůstanou, zmizí jen segment. Smazání nelze vzít zpět.",
    deleteDo: "Smazat segment",
    deleted: (name: string) => `Segment ${name} je smazán.`,
    inUse: "Segment se používá, smazat ho půjde, až ho odtud odeberete:",
  }),
  ({ plural }) => ({
    duplicate: "Duplicate",
    copyName: (name) => `${name} (copy)`,
    duplicated: (name) => `${name} was created.`,
    toList: "Create a list…",
    toListTitle: "Create a list from the segment",
    toListText: (count) =>
      `The new list gets ${plural(count, { one: "# contact", other: "# contacts" })} that can be e-mailed. Later changes of the segment do not reach it.`,
    toListDo: "Create list",
    toListDone: "The list is created.",
    listName: "Name of the list",
    delete: "Delete segment…",
    deleteTitle: (name) => `Delete the segment ${name}`,
    deleteText: "The contacts stay, only the segment disappears. This cannot be undone.",
    deleteDo: "Delete segment",
    deleted: (name) => `The segment ${name} is deleted.`,
    inUse: "The segment is used. It can be deleted once you remove it from:",
  }),
  actionSlovak,
);
