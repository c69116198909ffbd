import { Type } from "typebox";
import { matching } from "../../kernel/schema-rules.ts";

/** Values on the wire of API v3: ids are numbers, flags are 0 and 1, times are the company's own. */
export const IntId = Type.Integer({ minimum: 1 });
export const NullableInt = Type.Unsafe<number | null>({ type: ["integer", "null"] });
export const Bit = Type.Integer({ minimum: 0, maximum: 1, description: "0 or 1" });
export const Text = Type.String();
export const NullableText = Type.Unsafe<string | null>({ type: ["string", "null"] });
export const Null = Type.Null();
const localTime = {
  type: "string",
  ...matching(String.raw`^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$`, "YYYY-MM-DD HH:MM:SS"),
  examples: ["2026-05-01 10:30:00"],
};
export const LocalTime = Type.Unsafe<string>({ ...localTime, description: "YYYY-MM-DD HH:MM:SS, company-local" });
export const NullableLocalTime = Type.Unsafe<string | null>({ ...localTime, type: ["string", "null"] });
export const NullableDate = Type.Unsafe<string | null>({
  type: ["string", "null"],
  ...matching(String.raw`^\d{4}-\d\d-\d\d$`, "YYYY-MM-DD"),
});

/** Filters. An id of digits that cannot exist finds nothing. */
export const IdFilter = Type.String({ ...matching("^[0-9]+$", "digits"), description: "Digits" });
export const BitFilter = Type.Unsafe<0 | 1>({ type: "integer", enum: [0, 1] });
