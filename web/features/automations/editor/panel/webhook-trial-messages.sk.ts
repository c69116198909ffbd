import type { Formats } from "../../../../i18n/format.ts";

export const webhookTrialSlovak = ({ number }: Formats) => ({
  title: "Vyskúšať na kontakte",
  text: "Adresu teraz naozaj zavoláme s údajmi kontaktu, tak ako je krok uložený. Kontakt do automatizácie nevstúpi.",
  unsaved: "Vyskúšať možno až uložený krok. Najprv uložte zmeny.",
  email: "E-mail kontaktu",
  send: "Zavolať adresu",
  unknown: "Taký kontakt nemáme.",
  limit: "Za hodinu možno vyskúšať najviac 60 volaní. Skúste to neskôr.",
  noKey: "Server nemá kľúč k uloženým tajným hodnotám. Obráťte sa na prevádzkovateľa.",
  result: "Výsledok volania",
  answered: (status: number) => `Príjemca odpovedal ${status}`,
  failed: (reason: string) => `Príjemca neodpovedal: ${reason}`,
  took: (ms: number) => `za ${number(ms)} ms`,
  body: "Začiatok odpovede",
  noBody: "Odpoveď nemá text.",
});
