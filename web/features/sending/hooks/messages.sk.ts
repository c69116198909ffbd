import type { Formats } from "../../../i18n/format.ts";

export const hooksSlovak = ({ ago, date }: Formats) => ({
  title: "Hlásenia od poskytovateľa odosielania",
  text: "Posielate cez Amazon SES alebo Postmark? Vložte u nich tajnú adresu a nedoručené e-maily aj sťažnosti sa zapíšu samy.",
  own: "Pri odosielaní vlastným serverom chodia hlásenia na spiatočnú adresu vašej domény a netreba nič nastavovať.",
  add: "Vytvoriť adresu",
  none: "Zatiaľ žiadna adresa.",
  provider: "Poskytovateľ",
  providers: { ses: "Amazon SES", postmark: "Postmark" },
  columns: { provider: "Poskytovateľ", created: "Vytvorená", used: "Posledné hlásenie", actions: "Akcie" },
  createdAt: (at: string) => date(at),
  usedAt: (at: string) => ago(at),
  never: "zatiaľ žiadne",
  once: "Adresu už znova neukážeme. Vložte ju u poskytovateľa hneď.",
  kept: "Adresu mám uloženú",
  done: "Hotovo",
  remove: "Zmazať adresu",
  removeNamed: (name: string) => `Zmazať adresu ${name}`,
  removeText: "Hlásenia poslané na túto adresu odmietneme. Nedoručené e-maily a sťažnosti sa prestanú zapisovať.",
  removed: "Adresa je zmazaná.",
  limit: "Viac adries mať nemôžete. Zmažte niektorú, ktorú nepoužívate.",
  url: "tajná adresa",
});
