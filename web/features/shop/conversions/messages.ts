import { defineMessages } from "../../../i18n/messages.tsx";
import { conversionsSlovak } from "./messages.sk.ts";

export const conversionsMessages = defineMessages(
  ({ plural, number }) => ({
    title: "Tržby z e-mailů",
    window: (days: number) =>
      plural(days, {
        one: "Objednávky do # dne po posledním kliknutí člověka; zrušené a vrácené se nepočítají.",
        few: "Objednávky do # dnů po posledním kliknutí člověka; zrušené a vrácené se nepočítají.",
        many: "Objednávky do # dne po posledním kliknutí člověka; zrušené a vrácené se nepočítají.",
        other: "Objednávky do # dnů po posledním kliknutí člověka; zrušené a vrácené se nepočítají.",
      }),
    none: "Za posledních 30 dní žádná objednávka z e-mailu",
    noneText: "Objeví se, až někdo klikne v e-mailu a objedná.",
    revenue: (currency: string) => `Tržby v ${currency}`,
    orders: (count: number) =>
      plural(count, { one: "# objednávka", few: "# objednávky", many: "# objednávky", other: "# objednávek" }),
    average: (amount: string) => `průměr ${amount}`,
    columns: { name: "E-mail", type: "Odkud", orders: "Objednávek", revenue: "Tržby" },
    types: { campaign: "Kampaň", automation: "Automatizace" },
    bySource: "Podle kampaní a automatizací",
    period: "Posledních 30 dní",
    count: number,
  }),
  ({ plural, number }) => ({
    title: "Revenue from e-mails",
    window: (days) =>
      plural(days, {
        one: "Orders within # day after a person's last click; cancelled and returned ones do not count.",
        other: "Orders within # days after a person's last click; cancelled and returned ones do not count.",
      }),
    none: "No order from an e-mail in the last 30 days",
    noneText: "It appears when somebody clicks in an e-mail and orders.",
    revenue: (currency) => `Revenue in ${currency}`,
    orders: (count) => plural(count, { one: "# order", other: "# orders" }),
    average: (amount) => `${amount} on average`,
    columns: { name: "E-mail", type: "From", orders: "Orders", revenue: "Revenue" },
    types: { campaign: "Campaign", automation: "Automation" },
    bySource: "By campaign and automation",
    period: "Last 30 days",
    count: number,
  }),
  conversionsSlovak,
);
