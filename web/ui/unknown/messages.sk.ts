import type { Formats } from "../../i18n/format.ts";

export const unknownSlovak = ({ plural, number }: Formats) => ({
  title: (count: number) =>
    plural(count, {
      one: "# e-mail má neznámy výsledok.",
      few: "# e-maily majú neznámy výsledok.",
      many: "# e-mailu má neznámy výsledok.",
      other: "# e-mailov má neznámy výsledok.",
    }),
  text: "Server ich prevzal vo chvíli, keď sa odosielanie prerušilo. Sami ich znova nepošleme, aby nikto nedostal e-mail dvakrát.",
  show: (count: number) =>
    plural(count, {
      one: "Zobraziť # adresu",
      few: "Zobraziť # adresy",
      many: "Zobraziť # adresy",
      other: "Zobraziť # adries",
    }),
  decide: "Rozhodnúť…",
  dialog: "Neznáme výsledky",
  markSent: "Považovať za odoslané",
  markSentText: "Nič ďalšie sa nepošle. Kto e-mail nedostal, ten ho už nedostane.",
  sendAgain: (count: number) =>
    plural(count, {
      one: "Poslať # e-mail znova",
      few: "Poslať # e-maily znova",
      many: "Poslať # e-mailu znova",
      other: "Poslať # e-mailov znova",
    }),
  sendAgainText: "Kto e-mail predsa len dostal, dostane ho druhýkrát.",
  decided: (count: number) =>
    plural(count, {
      one: "Rozhodnuté o # e-maile.",
      few: "Rozhodnuté o # e-mailoch.",
      many: "Rozhodnuté o # e-mailu.",
      other: "Rozhodnuté o # e-mailoch.",
    }),
  address: "Adresa",
  tried: "Odosielanie",
  more: (count: number) => `A ďalších ${number(count)}.`,
});
