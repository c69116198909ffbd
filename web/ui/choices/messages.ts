import { defineMessages } from "../../i18n/messages.tsx";

export const shopMessages = defineMessages(
  () => ({ shop: "Obchod", all: "Všechny obchody" }),
  () => ({ shop: "Shop", all: "All shops" }),
  () => ({ shop: "Obchod", all: "Všetky obchody" }),
);
