import type { Formats } from "../../../../i18n/format.ts";

export const couponCodesSlovak = ({ plural }: Formats) => ({
  left: (count: number) =>
    plural(count, {
      one: "V zásobníku zostáva # voľný kód.",
      few: "V zásobníku zostávajú # voľné kódy.",
      many: "V zásobníku zostáva # voľného kódu.",
      other: "V zásobníku zostáva # voľných kódov.",
    }),
  none: "V zásobníku nezostal žiadny kód. Kto sem príde, pôjde ďalej bez kupónu.",
  tooFew: (inside: number) =>
    plural(inside, {
      one: "Vnútri automatizácie je # kontakt.",
      few: "Vnútri automatizácie sú # kontakty, na všetky sa kód nezvýši.",
      many: "Vnútri automatizácie je # kontaktu, na všetky sa kód nezvýši.",
      other: "Vnútri automatizácie je # kontaktov, na všetky sa kód nezvýši.",
    }),
  add: "Doplniť kódy",
});
