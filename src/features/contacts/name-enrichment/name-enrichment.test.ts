import { describe, expect, it } from "vitest";
import { enrichFromName, type NameEnrichment, type EnrichmentInput } from "./name-enrichment.ts";
import { nameDays } from "./names/calendar.ts";

const emptyInput: EnrichmentInput = {
  firstName: null,
  lastName: null,
  titleBefore: null,
  gender: null,
  language: "cs",
  nameDay: null,
  salutation: null,
  salutationFormal: null,
  vocativeFirstName: null,
  vocativeLastName: null,
};

const enrich = (firstName: string | null, lastName: string | null, more: Partial<EnrichmentInput> = {}) =>
  enrichFromName({ ...emptyInput, firstName, lastName, ...more });

type Vocatives = readonly [first: string, last: string];

const czech = (gender: "f" | "m", nameDay: string | null, [first, last]: Vocatives): NameEnrichment => ({
  gender,
  ...(nameDay === null ? {} : { nameDay }),
  vocativeFirstName: first,
  vocativeLastName: last,
  salutation: `Dobrý den, ${first},`,
  salutationFormal: `${gender === "f" ? "Vážená paní" : "Vážený pane"} ${last},`,
});

const slovak = (gender: "f" | "m", nameDay: string | null, [first, last]: Vocatives): NameEnrichment => ({
  gender,
  ...(nameDay === null ? {} : { nameDay }),
  salutation: `Dobrý deň, ${first},`,
  salutationFormal: `${gender === "f" ? "Vážená pani" : "Vážený pán"} ${last},`,
});

describe("Czech", () => {
  it.each([
    ["Jana", "Nováková", czech("f", "05-24", ["Jano", "Nováková"])],
    ["Marie", "Krejčí", czech("f", "09-12", ["Marie", "Krejčí"])],
    ["Dagmar", "Veselá", czech("f", "12-20", ["Dagmar", "Veselá"])],
    ["Ester", "Černá", czech("f", "12-19", ["Ester", "Černá"])],
    ["Zdeňka", "Malá", czech("f", "06-23", ["Zdeňko", "Malá"])],
    ["Magdaléna", "Tichá", czech("f", "07-22", ["Magdaléno", "Tichá"])],
    ["Andrea", "Fialová", czech("f", "09-26", ["Andreo", "Fialová"])],
    ["Petr", "Svoboda", czech("m", "06-29", ["Petře", "Svobodo"])],
    ["Jiří", "Dvořák", czech("m", "04-24", ["Jiří", "Dvořáku"])],
    ["Zdeněk", "Vaněk", czech("m", "01-23", ["Zdeňku", "Vaňku"])],
    ["Luděk", "Němec", czech("m", "08-26", ["Luďku", "Němče"])],
    ["Karel", "Král", czech("m", "11-04", ["Karle", "Králi"])],
    ["Pavel", "Kolář", czech("m", "06-29", ["Pavle", "Koláři"])],
    ["Ondřej", "Novotný", czech("m", "11-30", ["Ondřeji", "Novotný"])],
    ["Bohuslav", "Martinů", czech("m", "08-22", ["Bohuslave", "Martinů"])],
    ["Ilja", "Říha", czech("m", "07-20", ["Iljo", "Řího"])],
    ["Honza", "Beneš", czech("m", "06-24", ["Honzo", "Beneši"])],
    ["Jan", "Müller", czech("m", "06-24", ["Jane", "Müllere"])],
    ["Alexandr", "Čapek", czech("m", "02-27", ["Alexandře", "Čapku"])],
  ])("%s %s", (first, last, expected) => {
    expect(enrich(first, last)).toEqual(expected);
  });

  it.each([
    ["JANA", "NOVÁKOVÁ", czech("f", "05-24", ["Jano", "Nováková"])],
    ["petr", "novák", czech("m", "06-29", ["Petře", "Nováku"])],
    [" Jana ", "Nováková  Dvořáková", czech("f", "05-24", ["Jano", "Nováková Dvořáková"])],
    ["Jana", "NOVÁKOVÁ-DVOŘÁKOVÁ", czech("f", "05-24", ["Jano", "Nováková-Dvořáková"])],
    ["Jan", "Novák-Svoboda", czech("m", "06-24", ["Jane", "Nováku-Svobodo"])],
    ["Anna Marie", "Malá", czech("f", null, ["Anno Marie", "Malá"])],
    ["Jan-Petr", "Malý", czech("m", null, ["Jane-Petře", "Malý"])],
    ["Ing. Petr", "Novák, Ph.D.", czech("m", "06-29", ["Petře", "Nováku"])],
    ["Patrik", "O'Brien", czech("m", "02-19", ["Patriku", "O'Briene"])],
  ])("written as “%s %s”", (first, last, expected) => {
    expect(enrich(first, last)).toEqual(expected);
  });

  it.each([
    ["Jiri", "Novak", czech("m", "04-24", ["Jiří", "Novaku"])],
    ["KATERINA", "NOVAKOVA", czech("f", "11-25", ["Kateřino", "Novakova"])],
    ["Lukas", "Hajek", czech("m", "10-18", ["Lukáši", "Hajku"])],
    ["Klara", "Bláhová", czech("f", "08-12", ["Klaro", "Bláhová"])],
    ["Simon", "Urban", czech("m", "12-22", ["Simone", "Urbane"])],
  ])("without diacritics: %s %s", (first, last, expected) => {
    expect(enrich(first, last)).toEqual(expected);
  });

  it("knows names of the other language, which have no day in the Czech calendar", () => {
    expect(enrich("Juraj", "Jánošík")).toEqual(czech("m", null, ["Juraji", "Jánošíku"]));
    expect(enrich("Oksana", "Smith")).toEqual(czech("f", null, ["Oksano", "Smith"]));
    expect(enrich("Volodymyr", "Bondar")).toEqual({
      gender: "m",
      vocativeFirstName: "Volodymyre",
      salutation: "Dobrý den, Volodymyre,",
    });
  });

  it.each([
    ["Jan", "Kolar"],
    ["Jan", "Kral"],
    ["Jan", "Dubois"],
    ["Jan", "van Beethoven"],
    ["Jan", "Novák 2"],
    ["Jan", "ABC s.r.o."],
    ["Jan", null],
  ])("%s %s: the surname is ambiguous", (first, last) => {
    expect(enrich(first, last)).toEqual({
      gender: "m",
      nameDay: "06-24",
      vocativeFirstName: "Jane",
      salutation: "Dobrý den, Jane,",
    });
  });

  it("uses the ending of the surname when the first name is ambiguous", () => {
    const novotna = { gender: "f", vocativeLastName: "Novotná", salutationFormal: "Vážená paní Novotná," };
    expect(enrich(null, "Novotná")).toEqual(novotna);
    expect(enrich("Xyz", "Novotná")).toEqual(novotna);
    expect(enrich(null, "Novotný")).toEqual({
      gender: "m",
      vocativeLastName: "Novotný",
      salutationFormal: "Vážený pane Novotný,",
    });
    expect(enrich("Nikola", "Malá")).toEqual(czech("f", "11-20", ["Nikolo", "Malá"]));
  });
});

describe("Slovak", () => {
  it.each([
    ["Jana", "Nováková", slovak("f", "08-21", ["Jana", "Nováková"])],
    ["Ján", "Novák", slovak("m", "06-24", ["Ján", "Novák"])],
    ["Ľubica", "Kováčová", slovak("f", "03-17", ["Ľubica", "Kováčová"])],
    ["Peter", "Novotný", slovak("m", "06-29", ["Peter", "Novotný"])],
    ["Lucia", "Krásna", slovak("f", "12-13", ["Lucia", "Krásna"])],
    ["LUBOS", "HORVATH", slovak("m", "09-24", ["Ľuboš", "Horvath"])],
    ["Jiří", "Dvořák", slovak("m", null, ["Jiří", "Dvořák"])],
    ["Dagmar", "Horváthová", slovak("f", "12-20", ["Dagmar", "Horváthová"])],
  ])("%s %s is addressed by the nominative", (first, last, expected) => {
    expect(enrich(first, last, { language: "sk" })).toEqual(expected);
  });
});

describe("ambiguous names", () => {
  it.each([
    [null, null],
    ["", " "],
    ["Saša", null],
    ["Saša", "Novák"],
    [null, "Novák"],
    ["Petr", "Nováková"],
    ["Jana", "Novotný"],
    ["Test", "Test"],
    ["info@example.com", "x"],
    ["12345", "67890"],
    ["J.", "N."],
    ["🙂", "🙂"],
    ["Novák", "Jan"],
    ["Jana Petr", "Novák"],
    ["Nguyen", "Thi"],
    ["toString", "constructor"],
    ["__proto__", "hasOwnProperty"],
    ["a ".repeat(100), "b-".repeat(100)],
  ])("%s %s: fills nothing", (first, last) => {
    expect(enrich(first, last)).toEqual({});
  });

  it("gives a name of both genders only its name day", () => {
    expect(enrich("Nikola", "Novák")).toEqual({ nameDay: "11-20" });
    expect(enrich("Robin", "Hood")).toEqual({ nameDay: "01-30" });
    expect(enrich("Nikola", "Horváth", { language: "sk" })).toEqual({ nameDay: "08-29" });
  });

  it("ignores other languages", () => {
    expect(enrich("Jana", "Nováková", { language: "en" })).toEqual({});
    expect(enrich("Jana", "Nováková", { language: null })).toEqual({});
    expect(enrich("Jana", "Nováková", { language: "de", country: "CZ" })).toEqual({});
  });

  it("uses the country if the language is unknown", () => {
    expect(enrich("Jana", "Malá", { language: null, country: "CZ" })).toEqual(czech("f", "05-24", ["Jano", "Malá"]));
    expect(enrich("Jana", "Malá", { language: "", country: "SK" })).toEqual(slovak("f", "08-21", ["Jana", "Malá"]));
  });
});

describe("a field that is already filled", () => {
  it("is never overwritten", () => {
    const full = {
      gender: "f",
      nameDay: "01-01",
      salutation: "Ahoj",
      salutationFormal: "Milá paní",
      vocativeFirstName: "Janičko",
      vocativeLastName: "Nováková",
    };
    expect(enrich("Jana", "Nováková", full)).toEqual({});
  });

  it("of the vocative is used in the salutation", () => {
    expect(enrich("Jana", "Nováková", { vocativeFirstName: "Janičko", nameDay: "01-01" })).toEqual({
      gender: "f",
      vocativeLastName: "Nováková",
      salutation: "Dobrý den, Janičko,",
      salutationFormal: "Vážená paní Nováková,",
    });
  });

  it("of the gender decides for an ambiguous name and against a contradicting one", () => {
    expect(enrich("Nikola", "Novák", { gender: "m" })).toEqual({
      nameDay: "11-20",
      vocativeFirstName: "Nikolo",
      vocativeLastName: "Nováku",
      salutation: "Dobrý den, Nikolo,",
      salutationFormal: "Vážený pane Nováku,",
    });
    expect(enrich("Jana", "Nováková", { gender: "m" })).toEqual({});
  });
});

it("has both calendars complete, with every day in MM-DD", () => {
  const days = (language: "cs" | "sk") => new Set(nameDays[language].values());
  expect([days("cs").size, days("sk").size]).toEqual([360, 362]);
  expect([...days("cs"), ...days("sk")].filter((day) => !/^(0[1-9]|1[0-2])-\d\d$/.test(day))).toEqual([]);
  expect([nameDays.sk.get("Silvester"), nameDays.sk.get("Radomír"), nameDays.sk.get("Nora")]).toEqual([
    "12-31",
    "02-29",
    "08-31",
  ]);
});
