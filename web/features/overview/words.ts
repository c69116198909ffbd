import { defineWords } from "../../i18n/words.tsx";

export const overviewWords = defineWords(
  () => ({ title: "Přehled" }),
  () => ({ title: "Overview" }),
);
