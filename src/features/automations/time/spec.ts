import { Type, type Static } from "typebox";
import { Value } from "typebox/value";
import { isCalendarDay } from "../../../kernel/local-time.ts";
import { OneOf, named } from "../../../kernel/schema.ts";
import { matching, rulesAt } from "../../../kernel/schema-rules.ts";

export const maxMonths = 120;

export const ClockTime = Type.String({
  ...matching("^([01][0-9]|2[0-3]):[0-5][0-9]$", "a time of day, HH:MM"),
  description: "HH:MM in the company's time zone",
});

const customField = "customFields\\.[1-9][0-9]{0,15}";

export const DateField = Type.String({
  ...matching(`^(birthday|nameDay|${customField})$`, "birthday, nameDay or customFields.<id of a date field>"),
  description: "birthday, nameDay or customFields.<id of a date field>",
});

export const OffsetDays = Type.Integer({
  minimum: -3650,
  maximum: 3650,
  description: "Days after the date; negative: before it",
});

/** At most 10 years in every unit. */
const maxAmounts = { minutes: 5_258_880, hours: 87_648, days: 3652, weeks: 521, months: maxMonths } as const;

const units = ["minutes", "hours", "days", "weeks", "months"] as const;

export const Delay = named(
  "TimeSpecDelay",
  Type.Object(
    {
      kind: Type.Literal("delay"),
      amount: Type.Integer({ minimum: 1, maximum: maxAmounts.minutes }),
      unit: OneOf(units),
    },
    {
      title: "After some time",
      description:
        "At most 10 years (120 months). Minutes and hours are elapsed time; days, weeks and months keep the local time",
    },
  ),
);

const At = named(
  "TimeSpecAt",
  Type.Object(
    {
      kind: Type.Literal("at"),
      time: ClockTime,
      weekdays: Type.Optional(
        Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
          minItems: 1,
          maxItems: 7,
          description: "1 (Monday) to 7; left out: every day",
        }),
      ),
    },
    { title: "Until a time of day" },
  ),
);

const OnDate = named(
  "TimeSpecOnDate",
  Type.Object(
    {
      kind: Type.Literal("date"),
      at: Type.String({
        ...matching(
          "^[12][0-9]{3}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]$",
          "a day and time, YYYY-MM-DDTHH:MM",
        ),
        description:
          "YYYY-MM-DDTHH:MM in the company's time zone, at most 10 years ahead; a past one does not hold the contact",
      }),
    },
    { title: "Until a date" },
  ),
);

const OnField = named(
  "TimeSpecOnField",
  Type.Object(
    { kind: Type.Literal("field"), field: DateField, offsetDays: OffsetDays, time: ClockTime },
    {
      title: "Relative to a date of the contact",
      description: "A contact without the date, or with one more than 10 years ahead, is not held",
    },
  ),
);

const variants = { delay: Delay, at: At, date: OnDate, field: OnField } as const;

export const TimeSpec = named(
  "TimeSpec",
  Type.Union([Delay, At, OnDate, OnField], {
    title: "TimeSpec",
    description: "Local times are of the company. A skipped hour moves forward by the gap; of a doubled hour the first",
  }),
);
export type TimeSpec = Static<typeof TimeSpec>;
export type TimeKind = TimeSpec["kind"];

/** What is wrong with a part of the specification. */
export type TimeProblem = { readonly field: string; readonly params: Readonly<Record<string, unknown>> };

export type ParsedTime = { readonly spec: TimeSpec } | { readonly problems: readonly TimeProblem[] };

const problem = (field: string, params: TimeProblem["params"] = {}): ParsedTime => ({ problems: [{ field, params }] });

/** Parses a specification of one of the kinds; unknown properties are dropped. */
export function parseTimeSpec(
  input: unknown,
  kinds: readonly TimeKind[] = ["delay", "at", "date", "field"],
): ParsedTime {
  if (typeof input !== "object" || input === null || !("kind" in input)) return problem("kind", { allowed: kinds });
  const kind = kinds.find((item) => item === input.kind);
  if (kind === undefined) return problem("kind", { allowed: kinds });
  const cleaned = Value.Clean(variants[kind], structuredClone(input));
  const invalid = new Set(Value.Errors(variants[kind], cleaned).flatMap(listFields));
  if (invalid.size > 0) {
    return { problems: [...invalid].map((field) => ({ field, params: rulesAt(variants[kind], field.split(".")) })) };
  }
  return Value.Check(TimeSpec, cleaned) ? checkMeaning(cleaned) : problem("kind", { allowed: kinds });
}

type SchemaError = { readonly keyword: string; readonly instancePath: string; readonly params: object };

/** The properties that an error of the schema is about. */
function listFields({ instancePath, params }: SchemaError): string[] {
  const path = instancePath.split("/").slice(1);
  const missing = "requiredProperties" in params && Array.isArray(params.requiredProperties);
  return missing
    ? [params.requiredProperties].flat().map((name) => [...path, String(name)].join("."))
    : [path.join(".") || "kind"];
}

/** What the schemas cannot express. */
function checkMeaning(spec: TimeSpec): ParsedTime {
  switch (spec.kind) {
    case "delay": {
      const max = maxAmounts[spec.unit];
      return spec.amount > max ? problem("amount", { max }) : { spec };
    }
    case "date":
      return isCalendarDay(spec.at.slice(0, 10)) ? { spec } : problem("at");
    case "at":
    case "field":
      return { spec };
  }
}
