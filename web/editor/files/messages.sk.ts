import type { Formats } from "../../i18n/format.ts";

export const fileSlovak = ({ plural }: Formats) => ({
  pickTitle: "Vybrať obrázok",
  search: "Hľadať súbor",
  upload: "Nahrať súbory",
  allFolders: "Všetky priečinky",
  withoutFolder: "Bez priečinka",
  folder: "Priečinok",
  none: "Žiadny súbor tu nie je",
  noneText: "Nahrajte obrázok z počítača.",
  more: "Načítať ďalšie",
  pickFile: "Vybrať zo súborov",
  removePicture: "Odobrať",
  dropPicture: "alebo sem obrázok pretiahnite",
  byAddress: "Zadať adresu",
  address: "Adresa obrázka",
  notPicture: (name: string) => `Súbor ${name} nie je obrázok.`,
  failedFile: (name: string) => `Súbor ${name} sa nenahral.`,
  refusedFile: (name: string) =>
    `Súbor ${name} neprijímame. Nahrajte obrázok, PDF, dokument bez makier, CSV alebo text do 20 MB.`,
  uploaded: (count: number) =>
    plural(count, {
      one: "# súbor nahraný",
      few: "# súbory nahrané",
      many: "# súboru nahrané",
      other: "# súborov nahraných",
    }),
});
