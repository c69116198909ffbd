import type { Formats } from "../../../i18n/format.ts";

export const trialSlovak = ({ plural, number }: Formats) => ({
  open: "Vyskúšať",
  title: "Vyskúšať automatizáciu",
  text: (version: number) => `Prejdeme uloženú verziu ${number(version)}. Nič sa neodošle ani nezmení.`,
  everybody: "Na všetkých, komu sa spúšťač už stal",
  everybodyText: "Spočítame, kadiaľ by podľa dnešných údajov šli, koľko e-mailov by odišlo a koho a prečo vynecháme.",
  everybodyDo: "Prejsť so všetkými",
  manual: "Kontakty sa do nej pridávajú len ručne. Vyskúšajte ju na jednom.",
  one: "Na jednom kontakte",
  of: (email: string) => `Skúška: ${email}`,
  ofEverybody: "Skúška na všetkých",
  end: "Ukončiť skúšku",
  counting: "Skúšame, čo by sa stalo…",
  beforeStart: (text: string) => `Keby vstúpili všetci, komu sa spúšťač už stal: ${text}.`,
  review: {
    title: "Čo sa spustí",
    enters: "Kto vstúpi",
    emails: (count: number) =>
      count === 0
        ? "Žiadny e-mail neodíde"
        : plural(count, {
            one: "Odíde # e-mail",
            few: "Odídu # e-maily",
            many: "Odíde # e-mailu",
            other: "Odíde # e-mailov",
          }),
    sent: "Odoslané e-maily",
  },
  entered: (count: number) =>
    plural(count, {
      one: "vstúpil by # kontakt",
      few: "vstúpili by # kontakty",
      many: "vstúpilo by # kontaktu",
      other: "vstúpilo by # kontaktov",
    }),
  sent: (count: number) =>
    plural(count, {
      one: "odišiel by # e-mail",
      few: "odišli by # e-maily",
      many: "odišlo by # e-mailu",
      other: "odišlo by # e-mailov",
    }),
  leftOut: (count: number, reasons: string) => `vynechali by sme ${number(count)} (${reasons})`,
  reason: (reason: string, count: number) => `${reason} ${number(count)}`,
  steps: (count: number) =>
    plural(count, {
      one: "prešiel by # krok",
      few: "prešiel by # kroky",
      many: "prešiel by # kroku",
      other: "prešiel by # krokov",
    }),
  passed: (count: number) => `prejde ${number(count)}`,
  emails: (count: number) =>
    plural(count, { one: "# e-mail", few: "# e-maily", many: "# e-mailu", other: "# e-mailov" }),
  skipped: (count: number) => `vynechá ${number(count)}`,
  missed: "sem sa nedostane",
});
