import { defineMessages } from "../../../../i18n/messages.tsx";
import { webhookTrialSlovak } from "./webhook-trial-messages.sk.ts";

export const webhookTrialMessages = defineMessages(
  ({ number }) => ({
    title: "Vyzkoušet na kontaktu",
    text: "Adresu teď doopravdy zavoláme s údaji kontaktu, tak jak je krok uložený. Kontakt do automatizace nevstoupí.",
    unsaved: "Vyzkoušet jde až uložený krok. Nejdřív uložte změny.",
    email: "E-mail kontaktu",
    send: "Zavolat adresu",
    unknown: "Takový kontakt nemáme.",
    limit: "Za hodinu jde vyzkoušet nejvýš 60 volání. Zkuste to později.",
    noKey: "Server nemá klíč k uloženým tajným hodnotám. Obraťte se na provozovatele.",
    result: "Výsledek volání",
    answered: (status: number) => `Příjemce odpověděl ${status}`,
    failed: (reason: string) => `Příjemce neodpověděl: ${reason}`,
    took: (ms: number) => `za ${number(ms)} ms`,
    body: "Začátek odpovědi",
    noBody: "Odpověď nemá text.",
  }),
  ({ number }) => ({
    title: "Try on a contact",
    text: "The address is really called now with the contact's data, by the saved step. The contact does not enter the automation.",
    unsaved: "Only a saved step can be tried. Save the changes first.",
    email: "E-mail of the contact",
    send: "Call the address",
    unknown: "There is no such contact.",
    limit: "At most 60 calls can be tried in an hour. Try it later.",
    noKey: "The server has no key for the stored secrets. Ask the operator.",
    result: "Result of the call",
    answered: (status) => `The receiver answered ${status}`,
    failed: (reason) => `The receiver did not answer: ${reason}`,
    took: (ms) => `in ${number(ms)} ms`,
    body: "Beginning of the answer",
    noBody: "The answer has no text.",
  }),
  webhookTrialSlovak,
);
