import type { Formats } from "../../i18n/format.ts";

export const overviewSlovak = ({ number, plural, date }: Formats) => ({
  title: "Prehľad",
  period: (from: string, to: string, days: number, shop: string | undefined) =>
    [
      `${date(from)} – ${date(to)}, porovnanie s predchádzajúcimi ${number(days)} dňami`,
      ...(shop === undefined ? [] : [shop]),
    ].join(" · "),
  periodLabel: "Obdobie",
  lastDays: (days: number) => (days === 365 ? "Posledných 12 mesiacov" : `Posledných ${number(days)} dní`),
  inDays: (days: number) => `za ${number(days)} dní`,
  perCent: (text: string) => `${text} %`,
  sources: "Odkiaľ pribúdajú kontakty",
  newContacts: (count: number) =>
    plural(count, { one: "# nový", few: "# noví", many: "# nového", other: "# nových" }),
  noSources: "V tomto období žiadny nový kontakt.",
  subscribedOf: (count: number, share: string) => `${number(count)} prihlásených (${share})`,
  previously: (count: number) => `v predchádzajúcom období ${number(count)}`,
  versus: (text: string) => `${text} oproti predchádzajúcemu`,
  newCampaign: "Nová kampaň",
  mailable: "Dá sa osloviť",
  ofContacts: (total: number) =>
    plural(total, { one: "z # kontaktu", few: "z # kontaktov", many: "z # kontaktu", other: "z # kontaktov" }),
  opened: "Otvorilo",
  openedProof: "bez strojových otvorení",
  clicked: "Kliklo",
  clickedProof: "z doručených",
  revenue: "Tržby z e-mailov",
  revenueNone: "žiadna objednávka z e-mailu",
  orders: (count: number) =>
    plural(count, { one: "# objednávka", few: "# objednávky", many: "# objednávky", other: "# objednávok" }),
  points: (text: string) => `${text} p. b.`,
  growth: "Kontakty, ktoré sa dajú osloviť",
  growthNote: "Pridané bez odhlásených, nedoručiteľných a blokovaných",
  contacts: "Kontakty",
  campaigns: "Posledné kampane",
  allCampaigns: "Všetky kampane",
  noCampaigns: "Zatiaľ žiadna kampaň.",
  columns: { name: "Názov", status: "Stav", recipients: "Príjemcov", opened: "Otvorilo", clicked: "Kliklo", revenue: "Tržby" },
  statuses: {
    draft: "Koncept",
    scheduled: "Naplánovaná",
    sending: "Odosiela sa",
    paused: "Pozastavená",
    completed: "Odoslaná",
    cancelled: "Zrušená",
  },
  of: (count: number) => `z ${number(count)}`,
  phoneFacts: (sent: number, opened: string, clicked: string) =>
    `${number(sent)} príjemcov · otvorilo ${opened} · kliklo ${clicked}`,
  running: "Práve beží",
  automations: "Automatizácie",
  runningAutomations: (count: number) =>
    plural(count, { one: "# beží", few: "# bežia", many: "# beží", other: "# beží" }),
  noAutomations: "Žiadna automatizácia nebeží.",
  entered: (count: number) =>
    plural(count, { one: "# vstúpil", few: "# vstúpili", many: "# vstúpilo", other: "# vstúpilo" }),
  sent: (count: number) => plural(count, { one: "# e-mail", few: "# e-maily", many: "# e-mailu", other: "# e-mailov" }),
  reputation: "Povesť odosielateľa",
  complaints: "Sťažnosti",
  bounced: "Nedoručené",
  unsubscribed: "Odhlásenia",
  limit: (text: string) => `limit ${text}`,
  usual: (text: string) => `bežne do ${text}`,
});
