import { defineWords } from "../../i18n/words.tsx";

export const richTextWords = defineWords(
  () => ({
    format: "Formátování",
    bold: "Tučně",
    italic: "Kurzíva",
    underline: "Podtrženě",
    heading: "Nadpis",
    list: "Odrážky",
    numbers: "Číslovaný seznam",
    link: "Odkaz",
    address: "Adresa odkazu",
    apply: "Použít odkaz",
  }),
  () => ({
    format: "Formatting",
    bold: "Bold",
    italic: "Italic",
    underline: "Underline",
    heading: "Heading",
    list: "Bullet list",
    numbers: "Numbered list",
    link: "Link",
    address: "Address of the link",
    apply: "Use link",
  }),
);
