import type { LinkMailWording, MailLanguage } from "../../../mail/service-mail-template.ts";
import type { LetterKind } from "./queries.ts";

type Wording = LinkMailWording<{ sender: string }>;

/** Our own letter repeats nothing that the visitor typed: a stranger may have typed it. */
export const letterTexts: Readonly<Record<LetterKind, Readonly<Record<MailLanguage, Wording>>>> = {
  confirmation: {
    cs: {
      subject: ({ sender }) => `Potvrďte odběr: ${sender}`,
      lead: ({ sender }) =>
        `někdo – nejspíš vy – přihlásil tuto adresu k odběru e-mailů: ${sender}. Odběr začne, až jej potvrdíte.`,
      button: "Potvrdit odběr",
      validUntil: (time) => `Odkaz platí do ${time}.`,
      ignore: "Pokud jste se nepřihlásili, e-mail ignorujte; nic dalšího vám nepošleme.",
    },
    sk: {
      subject: ({ sender }) => `Potvrďte odber: ${sender}`,
      lead: ({ sender }) =>
        `niekto – pravdepodobne vy – prihlásil túto adresu na odber e-mailov: ${sender}. Odber sa začne, až ho potvrdíte.`,
      button: "Potvrdiť odber",
      validUntil: (time) => `Odkaz platí do ${time}.`,
      ignore: "Ak ste sa neprihlásili, e-mail ignorujte; nič ďalšie vám nepošleme.",
    },
    en: {
      subject: ({ sender }) => `Confirm your subscription: ${sender}`,
      lead: ({ sender }) =>
        `Somebody, probably you, signed this address up for e-mails from ${sender}. They start when you confirm.`,
      button: "Confirm",
      validUntil: (time) => `The link is valid until ${time}.`,
      ignore: "If you did not sign up, ignore this e-mail; we will not send you anything else.",
    },
  },
  reminder: {
    cs: {
      subject: ({ sender }) => `Připomínka: potvrďte odběr: ${sender}`,
      lead: ({ sender }) => `přihlášení k odběru e-mailů (${sender}) ještě čeká na potvrzení.`,
      button: "Potvrdit odběr",
      validUntil: (time) => `Odkaz platí do ${time}.`,
      ignore: "Pokud jste se nepřihlásili, e-mail ignorujte; nic dalšího vám nepošleme.",
    },
    sk: {
      subject: ({ sender }) => `Pripomienka: potvrďte odber: ${sender}`,
      lead: ({ sender }) => `prihlásenie na odber e-mailov (${sender}) ešte čaká na potvrdenie.`,
      button: "Potvrdiť odber",
      validUntil: (time) => `Odkaz platí do ${time}.`,
      ignore: "Ak ste sa neprihlásili, e-mail ignorujte; nič ďalšie vám nepošleme.",
    },
    en: {
      subject: ({ sender }) => `Reminder: confirm your subscription: ${sender}`,
      lead: ({ sender }) => `Your sign-up for e-mails from ${sender} still waits for your confirmation.`,
      button: "Confirm",
      validUntil: (time) => `The link is valid until ${time}.`,
      ignore: "If you did not sign up, ignore this e-mail; we will not send you anything else.",
    },
  },
};
