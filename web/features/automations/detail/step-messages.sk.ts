import type { Formats } from "../../../i18n/format.ts";

export const stepSlovak = ({ plural, number }: Formats) => ({
  outputs: { yes: "áno", no: "nie" },
  delay: {
    minutes: (n: number) => plural(n, { one: "# minútu", few: "# minúty", many: "# minúty", other: "# minút" }),
    hours: (n: number) => plural(n, { one: "# hodinu", few: "# hodiny", many: "# hodiny", other: "# hodín" }),
    days: (n: number) => plural(n, { one: "# deň", few: "# dni", many: "# dňa", other: "# dní" }),
    weeks: (n: number) => plural(n, { one: "# týždeň", few: "# týždne", many: "# týždňa", other: "# týždňov" }),
    months: (n: number) => plural(n, { one: "# mesiac", few: "# mesiace", many: "# mesiaca", other: "# mesiacov" }),
  },
  until: (time: string) => `do ${time}`,
  atMost: (time: string) => `najdlhšie ${time}`,
  onField: (time: string) => `v deň udalosti kontaktu o ${time}`,
  noSubject: "bez predmetu",
  everything: "zo všetkého",
  repeated: (name: string) => `Pokračuje krokom ${name}`,
  waiting: (count: number) => plural(count, { one: "# čaká", few: "# čakajú", many: "# čaká", other: "# čaká" }),
  emailStats: (sent: number, opened: string, clicked: string) =>
    `odoslané ${number(sent)} · otvorilo ${opened} · kliklo ${clicked}`,
  passed: (count: number) =>
    plural(count, {
      one: "prešiel # kontakt",
      few: "prešli # kontakty",
      many: "prešlo # kontaktu",
      other: "prešlo # kontaktov",
    }),
});
