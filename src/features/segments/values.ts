import { Type, type TSchema } from "typebox";
import { isCalendarDay } from "../../kernel/local-time.ts";
import { notBlank } from "../../kernel/schema.ts";
import { matching } from "../../kernel/schema-rules.ts";

/** Values in rules. All are strings (part 2), described by a pattern. */
const digits = (pattern: string, description: string, example: string) =>
  Type.String({
    ...matching(`^${pattern}$`, `a text such as "${example}": ${description}`),
    description,
    examples: [example],
  });

/** Several values, comma separated. */
const several = (pattern: string, description: string, example: string) =>
  Type.String({
    maxLength: 5000,
    ...matching(`^\\s*${pattern}\\s*(,\\s*${pattern}\\s*)*$`, `${description}, comma separated`),
    description: `${description}, comma separated`,
    examples: [example],
  });

const id = "[1-9][0-9]{0,15}";
const decimal = "-?[0-9]{1,15}(\\.[0-9]{1,10})?";
const monthDay = "((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|[12][0-9]))";
const day = `[12][0-9]{3}-${monthDay}`;

export const IdString = digits(id, "Id: digits", "1");
export const ShopId = digits(id, "Only orders of this shop", "1");
export const Days = digits(
  "([1-9][0-9]{0,2}|[12][0-9]{3}|3[0-5][0-9]{2}|36[0-4][0-9]|3650)",
  "Days, '1' to '3650'",
  "30",
);
export const LinkNumber = digits("[1-9][0-9]{0,5}", "Number of a link, as statistics of the campaign have it", "3");
export const CountString = digits("(0|[1-9][0-9]{0,8})", "Number of orders", "2");
export const Amount = digits("[0-9]{1,15}(\\.[0-9]{1,4})?", "Decimal string", "1500.50");
export const Decimal = digits(decimal, "Decimal string", "100");
export const CurrencyCode = digits("[A-Z]{3}", "A currency of the shop", "CZK");
export const MonthDay = digits(monthDay, "MM-DD", "05-01");
export const DayString = digits(day, "YYYY-MM-DD, a day of the company's calendar", "2026-05-01");
export const Word = Type.String({
  maxLength: 500,
  ...notBlank,
  description: "Compared ignoring case and diacritics",
});
export const Words = Type.String({
  maxLength: 5000,
  ...matching("^\\s*[^,\\s][^,]*(,\\s*[^,\\s][^,]*)*$", "texts, comma separated"),
  description: "Several texts, comma separated",
  examples: ["Praha, Brno"],
});

export const IdList = several(id, "Option ids", "1,2");
export const Decimals = several(decimal, "Numbers", "1,2");
export const DayList = several(day, "Days YYYY-MM-DD", "2026-05-01,2026-05-08");
export const MonthDays = several(monthDay, "Days MM-DD", "05-01,05-08");

export const toEnum = (words: readonly string[]) =>
  several(`(${words.join("|")})`, `One or more of ${words.join(", ")}`, words.slice(0, 2).join(","));

export const splitList = (value: string): string[] => value.split(",").map((word) => word.trim());

/** What a pattern cannot express: 29 February does not exist in every year. */
export const isInCalendar = (schema: TSchema, value: unknown): boolean =>
  (schema !== DayString && schema !== DayList) || splitList(String(value)).every(isCalendarDay);
