import { defineMessages } from "../../i18n/messages.tsx";
import { unknownSlovak } from "./messages.sk.ts";

export const unknownMessages = defineMessages(
  ({ plural, number }) => ({
    title: (count: number) =>
      plural(count, {
        one: "# e-mail má neznámý výsledek.",
        few: "# e-maily mají neznámý výsledek.",
        many: "# e-mailu má neznámý výsledek.",
        other: "# e-mailů má neznámý výsledek.",
      }),
    text: "Server je převzal ve chvíli, kdy se odesílání přerušilo. Sami je znovu nepošleme, aby nikdo nedostal e-mail dvakrát.",
    show: (count: number) =>
      plural(count, {
        one: "Zobrazit # adresu",
        few: "Zobrazit # adresy",
        many: "Zobrazit # adresy",
        other: "Zobrazit # adres",
      }),
    decide: "Rozhodnout…",
    dialog: "Neznámé výsledky",
    markSent: "Považovat za odeslané",
    markSentText: "Nic dalšího se nepošle. Kdo e-mail nedostal, ten ho už nedostane.",
    sendAgain: (count: number) =>
      plural(count, {
        one: "Poslat # e-mail znovu",
        few: "Poslat # e-maily znovu",
        many: "Poslat # e-mailu znovu",
        other: "Poslat # e-mailů znovu",
      }),
    sendAgainText: "Kdo e-mail přece jen dostal, dostane ho podruhé.",
    decided: (count: number) =>
      plural(count, {
        one: "Rozhodnuto o # e-mailu.",
        few: "Rozhodnuto o # e-mailech.",
        many: "Rozhodnuto o # e-mailu.",
        other: "Rozhodnuto o # e-mailech.",
      }),
    address: "Adresa",
    tried: "Odesílání",
    more: (count: number) => `A dalších ${number(count)}.`,
  }),
  ({ plural, number }) => ({
    title: (count) =>
      plural(count, { one: "# e-mail has an unknown result.", other: "# e-mails have an unknown result." }),
    text: "The server took them over just when the sending was interrupted. We do not send them again by ourselves, so that nobody gets the e-mail twice.",
    show: (count) => plural(count, { one: "Show # address", other: "Show # addresses" }),
    decide: "Decide…",
    dialog: "Unknown results",
    markSent: "Take them as sent",
    markSentText: "Nothing more is sent. Whoever did not get the e-mail does not get it any more.",
    sendAgain: (count) => plural(count, { one: "Send # e-mail again", other: "Send # e-mails again" }),
    sendAgainText: "Whoever did get the e-mail gets it twice.",
    decided: (count) => plural(count, { one: "Decided about # e-mail.", other: "Decided about # e-mails." }),
    address: "Address",
    tried: "Sending",
    more: (count) => `And ${number(count)} more.`,
  }),
  unknownSlovak,
);
