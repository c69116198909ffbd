import type { Formats } from "../../../i18n/format.ts";

export const conversionsSlovak = ({ plural, number }: Formats) => ({
  title: "Tržby z e-mailov",
  window: (days: number) =>
    plural(days, {
      one: "Objednávky do # dňa po poslednom kliknutí človeka; zrušené a vrátené sa nepočítajú.",
      few: "Objednávky do # dní po poslednom kliknutí človeka; zrušené a vrátené sa nepočítajú.",
      many: "Objednávky do # dňa po poslednom kliknutí človeka; zrušené a vrátené sa nepočítajú.",
      other: "Objednávky do # dní po poslednom kliknutí človeka; zrušené a vrátené sa nepočítajú.",
    }),
  none: "Za posledných 30 dní žiadna objednávka z e-mailu",
  noneText: "Objavia sa, keď niekto klikne v e-maile a objedná.",
  revenue: (currency: string) => `Tržby v ${currency}`,
  orders: (count: number) =>
    plural(count, { one: "# objednávka", few: "# objednávky", many: "# objednávky", other: "# objednávok" }),
  average: (amount: string) => `priemer ${amount}`,
  columns: { name: "E-mail", type: "Odkiaľ", orders: "Objednávok", revenue: "Tržby" },
  types: { campaign: "Kampaň", automation: "Automatizácia" },
  bySource: "Podľa kampaní a automatizácií",
  period: "Posledných 30 dní",
  count: number,
});
