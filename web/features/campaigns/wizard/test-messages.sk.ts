import type { Formats } from "../../../i18n/format.ts";

export const testSlovak = ({ number, plural }: Formats) => ({
  send: "Poslať test",
  title: "Poslať testovací e-mail",
  to: "Testovacie adresy",
  hint: "Test dostanú len tieto adresy, najviac 10 testov jednej kampane za 24 hodín.",
  none: "Nemáte žiadnu testovaciu adresu.",
  add: "Pridať testovaciu adresu",
  language: "Jazykový variant",
  mainLanguage: "Hlavný e-mail",
  sendTo: (count: number) =>
    plural(count, {
      one: "Poslať test na # adresu",
      few: "Poslať test na # adresy",
      many: "Poslať test na # adresy",
      other: "Poslať test na # adries",
    }),
  sent: (count: number, remaining: number) =>
    `${plural(count, { one: "Test odišiel na # adresu", few: "Test odišiel na # adresy", many: "Test odišiel na # adresy", other: "Test odišiel na # adries" })}. Dnes ich zostáva ${number(remaining)}.`,
  limit: "Za posledných 24 hodín už odišlo 10 testov tejto kampane. Skúste to neskôr.",
  off: "Odosielanie je na tomto serveri vypnuté, test nemá ako odísť.",
  broken: "E-mail sa nedá zostaviť. Opravte obsah; chyby ukazuje kontrola pred odoslaním.",
});
