import type { Formats } from "../../i18n/format.ts";

export const actionSlovak = ({ plural }: Formats) => ({
  duplicate: "Duplikovať",
  copyName: (name: string) => `${name} (kópia)`,
  duplicated: (name: string) => `Vytvorili sme ${name}.`,
  toList: "Vytvoriť zoznam…",
  toListTitle: "Vytvoriť zoznam zo segmentu",
  toListText: (count: number) =>
    `Do nového zoznamu dáme ${plural(count, { one: "# kontakt, ktorý", few: "# kontakty, ktoré", many: "# kontaktu, ktoré", other: "# kontaktov, ktoré" })} možno osloviť. Ďalšie zmeny segmentu sa doň neprenesú.`,
  toListDo: "Vytvoriť zoznam",
  toListDone: "Zoznam je vytvorený.",
  listName: "Názov zoznamu",
  delete: "Zmazať segment…",
  deleteTitle: (name: string) => `Zmazať segment ${name}`,
  deleteText: "Kontakty zostanú, zmizne len segment. Zmazanie sa nedá vziať späť.",
  deleteDo: "Zmazať segment",
  deleted: (name: string) => `Segment ${name} je zmazaný.`,
  inUse: "Segment sa používa, zmazať sa bude dať, keď ho odtiaľto odoberiete:",
});
