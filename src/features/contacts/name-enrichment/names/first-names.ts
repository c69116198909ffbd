import { fold } from "../../../../kernel/text.ts";
import { nameDays, splitNames, type NameLanguage } from "./calendar.ts";
import {
  irregularMaleNames,
  extraMaleNames,
  extraFemaleNames,
  unisexNames,
  irregularFemaleNames,
} from "./extra-names.ts";

export type Gender = "f" | "m";

export type FirstName = {
  /** The name with diacritics restored, if only one name has this form without them. */
  readonly name: string;
  /** Undefined: a name of both genders. */
  readonly gender: Gender | undefined;
  readonly nameDay: string | undefined;
};

const unisex = new Set(splitNames(unisexNames));
const femaleNames = new Set([...splitNames(extraFemaleNames), ...splitNames(irregularFemaleNames)]);
const maleNames = new Set([...splitNames(extraMaleNames), ...splitNames(irregularMaleNames)]);

function findGender(name: string): Gender | undefined {
  if (unisex.has(name)) return undefined;
  if (femaleNames.has(name)) return "f";
  if (maleNames.has(name)) return "m";
  return name.endsWith("a") || name.endsWith("e") ? "f" : "m";
}

const asciiName = /^[a-z]+$/;
const lostDiacritic = /[ěščřžňťďůľ]/iu;

type NameTable = { readonly exact: ReadonlyMap<string, FirstName>; readonly folded: ReadonlyMap<string, FirstName> };

function buildTable(names: Iterable<string>, days: ReadonlyMap<string, string>): NameTable {
  const known = [...names].map((name): FirstName => ({ name, gender: findGender(name), nameDay: days.get(name) }));
  const folded = new Map<string, FirstName | undefined>();
  for (const entry of known) {
    const key = fold(entry.name);
    // Two names that are equal without diacritics are ambiguous.
    if (!folded.has(key)) folded.set(key, entry);
    else if (!isSame(folded.get(key), entry)) folded.set(key, undefined);
  }
  return {
    exact: new Map(known.map((entry) => [entry.name.toLowerCase(), entry])),
    folded: new Map([...folded].flatMap(([key, entry]) => (entry === undefined ? [] : [[key, entry]]))),
  };
}

const isSame = (left: FirstName | undefined, right: FirstName) =>
  left?.gender === right.gender && left?.nameDay === right.nameDay;

const noDays: ReadonlyMap<string, string> = new Map();
const extraTable = buildTable([...unisex, ...femaleNames, ...maleNames], noDays);
const ownTables = {
  cs: buildTable(nameDays.cs.keys(), nameDays.cs),
  sk: buildTable(nameDays.sk.keys(), nameDays.sk),
};
/** Names of the other calendar are known too, but have no day in this one. */
const neighbourTables = { cs: buildTable(nameDays.sk.keys(), noDays), sk: buildTable(nameDays.cs.keys(), noDays) };
const tables: Readonly<Record<NameLanguage, readonly NameTable[]>> = {
  cs: [ownTables.cs, extraTable, neighbourTables.cs],
  sk: [ownTables.sk, extraTable, neighbourTables.sk],
};

/** `name` is one word in title case ("Jana"). */
export function findFirstName(language: NameLanguage, name: string): FirstName | undefined {
  const key = name.toLowerCase();
  const isAscii = asciiName.test(key);
  for (const { exact, folded } of tables[language]) {
    const entry = exact.get(key);
    if (entry !== undefined) return { ...entry, name };
    const match = isAscii ? folded.get(key) : undefined;
    if (match !== undefined) return lostDiacritic.test(match.name) ? match : { ...match, name };
  }
  return undefined;
}
