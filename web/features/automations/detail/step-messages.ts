import { defineMessages } from "../../../i18n/messages.tsx";
import { stepSlovak } from "./step-messages.sk.ts";

/** What the settings and figures of steps say. */
export const stepMessages = defineMessages(
  ({ plural, number }) => ({
    outputs: { yes: "ano", no: "ne" },
    delay: {
      minutes: (n: number) => plural(n, { one: "# minutu", few: "# minuty", many: "# minuty", other: "# minut" }),
      hours: (n: number) => plural(n, { one: "# hodinu", few: "# hodiny", many: "# hodiny", other: "# hodin" }),
      days: (n: number) => plural(n, { one: "# den", few: "# dny", many: "# dne", other: "# dnů" }),
      weeks: (n: number) => plural(n, { one: "# týden", few: "# týdny", many: "# týdne", other: "# týdnů" }),
      months: (n: number) => plural(n, { one: "# měsíc", few: "# měsíce", many: "# měsíce", other: "# měsíců" }),
    },
    until: (time: string) => `do ${time}`,
    atMost: (time: string) => `nejdéle ${time}`,
    /** A date of the contact with the days from it, negative before it. */
    onField: (field: string, days: number, time: string) => {
      const count = plural(Math.abs(days), { one: "# den", few: "# dny", many: "# dne", other: "# dnů" });
      const day = days === 0 ? field : days < 0 ? `${count} před: ${field}` : `${count} po: ${field}`;
      return [day, time].filter((text) => text !== "").join(", ");
    },
    emptied: "vymazat",
    noSubject: "bez předmětu",
    everything: "ze všeho",
    repeated: (name: string) => `Pokračuje krokem ${name}`,
    waiting: (count: number) => plural(count, { one: "# čeká", few: "# čekají", many: "# čeká", other: "# čeká" }),
    emailStats: (sent: number, opened: string, clicked: string) =>
      `odesláno ${number(sent)} · otevřelo ${opened} · kliklo ${clicked}`,
    passed: (count: number) =>
      plural(count, {
        one: "prošel # kontakt",
        few: "prošly # kontakty",
        many: "prošlo # kontaktu",
        other: "prošlo # kontaktů",
      }),
  }),
  ({ plural, number }) => ({
    outputs: { yes: "yes", no: "no" },
    delay: {
      minutes: (n) => plural(n, { one: "# minute", other: "# minutes" }),
      hours: (n) => plural(n, { one: "# hour", other: "# hours" }),
      days: (n) => plural(n, { one: "# day", other: "# days" }),
      weeks: (n) => plural(n, { one: "# week", other: "# weeks" }),
      months: (n) => plural(n, { one: "# month", other: "# months" }),
    },
    until: (time) => `until ${time}`,
    atMost: (time) => `at most ${time}`,
    onField: (field, days, time) => {
      const count = plural(Math.abs(days), { one: "# day", other: "# days" });
      const day = days === 0 ? field : days < 0 ? `${count} before: ${field}` : `${count} after: ${field}`;
      return [day, time].filter((text) => text !== "").join(", ");
    },
    emptied: "clear",
    noSubject: "no subject",
    everything: "from everything",
    repeated: (name) => `Goes on with ${name}`,
    waiting: (count) => plural(count, { one: "# waits", other: "# wait" }),
    emailStats: (sent, opened, clicked) => `${number(sent)} sent · ${opened} opened · ${clicked} clicked`,
    passed: (count) => plural(count, { one: "# contact passed", other: "# contacts passed" }),
  }),
  stepSlovak,
);
