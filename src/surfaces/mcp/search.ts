import { fold } from "../../kernel/text.ts";
import { tenantBase, type Operation } from "../../registry/registry.ts";
import { listArgumentNames, listArgumentValues, type Json } from "./arguments.ts";
import { toEntry, type Catalog } from "./catalog.ts";
import { toApiRoots, relatedRoots, toRoots } from "./words.ts";

const maxFound = 10;

/** Operations that assistants do not reach are named when they are among so many best ones. */
const maxUnreachable = 3;

/**
 * How much a word counts by where it stands. The verb that a name begins with is a root of its own: `listContacts` is not
 * about lists.
 */
const weights = { name: 5, verb: 3, summary: 3, compoundField: 3, path: 2, tag: 2, field: 1, value: 0.5 } as const;

type Indexed = {
  readonly operation: Operation;
  readonly roots: ReadonlyMap<string, number>;
  /** What the operation is about: the roots of its name without the verb. */
  readonly subject: ReadonlySet<string>;
};

/** `rarity` has all roots: rare words say more than frequent ones. */
type Index = { readonly entries: readonly Indexed[]; readonly rarity: ReadonlyMap<string, number> };

const indexes = new WeakMap<Catalog, Index>();

/** Operations whose words mean what is searched for; the best match comes first. */
export function searchOperations(catalog: Catalog, { query, group, level }: Json): Json {
  const index = indexes.get(catalog) ?? buildIndex(catalog);
  indexes.set(catalog, index);
  const roots = new Set(parseQuery(typeof query === "string" ? query : "", index));
  const meanings = [...roots].map((root) => findMeaning(root, index));
  const ranked = index.entries
    .filter(({ operation }) => typeof group !== "string" || fold(operation.tag) === fold(group))
    .filter(({ operation }) => level === undefined || operation.level === level)
    .map((entry) => ({ ...entry, score: computeScore(entry, meanings) }))
    .filter(({ score }) => roots.size === 0 || score > 0)
    .toSorted((left, right) => right.score - left.score)
    .map(({ operation }) => operation);
  const isReachable = ({ name }: Operation) => catalog.byName.has(name);
  const items = ranked.filter(isReachable).slice(0, maxFound).map(toEntry);
  const notForAssistants = ranked
    .slice(0, maxUnreachable)
    .filter((operation) => !isReachable(operation))
    .map(({ name }) => name);
  return { items, ...(notForAssistants.length === 0 ? {} : { notForAssistants }) };
}

/** The roots of a query; of a known name such as `expectedRecipients` only its own, without those of its words. */
function parseQuery(query: string, { rarity }: Index): string[] {
  const isKnown = (word: string) => findCompound(word).some((root) => rarity.has(root));
  const words = query.split(/\s+/);
  const names = words.filter((word) => /[a-z][A-Z]/.test(word) && isKnown(word));
  return [...names.flatMap(findCompound), ...toRoots(words.filter((word) => !names.includes(word)).join(" "))];
}

function buildIndex({ bindings, unreachable }: Catalog): Index {
  const hidden = [...new Set(unreachable.values())].filter(({ url }) => url.startsWith(tenantBase));
  const entries = [...bindings.map(({ operation }) => operation), ...hidden].map(toIndexed);
  const uses = new Map<string, number>();
  for (const { roots } of entries) for (const root of roots.keys()) uses.set(root, (uses.get(root) ?? 0) + 1);
  return {
    entries,
    rarity: new Map([...uses].map(([root, used]) => [root, Math.log(1 + entries.length / used)])),
  };
}

const toVerb = (root: string): string => `to ${root}`;

/** A name of several words as one, such as `expectedRecipients`. */
const findCompound = (name: string): string[] => toRoots(name).slice(1).slice(-1);

function toIndexed(operation: Operation): Indexed {
  const { name, path, summary, tag } = operation;
  const [verb = "", ...subject] = name.split(/(?=[A-Z])/);
  const places = [
    [[...toRoots(subject.join(" ")), ...toRoots(name).slice(-1)], weights.name],
    [toRoots(verb).map(toVerb), weights.verb],
    [toRoots(summary), weights.summary],
    [toRoots(path.replaceAll(/\{\w+\}/g, "")), weights.path],
    [toRoots(tag), weights.tag],
    [listArgumentNames(operation).flatMap(toRoots), weights.field],
    [listArgumentNames(operation).flatMap(findCompound), weights.compoundField],
    [toRoots(listArgumentValues(operation).join(" ")), weights.value],
  ] as const;
  const roots = new Map<string, number>();
  for (const [found, weight] of places) {
    for (const root of found) roots.set(root, Math.max(roots.get(root) ?? 0, weight));
  }
  return { operation, roots, subject: new Set(toRoots(subject.join(" "))) };
}

/** What a match of a root is worth. */
type Meaning = ReadonlyMap<string, number>;

/** Roots of the index that mean the wanted one; a beginning of a word is worth half. */
function findMeaning(wanted: string, { rarity }: Index): Meaning {
  const found = new Map<string, number>();
  // A word that the API has another one for is as frequent as that.
  const ceiling = Math.max(...toApiRoots(wanted).map((root) => rarity.get(root) ?? 0), 0) || Infinity;
  const meant = [
    [wanted, 1] as const,
    [toVerb(wanted), 1] as const,
    ...relatedRoots(wanted, "noun"),
    ...[...relatedRoots(wanted, "verb")].map(([root, nearness]) => [toVerb(root), nearness] as const),
  ];
  for (const [sought, nearness] of meant) {
    for (const [root, rare] of rarity) {
      const isBeginning = sought.length > 3 && root.startsWith(sought);
      if (root !== sought && !isBeginning) continue;
      const worth = Math.min(rare, ceiling) * nearness * (root === sought ? 1 : 0.5);
      found.set(root, Math.max(found.get(root) ?? 0, worth));
    }
  }
  return found;
}

/**
 * An operation that all words fit comes before one that a single word fits well, and one that is about nothing else before
 * others. Of equals one with a tool of its own comes first, and one that deletes last.
 */
function computeScore({ operation, roots, subject }: Indexed, meanings: readonly Meaning[]): number {
  const scores = meanings.map((meaning) =>
    Math.max(0, ...[...meaning].map(([root, worth]) => worth * (roots.get(root) ?? 0))),
  );
  const sum = scores.reduce((total, score) => total + score, 0);
  const coverage = scores.filter((score) => score > 0).length / Math.max(1, meanings.length);
  const named = [...subject].filter((root) => meanings.some((meaning) => meaning.has(root))).length;
  const focus = 0.6 + (0.4 * named) / Math.max(1, subject.size);
  const core = typeof operation.mcp === "object" ? 1.1 : 1;
  const deleting = operation.method === "DELETE" ? 0.9 : 1;
  return sum * coverage * focus * core * deleting;
}
