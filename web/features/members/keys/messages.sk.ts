import type { Formats } from "../../../i18n/format.ts";

export const keysSlovak = ({ plural }: Formats) => ({
  title: "Kľúče API",
  facts: (company: string, count: number) =>
    `Kľúč platí len v spoločnosti ${company} a nikdy nemá viac práv ako ten, kto ho vytvoril. ${plural(count, { one: "Používate # kľúč.", few: "Používate # kľúče.", many: "Používate # kľúča.", other: "Používate # kľúčov." })}`,
  create: "Vytvoriť kľúč",
  columns: {
    name: "Názov",
    rights: "Práva",
    createdBy: "Autor",
    lastUsed: "Naposledy použitý",
    expires: "Platí do",
  },
  scopes: { read: "Len čítanie", full: "Čítanie aj zmeny" },
  scopeNotes: { read: "Nič nezmení ani neodošle.", full: "Smie všetko, čo dovoľujú roly." },
  never: "zatiaľ nepoužitý",
  invalid: "Neplatí: autor stratil práva alebo kľúč vypršal",
  empty: "Zatiaľ žiadny kľúč",
  emptyText: "Kľúčom sa k dátam pripojí e-shop, pokladňa alebo vlastný skript.",
  menu: (name: string) => `Akcie pre kľúč ${name}`,
  revoke: "Zneplatniť kľúč",
  revokeTitle: (name: string) => `Zneplatniť kľúč ${name}`,
  revokeText: "Prestane platiť hneď. Program, ktorý ho používa, dostane odpoveď 401. Vziať späť sa to nedá.",
  revoked: "Kľúč už neplatí",
  form: {
    title: "Nový kľúč API",
    name: "Názov",
    nameHint: "Podľa čoho spoznáte, kde sa používa",
    scope: "Rozsah",
    validity: "Platnosť",
    days: (count: number) => plural(count, { one: "# deň", few: "# dni", many: "# dňa", other: "# dní" }),
    limit: "Viac kľúčov mať nemôžete. Najprv niektorý zneplatnite.",
  },
  once: {
    title: (name: string) => `Kľúč „${name}“ je pripravený`,
    note: "Skopírujte si ho teraz. Ukladáme len odtlačok, kľúč už znova neukážeme.",
    copy: "Kopírovať kľúč",
    stored: "Kľúč mám uložený",
    tryIt: "Vyskúšať",
    rights: "Práva",
    expires: "Platí do",
  },
});
