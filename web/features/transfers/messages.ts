import { defineMessages } from "../../i18n/messages.tsx";
import { transfersSlovak } from "./messages.sk.ts";

/** The section, and how files are written. */
export const transfersMessages = defineMessages(
  () => ({
    title: "Importy a exporty",
    imports: "Importy",
    exports: "Exporty",
    delimiters: { ",": "čárka", ";": "středník", "\t": "tabulátor", "|": "svislá čára" },
    encodings: {
      "utf-8": "UTF-8",
      "utf-16le": "UTF-16 LE",
      "utf-16be": "UTF-16 BE",
      "windows-1250": "Windows-1250 (středoevropské)",
      "iso-8859-2": "ISO 8859-2 (středoevropské)",
    },
  }),
  () => ({
    title: "Imports and exports",
    imports: "Imports",
    exports: "Exports",
    delimiters: { ",": "comma", ";": "semicolon", "\t": "tab", "|": "vertical bar" },
    encodings: {
      "utf-8": "UTF-8",
      "utf-16le": "UTF-16 LE",
      "utf-16be": "UTF-16 BE",
      "windows-1250": "Windows-1250 (Central European)",
      "iso-8859-2": "ISO 8859-2 (Central European)",
    },
  }),
  transfersSlovak,
);
