import { fold } from "../../../../kernel/text.ts";
import { nameDays, words, type NameLanguage } from "./calendar.ts";
import { menAgainstTheRule, otherMen, otherWomen, sharedNames, womenAgainstTheRule } from "./others.ts";

export type Gender = "f" | "m";

export type KnownName = {
  /** As the person is to be called: marks that got lost are given back where no other name is written without them. */
  readonly name: string;
  /** Undefined: women and men bear it. */
  readonly gender: Gender | undefined;
  readonly nameDay: string | undefined;
};

const shared = new Set(words(sharedNames));
const women = new Set([...words(otherWomen), ...words(womenAgainstTheRule)]);
const men = new Set([...words(otherMen), ...words(menAgainstTheRule)]);

function genderOf(name: string): Gender | undefined {
  if (shared.has(name)) return undefined;
  if (women.has(name)) return "f";
  if (men.has(name)) return "m";
  return name.endsWith("a") || name.endsWith("e") ? "f" : "m";
}

const plain = /^[a-z]+$/;
const lostMark = /[ěščřžňťďůľ]/iu;

type Table = { readonly exact: ReadonlyMap<string, KnownName>; readonly bare: ReadonlyMap<string, KnownName> };

function tableOf(names: Iterable<string>, days: ReadonlyMap<string, string>): Table {
  const known = [...names].map((name): KnownName => ({ name, gender: genderOf(name), nameDay: days.get(name) }));
  const bare = new Map<string, KnownName | undefined>();
  for (const entry of known) {
    const key = fold(entry.name);
    // Two names that look alike without marks: nobody knows which one is meant.
    if (!bare.has(key)) bare.set(key, entry);
    else if (!isSame(bare.get(key), entry)) bare.set(key, undefined);
  }
  return {
    exact: new Map(known.map((entry) => [entry.name.toLowerCase(), entry])),
    bare: new Map([...bare].flatMap(([key, entry]) => (entry === undefined ? [] : [[key, entry]]))),
  };
}

const isSame = (one: KnownName | undefined, other: KnownName) =>
  one?.gender === other.gender && one?.nameDay === other.nameDay;

const noDays: ReadonlyMap<string, string> = new Map();
const everywhere = tableOf([...shared, ...women, ...men], noDays);
const own = {
  cs: tableOf(nameDays.cs.keys(), nameDays.cs),
  sk: tableOf(nameDays.sk.keys(), nameDays.sk),
};
/** The neighbour's names are known here, but have no day in this calendar. */
const neighbours = { cs: tableOf(nameDays.sk.keys(), noDays), sk: tableOf(nameDays.cs.keys(), noDays) };
const tables: Readonly<Record<NameLanguage, readonly Table[]>> = {
  cs: [own.cs, everywhere, neighbours.cs],
  sk: [own.sk, everywhere, neighbours.sk],
};

/** `name` is one word in its usual case ("Jana"). */
export function findKnownName(language: NameLanguage, name: string): KnownName | undefined {
  const key = name.toLowerCase();
  const isBare = plain.test(key);
  for (const { exact, bare } of tables[language]) {
    const entry = exact.get(key);
    if (entry !== undefined) return { ...entry, name };
    const marked = isBare ? bare.get(key) : undefined;
    if (marked !== undefined) return lostMark.test(marked.name) ? marked : { ...marked, name };
  }
  return undefined;
}
