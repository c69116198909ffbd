import { expect, it } from "vitest";
import { parseTimeSpec } from "./spec.ts";

it.each([
  { kind: "delay", amount: 1, unit: "minutes" },
  { kind: "delay", amount: 120, unit: "months" },
  { kind: "delay", amount: 521, unit: "weeks" },
  { kind: "at", time: "00:00" },
  { kind: "at", time: "23:59", weekdays: [1, 7] },
  { kind: "date", at: "2028-02-29T09:30" },
  { kind: "field", field: "birthday", offsetDays: -7, time: "09:00" },
  { kind: "field", field: "customFields.12", offsetDays: 0, time: "09:00" },
])("accepts %j", (spec) => {
  expect(parseTimeSpec({ ...spec, surprise: 1 })).toEqual({ spec });
});

it.each([
  [null, ["kind"]],
  ["tomorrow", ["kind"]],
  [[], ["kind"]],
  [{}, ["kind"]],
  [{ kind: "never" }, ["kind"]],
  [{ kind: "delay" }, ["amount", "unit"]],
  [{ kind: "delay", amount: 0, unit: "days" }, ["amount"]],
  [{ kind: "delay", amount: -1, unit: "days" }, ["amount"]],
  [{ kind: "delay", amount: 1.5, unit: "days" }, ["amount"]],
  [{ kind: "delay", amount: "1", unit: "days" }, ["amount"]],
  [{ kind: "delay", amount: 1, unit: "years" }, ["unit"]],
  [{ kind: "delay", amount: 121, unit: "months" }, ["amount"]],
  [{ kind: "delay", amount: 522, unit: "weeks" }, ["amount"]],
  [{ kind: "delay", amount: 3653, unit: "days" }, ["amount"]],
  [{ kind: "delay", amount: 87_649, unit: "hours" }, ["amount"]],
  [{ kind: "delay", amount: 5_258_881, unit: "minutes" }, ["amount"]],
  [{ kind: "at", time: "24:00" }, ["time"]],
  [{ kind: "at", time: "9:00" }, ["time"]],
  [{ kind: "at", time: "09:00", weekdays: [] }, ["weekdays"]],
  [{ kind: "at", time: "09:00", weekdays: [0] }, ["weekdays.0"]],
  [{ kind: "at", time: "09:00", weekdays: [1, 8] }, ["weekdays.1"]],
  [{ kind: "date", at: "2026-02-29T09:00" }, ["at"]],
  [{ kind: "date", at: "2026-02-28" }, ["at"]],
  [{ kind: "field", field: "email", offsetDays: 0, time: "09:00" }, ["field"]],
  [{ kind: "field", field: "birthday", time: "09:00" }, ["offsetDays"]],
  [{ kind: "field", field: "birthday", offsetDays: 3651, time: "09:00" }, ["offsetDays"]],
])("refuses %j by name", (input, fields) => {
  const parsed = parseTimeSpec(input);
  expect("problems" in parsed ? parsed.problems.map(({ field }) => field) : parsed).toEqual(fields);
});

it("names the largest amount", () => {
  expect(parseTimeSpec({ kind: "delay", amount: 121, unit: "months" })).toEqual({
    problems: [{ field: "amount", params: { max: 120 } }],
  });
});

it("accepts only the given kinds", () => {
  expect(parseTimeSpec({ kind: "at", time: "09:00" }, ["delay"])).toEqual({
    problems: [{ field: "kind", params: { allowed: ["delay"] } }],
  });
});
