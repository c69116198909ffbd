import { defineMessages } from "../../i18n/messages.tsx";
import { fileSlovak } from "./messages.sk.ts";

export const fileMessages = defineMessages(
  ({ plural }) => ({
    pickTitle: "Vybrat obrázek",
    search: "Hledat soubor",
    upload: "Nahrát soubory",
    allFolders: "Všechny složky",
    withoutFolder: "Bez složky",
    folder: "Složka",
    none: "Žádný soubor tu není",
    noneText: "Nahrajte obrázek z počítače.",
    more: "Načíst další",
    pickFile: "Vybrat ze souborů",
    removePicture: "Odebrat",
    dropPicture: "nebo sem obrázek přetáhněte",
    byAddress: "Zadat adresu",
    address: "Adresa obrázku",
    notPicture: (name: string) => `Soubor ${name} není obrázek.`,
    failedFile: (name: string) => `Soubor ${name} se nenahrál.`,
    refusedFile: (name: string) =>
      `Soubor ${name} nepřijímáme. Nahrajte obrázek, PDF, dokument bez maker, CSV nebo text do 20 MB.`,
    uploaded: (count: number) =>
      plural(count, {
        one: "# soubor nahrán",
        few: "# soubory nahrány",
        many: "# souboru nahráno",
        other: "# souborů nahráno",
      }),
  }),
  ({ plural }) => ({
    pickTitle: "Choose an image",
    search: "Search a file",
    upload: "Upload files",
    allFolders: "All folders",
    withoutFolder: "Without a folder",
    folder: "Folder",
    none: "There is no file",
    noneText: "Upload an image from your computer.",
    more: "Load more",
    pickFile: "Choose from files",
    removePicture: "Remove",
    dropPicture: "or drop a picture here",
    byAddress: "Type an address",
    address: "Address of the picture",
    notPicture: (name) => `The file ${name} is not a picture.`,
    failedFile: (name) => `The file ${name} was not uploaded.`,
    refusedFile: (name) =>
      `The file ${name} is not accepted. Upload an image, a PDF, a document without macros, CSV or text up to 20 MB.`,
    uploaded: (count) => plural(count, { one: "# file uploaded", other: "# files uploaded" }),
  }),
  fileSlovak,
);
