import type { Formats } from "../../../i18n/format.ts";

export const liveSlovak = ({ number, plural }: Formats) => ({
  title: "Ostrá prevádzka",
  live: "Všetko je pripravené: e-maily odchádzajú príjemcom.",
  missing: (company: number, operator: number) =>
    `Do ostrej prevádzky zostáva: vám ${number(company)}, prevádzkovateľovi ${number(operator)}.`,
  meanwhile: {
    live: "Dovtedy kampane počkajú, nič sa nestratí.",
    test: "Dovtedy odchádzajú len e-maily na vaše testovacie adresy.",
    folder: "Dovtedy sa e-maily ukladajú do priečinka na serveri a nikomu neodchádzajú.",
    off: "Dovtedy neodíde žiadny e-mail.",
  },
  company: "Čo urobíte vy",
  operator: "Čo urobí prevádzkovateľ služby",
  left: (count: number) =>
    count === 0
      ? "hotovo"
      : plural(count, { one: "zostáva #", few: "zostávajú #", many: "zostáva #", other: "zostáva #" }),
  states: { done: "hotovo", required: "bez toho nič neodíde", advised: "odporúčame" },
  companyTasks: {
    sender: {
      name: "Overený odosielateľ",
      text: "Adresa, z ktorej píšete. Overíte ju odkazom v e-maile.",
      action: "Pridať odosielateľa",
    },
    domain: {
      name: "Overená doména",
      text: "Bez podpisu vašej domény končia e-maily častejšie v spame a veľké poštové služby ich odmietajú.",
      action: "Overiť doménu",
    },
    address: {
      name: "Adresa spoločnosti",
      text: "Zákon ju žiada v pätičke každého obchodného oznámenia.",
      action: "Doplniť adresu",
    },
    switch: {
      name: "Zapnuté odosielanie",
      text: "Odosielanie ste v nastaveniach spoločnosti vypli.",
      action: "Zapnúť odosielanie",
    },
    payment: {
      name: "Zaplatená tarifa",
      text: "Odosielanie stojí, kým nie je zaplatená faktúra alebo zvolená vyššia tarifa.",
      action: "Otvoriť platby",
    },
  },
  operatorTasks: {
    review: { name: "Overenie spoločnosti" },
    mode: { name: "Server odosiela naostro" },
    hold: { name: "Zrušenie zadržania", text: "Prevádzkovateľ odosielanie zadržal. Napíšte mu, čo sa stalo." },
  },
  reviews: {
    live: "Spoločnosť smie odosielať.",
    pending: "Prevádzkovateľ spoločnosť overuje. Dostanete oznámenie.",
    paused: "Odosielanie spoločnosti je pozastavené.",
    suspended: "Prevádzkovateľ odosielanie zastavil. Napíšte mu, čo sa stalo.",
  },
  since: (day: string) => `Od ${day}.`,
  modes: {
    live: "E-maily odchádzajú príjemcom.",
    test: "Server je v skúšobnom režime: píše len na testovacie adresy.",
    folder: "Server je v skúšobnom režime: e-maily ukladá do priečinka.",
    off: "Server má odosielanie vypnuté.",
  },
  commands: "Prevádzkujete server sami? Toto na ňom nastavte alebo spustite a server reštartujte:",
  settings: "nastavenia servera",
  approve: "príkaz na schválenie spoločnosti",
});
