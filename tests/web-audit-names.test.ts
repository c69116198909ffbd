import { expect, it } from "vitest";
import { findSubject } from "../src/http/audit.ts";
import { operations } from "../src/registry/registry.ts";
import { czechKinds, czechVerbs } from "../web/features/account/audit/audit-names.ts";

/** Operations outside of a company have no such entry; what they change of a person names its object itself. */
const audited = operations.filter((operation) => operation.risk !== "read" && findSubject(operation).kind !== "");

const firstWord = (name: string): string => /^[a-z]+/.exec(name)?.[0] ?? "";

const without = (words: Iterable<string>, names: object): string[] =>
  [...new Set(words)].filter((word) => !Object.hasOwn(names, word)).toSorted();

it("names the verb of every operation in the audit log", () => {
  expect(
    without(
      audited.map(({ name }) => firstWord(name)),
      czechVerbs,
    ),
  ).toEqual([]);
});

it("names every kind of object in the audit log", () => {
  expect(
    without(
      audited.map((operation) => findSubject(operation).kind),
      czechKinds,
    ),
  ).toEqual([]);
});
