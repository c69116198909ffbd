import type { Formats } from "../../../../i18n/format.ts";

export const undoBouncesSlovak = ({ plural }: Formats) => ({
  open: "Vziať späť nedoručenia",
  title: "Vziať späť nedoručenia",
  intro:
    "Keď server odmietal e-maily pre odosielateľa, a nie pre adresy. Ľudia dostanú stav, ktorý mali predtým; odhlásených a sťažností sa to netýka.",
  day: "Deň",
  dayHint: "Deň, keď sa e-maily vrátili. Prázdny len pri jednej kampani.",
  reply: "Text v odpovedi servera",
  replyHint: "Časť odpovede, aspoň 3 znaky. Na veľkosti písmen nezáleží.",
  campaign: "Kampaň",
  campaignHint: "Bez nej sa počítajú všetky kampane aj e-maily automatizácií.",
  dayNeeded: "Zadajte deň, alebo vyberte kampaň.",
  count: "Spočítať",
  found: (count: number) =>
    plural(count, {
      one: "Vezme sa späť # nedoručenie.",
      few: "Vezmú sa späť # nedoručenia.",
      many: "Vezme sa späť # nedoručenia.",
      other: "Vezme sa späť # nedoručení.",
    }),
  none: "Také nedoručenie tu nie je, alebo už je vzaté späť.",
  replies: "Odpovede serverov",
  columns: { reply: "Odpoveď", bounces: "Počet" },
  later: "Komu sa vrátili aj iné e-maily, zostane blokovaný.",
  back: "Upraviť výber",
  doing: (count: number) =>
    plural(count, {
      one: "Vziať späť # nedoručenie",
      few: "Vziať späť # nedoručenia",
      many: "Vziať späť # nedoručenia",
      other: "Vziať späť # nedoručení",
    }),
  done: (count: number) =>
    plural(count, {
      one: "# kontakt má späť svoj stav",
      few: "# kontakty majú späť svoj stav",
      many: "# kontaktu má späť svoj stav",
      other: "# kontaktov má späť svoj stav",
    }),
  inBackground: "Nedoručenia sa berú späť na pozadí. Keď to dobehne, príde oznámenie.",
});
