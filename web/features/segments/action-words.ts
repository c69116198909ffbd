import { defineWords } from "../../i18n/words.tsx";

/** Words of the actions of a segment. */
export const actionWords = defineWords(
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
    inUse: {
      segment: "Segment nelze smazat: odkazuje na něj jiný segment.",
      campaign: "Segment nelze smazat: používá ho nedokončená kampaň.",
      used: "Segment nelze smazat: používá ho automatizace nebo právě běžící práce.",
    },
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
    inUse: {
      segment: "The segment cannot be deleted: another segment refers to it.",
      campaign: "The segment cannot be deleted: an unfinished campaign uses it.",
      used: "The segment cannot be deleted: an automation or running work uses it.",
    },
  }),
);
