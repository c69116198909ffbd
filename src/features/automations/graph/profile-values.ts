import { Value } from "typebox/value";
import { contactColumns, isProfileField } from "../../../kernel/contact-columns.ts";
import { isCalendarDay, isMonthDay } from "../../../kernel/local-time.ts";
import { isLine } from "../../../kernel/schema.ts";

/** Whether a value fits a field of the profile; null empties it. */
export function fitsProfileField(field: string, value: unknown): boolean {
  if (!isProfileField(field)) return false;
  const { schema, kind } = contactColumns[field];
  if (!Value.Check(schema, value)) return false;
  if (typeof value !== "string") return true;
  switch (kind) {
    case "line":
      return isLine(value);
    case "day":
      return isCalendarDay(value);
    case "month_day":
      return isMonthDay(value);
    case "text":
    case "gender":
    case "language":
    case "country":
      return true;
  }
}
