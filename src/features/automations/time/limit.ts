import { addLocal, localMinuteAt } from "../../../kernel/local-time.ts";
import { type TimeProblem, type TimeSpec, maxMonths } from "./spec.ts";

type Start = { readonly base: Date; readonly timeZone: string };

/** No wait ends later: 10 years after its start, at the same local time. */
export const latestEnd = ({ base, timeZone }: Start): Date => addLocal(base, timeZone, { months: maxMonths });

/** What is wrong with a date that is further ahead. Dates of contacts are limited when they are resolved. */
export function findLimitProblem(spec: TimeSpec, start: Start): TimeProblem | undefined {
  if (spec.kind !== "date") return undefined;
  const max = localMinuteAt(latestEnd(start), start.timeZone);
  return spec.at > max ? { field: "at", params: { max } } : undefined;
}
