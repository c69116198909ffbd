import { groupBy } from "../../kernel/group.ts";

/** Plain data of the document. */
export type Json = Record<string, unknown>;

export const isJson = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const refTo = (kind: "schemas" | "responses" | "parameters" | "headers", name: string): { $ref: string } => ({
  $ref: `#/components/${kind}/${name}`,
});

/** The first of the values whose text occurs most often. */
export function mostFrequent<Value>(values: readonly Value[], textOf: (value: Value) => string): Value {
  const [most] = [...groupBy(values, textOf).values()].toSorted((left, right) => right.length - left.length);
  const [first] = most ?? [];
  if (first === undefined) throw new Error("the most frequent of no values was asked for");
  return first;
}
