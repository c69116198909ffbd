import { describe, expect, it } from "vitest";
import type { FieldType } from "../../contacts/fields/values.ts";
import type { ProfileField } from "../../../kernel/contact-columns.ts";
import type { DateFormat } from "../shapes.ts";
import { customFieldParser, profileFieldParser, splitName, tagsParser, InvalidCell } from "./cell-parsers.ts";

const attempt = (read: () => unknown): unknown => {
  try {
    return read();
  } catch (error) {
    if (error instanceof InvalidCell) return `! ${error.code}`;
    throw error;
  }
};

describe("a cell becomes the value of a profile field", () => {
  it.each<[ProfileField, string, DateFormat | undefined, string]>([
    ["firstName", "Jana\n Marie", undefined, "Jana  Marie"],
    ["firstName", "x".repeat(101), undefined, "! too_long"],
    ["note", "two\nlines", undefined, "two\nlines"],
    ["gender", "Žena", undefined, "f"],
    ["gender", "M", undefined, "m"],
    ["gender", "?", undefined, "! invalid"],
    ["gender", "constructor", undefined, "! invalid"],
    ["language", "cs_CZ", undefined, "cs"],
    ["language", "CZ", undefined, "cs"],
    ["language", "Czech", undefined, "! invalid"],
    ["country", "Česká republika", undefined, "CZ"],
    ["country", "sk", undefined, "SK"],
    ["country", "Atlantis", undefined, "! invalid"],
    ["country", "constructor", undefined, "! invalid"],
    ["birthday", "1990-03-02", undefined, "1990-03-02"],
    ["birthday", "1990-03-02 00:00:00", undefined, "1990-03-02"],
    ["birthday", "2. 3. 1990", undefined, "1990-03-02"],
    ["birthday", "3/2/1990", undefined, "1990-03-02"],
    ["birthday", "3/2/1990", "DD.MM.YYYY", "! invalid"],
    ["birthday", "02.03.1990", "DD.MM.YYYY", "1990-03-02"],
    ["birthday", "02/03/1990", "MM/DD/YYYY", "1990-02-03"],
    ["birthday", "31.02.1990", undefined, "! invalid"],
    ["birthday", "0000-00-00", undefined, "! invalid"],
    ["nameDay", "24.5.", undefined, "05-24"],
    ["nameDay", "05-24", "DD.MM.YYYY", "05-24"],
    ["nameDay", "5/24", "MM/DD/YYYY", "05-24"],
    ["nameDay", "24.13.", undefined, "! invalid"],
  ])("%s %j by %s is %j", (field, text, format, value) => {
    expect(attempt(() => profileFieldParser(field, format)(text))).toBe(value);
  });
});

describe("a cell becomes the value of a custom field", () => {
  const options = [
    { id: "7", name: "Malá" },
    { id: "8", name: "Velká" },
  ];
  it.each<[FieldType, string, unknown]>([
    ["text", "Růže", "Růže"],
    ["number", "1 234,50", 1234.5],
    ["number", "12.5", 12.5],
    ["number", "1e+21", 1e21],
    ["number", "1e-7", 1e-7],
    ["number", "100000000000000000000", 1e20],
    ["number", "0.12345678901234", 0.12345678901234],
    ["number", "1E5", "! invalid"],
    ["number", "Infinity", "! invalid"],
    ["number", "many", "! invalid"],
    ["date", "2.3.2026", "2026-03-02"],
    ["bool", "Ano", true],
    ["bool", "nie", false],
    ["bool", "maybe", "! invalid"],
    ["select", "velka", "8"],
    ["select", "7", "7"],
    ["select", "Obří", "! invalid"],
    ["multiselect", "Velká; malá", ["7", "8"]],
    ["multiselect", "Velká, obří", "! invalid"],
    ["url", "https://example.com", "https://example.com"],
    ["url", "example", "! invalid"],
  ])("%s %j is %j", (type, text, value) => {
    const field = { id: "1", name: "F", type, options, createdAt: new Date(0) };
    expect(attempt(() => customFieldParser(field, undefined)(text))).toEqual(value);
  });
});

it("finds an option by its exact name, then by its folded name, then by its id", () => {
  const options = ["25", "24", "23", "Černá", "Cerna", "Red, big", "x|y", "x"].map((name, n) => ({
    id: String(23 + n),
    name,
  }));
  const read = (type: FieldType) =>
    customFieldParser({ id: "1", name: "F", type, options, createdAt: new Date(0) }, undefined);
  const select = read("select");
  const names = ["25", "24", "23", "Černá", "Cerna", "red, big", "26", "x|y"];
  expect(names.map(select)).toEqual(["23", "24", "25", "26", "27", "28", "26", "29"]);
  expect(attempt(() => select("ČERNA"))).toBe("! invalid");
  const multiselect = read("multiselect");
  expect(multiselect("Red, big")).toEqual(["28"]);
  expect(multiselect("Cerna|Red, big|x|y")).toEqual(["27", "28", "29"]);
  expect(multiselect("x|Cerna")).toEqual(["27", "30"]);
});

it("splits tags and full names", () => {
  const tagsIn = tagsParser(new Set(["vip, gold", "a|b"]));
  expect(tagsIn("VIP, Brno;vip ; ")).toEqual(["VIP", "Brno", "vip"]);
  expect(tagsIn("VIP, Gold")).toEqual(["VIP, Gold"]);
  expect(tagsIn("Brno|VIP, Gold|a|b||c")).toEqual(["Brno", "VIP, Gold", "a|b", "c"]);
  expect(splitName("Jana Marie Nováková")).toEqual({ firstName: "Jana Marie", lastName: "Nováková" });
  expect(splitName("Nováková")).toEqual({ firstName: "", lastName: "Nováková" });
});
