import type { Formats } from "../../../i18n/format.ts";

export const testRecipientsSlovak = ({ plural }: Formats) => ({
  title: "Testovacie adresy",
  text: "Testovacie e-maily odchádzajú len na tieto adresy. V skúšobnom režime na ne odchádzajú všetky e-maily.",
  add: "Pridať adresu",
  label: "E-mail",
  none: "Zatiaľ žiadna. Pridajte svoju adresu, aby ste si mohli poslať test.",
  remove: (email: string) => `Odobrať ${email}`,
  added: (email: string) => `${email} je medzi testovacími adresami.`,
  removed: (email: string) => `${email} už nie je testovacia adresa.`,
  taken: "Túto adresu tu už máte.",
  count: (count: number) => plural(count, { one: "# adresa", few: "# adresy", many: "# adresy", other: "# adries" }),
});
