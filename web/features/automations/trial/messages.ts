import { defineMessages } from "../../../i18n/messages.tsx";
import { trialSlovak } from "./messages.sk.ts";

export const trialMessages = defineMessages(
  ({ plural, number }) => ({
    open: "Vyzkoušet",
    title: "Vyzkoušet automatizaci",
    text: (version: number) => `Projdeme uloženou verzi ${number(version)}. Nic se neodešle ani nezmění.`,
    everybody: "Na všech, komu se spouštěč už stal",
    everybodyText: "Spočítáme, kudy by podle dnešních údajů šli, kolik e-mailů by odešlo a koho a proč vynecháme.",
    everybodyDo: "Projít se všemi",
    manual: "Kontakty se do ní přidávají jen ručně. Vyzkoušejte ji na jednom.",
    one: "Na jednom kontaktu",
    of: (email: string) => `Zkouška: ${email}`,
    ofEverybody: "Zkouška na všech",
    end: "Ukončit zkoušku",
    counting: "Zkoušíme, co by se stalo…",
    beforeStart: (text: string) => `Kdyby vstoupili všichni, komu se spouštěč už stal: ${text}.`,
    review: {
      title: "Co se spustí",
      enters: "Kdo vstoupí",
      emails: (count: number) =>
        count === 0
          ? "Žádný e-mail neodejde"
          : plural(count, {
              one: "Odejde # e-mail",
              few: "Odejdou # e-maily",
              many: "Odejde # e-mailu",
              other: "Odejde # e-mailů",
            }),
      sent: "Odeslané e-maily",
    },
    entered: (count: number) =>
      plural(count, {
        one: "vstoupil by # kontakt",
        few: "vstoupily by # kontakty",
        many: "vstoupilo by # kontaktu",
        other: "vstoupilo by # kontaktů",
      }),
    sent: (count: number) =>
      plural(count, {
        one: "odešel by # e-mail",
        few: "odešly by # e-maily",
        many: "odešlo by # e-mailu",
        other: "odešlo by # e-mailů",
      }),
    leftOut: (count: number, reasons: string) => `vynechali bychom ${number(count)} (${reasons})`,
    reason: (reason: string, count: number) => `${reason} ${number(count)}`,
    steps: (count: number) =>
      plural(count, {
        one: "prošel by # krok",
        few: "prošel by # kroky",
        many: "prošel by # kroku",
        other: "prošel by # kroků",
      }),
    passed: (count: number) => `projde ${number(count)}`,
    emails: (count: number) =>
      plural(count, { one: "# e-mail", few: "# e-maily", many: "# e-mailu", other: "# e-mailů" }),
    skipped: (count: number) => `vynechá ${number(count)}`,
    missed: "sem se nedostane",
  }),
  ({ plural, number }) => ({
    open: "Try out",
    title: "Try the automation out",
    text: (version) => `The saved version ${number(version)} is walked. Nothing is sent or changed.`,
    everybody: "On everybody whose trigger has happened already",
    everybodyText:
      "Counts which way they would go by today's data, how many e-mails would be sent, and who is left out and why.",
    everybodyDo: "Walk with everybody",
    manual: "Contacts are only added to it by hand. Try it on one.",
    one: "On one contact",
    of: (email) => `Trial: ${email}`,
    ofEverybody: "Trial with everybody",
    end: "End the trial",
    counting: "Trying what would happen…",
    beforeStart: (text) => `If everybody entered whose trigger has happened already: ${text}.`,
    review: {
      title: "What starts",
      enters: "Who enters",
      emails: (count) =>
        count === 0 ? "No e-mail goes out" : plural(count, { one: "# e-mail goes out", other: "# e-mails go out" }),
      sent: "E-mails sent",
    },
    entered: (count) => plural(count, { one: "# contact would enter", other: "# contacts would enter" }),
    sent: (count) => plural(count, { one: "# e-mail would be sent", other: "# e-mails would be sent" }),
    leftOut: (count, reasons) => `${number(count)} would be left out (${reasons})`,
    reason: (reason, count) => `${reason} ${number(count)}`,
    steps: (count) => plural(count, { one: "# step would be passed", other: "# steps would be passed" }),
    passed: (count) => `${number(count)} pass`,
    emails: (count) => plural(count, { one: "# e-mail", other: "# e-mails" }),
    skipped: (count) => `${number(count)} left out`,
    missed: "not reached",
  }),
  trialSlovak,
);
