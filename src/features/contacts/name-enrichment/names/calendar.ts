import { getNameDay } from "namedays-cs";
import { slovakCalendar } from "./slovak-calendar.ts";
import { czechVariants, slovakVariants } from "./variants.ts";

export const nameLanguages = ["cs", "sk"] as const;
export type NameLanguage = (typeof nameLanguages)[number];

const monthDay = (month: number, day: number) => `${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;

const leapYear = 2024;
const calendarDays = Array.from({ length: 366 }, (_, index) => new Date(leapYear, 0, index + 1));

/** Corrections of the library's table: a feast that is no name, a misspelt name, and the secondary day of Petr. */
const corrections: Readonly<Record<string, readonly string[]>> = {
  "02-02": ["Nela"],
  "02-22": [],
  "07-22": ["Magdaléna"],
  "10-28": ["Alfréd"],
};

function czechDays(): [string, string][] {
  return calendarDays.flatMap((date) => {
    const day = monthDay(date.getMonth() + 1, date.getDate());
    return (corrections[day] ?? getNameDay(date)).map((name): [string, string] => [name, day]);
  });
}

function slovakDays(): [string, string][] {
  return slovakCalendar.flatMap((month, monthIndex) =>
    month
      .split("|")
      .flatMap((names, dayIndex) =>
        splitNames(names).map((name): [string, string] => [name, monthDay(monthIndex + 1, dayIndex + 1)]),
      ),
  );
}

export const splitNames = (text: string): string[] => text.split(" ").filter((word) => word !== "");

/** Name → MM-DD; a variant has the day of its name unless the calendar has its own. */
function withVariants(days: [string, string][], variants: Readonly<Record<string, string>>): Map<string, string> {
  const calendar = new Map(days);
  const further = Object.entries(variants).flatMap(([name, others]) => {
    const day = calendar.get(name);
    if (day === undefined) throw new Error(`no name day: ${name}`);
    return splitNames(others)
      .filter((other) => !calendar.has(other))
      .map((other): [string, string] => [other, day]);
  });
  return new Map([...days, ...further]);
}

export const nameDays: Readonly<Record<NameLanguage, ReadonlyMap<string, string>>> = {
  cs: withVariants(czechDays(), czechVariants),
  sk: withVariants(slovakDays(), slovakVariants),
};
