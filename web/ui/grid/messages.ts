import { defineMessages } from "../../i18n/messages.tsx";
import { gridSlovak } from "./messages.sk.ts";

/** Messages of views that the server keeps, and of the choice of columns. */
export const gridMessages = defineMessages(
  () => ({
    viewSaved: "Pohled je uložen",
    shareView: "Pro všechny ve společnosti",
    findColumn: "Najít sloupec",
  }),
  () => ({
    viewSaved: "The view is saved",
    shareView: "For everybody in the company",
    findColumn: "Find a column",
  }),
  gridSlovak,
);
