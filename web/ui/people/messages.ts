import { defineMessages } from "../../i18n/messages.tsx";
import { roleSlovak } from "./messages.sk.ts";

/** States and engagement of contacts, for every grid of people. */
export const roleMessages = defineMessages(
  () => ({
    searchContact: "Hledat kontakt…",
    states: {
      active: "Odebírá",
      unconfirmed: "Čeká na potvrzení",
      customer: "Zákazník",
      unsubscribed: "Odhlášený",
      bounced: "Nedoručitelný",
      complained: "Stížnost",
      blacklisted: "Blokovaný",
    },
    engagements: {
      A: "A: velmi aktivní",
      B: "B: aktivní",
      C: "C: občasný",
      D: "D: usínající",
      E: "E: neaktivní",
      N: "N: nový",
    },
  }),
  () => ({
    searchContact: "Search contacts…",
    states: {
      active: "Subscribed",
      unconfirmed: "Waiting for confirmation",
      customer: "Customer",
      unsubscribed: "Unsubscribed",
      bounced: "Bounced",
      complained: "Complained",
      blacklisted: "Blacklisted",
    },
    engagements: {
      A: "A: very active",
      B: "B: active",
      C: "C: now and then",
      D: "D: falling asleep",
      E: "E: inactive",
      N: "N: new",
    },
  }),
  roleSlovak,
);
