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
  onField: (field: string, days: number, time: string) => {
    const count = plural(Math.abs(days), { one: "# deň", few: "# dni", many: "# dňa", other: "# dní" });
    const day = days === 0 ? field : days < 0 ? `${count} pred: ${field}` : `${count} po: ${field}`;
    return [day, time].filter((text) => text !== "").join(", ");
  },
  emptied: "vymazať",
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
