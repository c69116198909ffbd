import { expect, it } from "vitest";
import { truncate, fold, joinSearchText, searchPattern } from "./text.ts";

it.each([
  ["Příliš ŽLUŤOUČKÝ kůň", "prilis zlutoucky kun"],
  ["Ľubomír Šťastný", "lubomir stastny"],
  ["Łódź, Øresund, Straße, Œuvre", "lodz, oresund, strasse, oeuvre"],
  ["plain ASCII 123", "plain ascii 123"],
  ["", ""],
])("folds %j to %j", (text, folded) => {
  expect(fold(text)).toBe(folded);
});

it.each([
  ["Nováková", "%novakova%"],
  ["no", "% no%"],
  ["ž", "% z%"],
  ["50%_\\", "%50\\%\\_\\\\%"],
  ["  jan   novák ", "%jan novak%"],
])("searches %j by %j", (query, pattern) => {
  expect(searchPattern(query)).toBe(pattern);
});

it("starts every word of the searched column with a blank, so that short searches find word starts", () => {
  expect(joinSearchText("jan@example.com", "Jan", null, undefined, "Čapek")).toBe(" jan@example.com jan capek");
});

it("truncates text at whole characters", () => {
  expect(truncate(3, "abc")).toBe("abc");
  expect(truncate(2, "abc")).toBe("ab");
  expect(truncate(3, "ab🎉c")).toBe("ab");
  expect(truncate(4, "ab🎉c")).toBe("ab🎉");
});
