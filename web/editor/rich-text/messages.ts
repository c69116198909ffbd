import { defineMessages } from "../../i18n/messages.tsx";
import { richTextSlovak } from "./messages.sk.ts";

export const richTextMessages = defineMessages(
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
  richTextSlovak,
);
