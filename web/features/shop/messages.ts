import { defineMessages } from "../../i18n/messages.tsx";
import { shopSlovak } from "./messages.sk.ts";

export const shopMessages = defineMessages(
  () => ({
    title: "E-shop",
    facts: "Objednávky, kupóny a produkty, se kterými pracují segmenty, e-maily a automatizace.",
    tabs: { orders: "Objednávky", coupons: "Kupóny", feeds: "Feedy", conversions: "Tržby z e-mailů" },
  }),
  () => ({
    title: "E-shop",
    facts: "Orders, coupons and products that segments, e-mails and automations work with.",
    tabs: { orders: "Orders", coupons: "Coupons", feeds: "Feeds", conversions: "Revenue from e-mails" },
  }),
  shopSlovak,
);
