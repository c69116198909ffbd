import { defineMessages } from "../../../../i18n/messages.tsx";
import { couponCodesSlovak } from "./coupon-codes-messages.sk.ts";

export const couponCodesMessages = defineMessages(
  ({ plural }) => ({
    left: (count: number) =>
      plural(count, {
        one: "V balíčku zbývá # volný kód.",
        few: "V balíčku zbývají # volné kódy.",
        many: "V balíčku zbývá # volného kódu.",
        other: "V balíčku zbývá # volných kódů.",
      }),
    none: "V balíčku nezbyl žádný kód. Kdo sem přijde, půjde dál bez kupónu.",
    tooFew: (inside: number) =>
      plural(inside, {
        one: "Uvnitř automatizace je # kontakt.",
        few: "Uvnitř automatizace jsou # kontakty, na všechny se nedostane.",
        many: "Uvnitř automatizace je # kontaktu, na všechny se nedostane.",
        other: "Uvnitř automatizace je # kontaktů, na všechny se nedostane.",
      }),
    add: "Doplnit kódy",
  }),
  ({ plural }) => ({
    left: (count) => plural(count, { one: "# free code is left.", other: "# free codes are left." }),
    none: "No code is left. Whoever comes here goes on without a coupon.",
    tooFew: (inside) =>
      plural(inside, {
        one: "# contact is inside the automation.",
        other: "# contacts are inside the automation, too many for these codes.",
      }),
    add: "Add codes",
  }),
  couponCodesSlovak,
);
