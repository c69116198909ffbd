import { fold } from "../../kernel/text.ts";
import type { Operation } from "../../registry/registry.ts";
import { argumentNamesOf, type Json } from "./arguments.ts";
import { entryOf, type Catalog } from "./catalog.ts";
import { relatedRoots, rootsOf } from "./words.ts";

const maxFound = 10;

/** How much a word counts by where it stands. */
const weights = { name: 5, path: 3, summary: 3, tag: 2, field: 1 } as const;

type Indexed = { readonly operation: Operation; readonly roots: ReadonlyMap<string, number> };

/** `rarity` has all roots: rare words say more than frequent ones. */
type Index = { readonly entries: readonly Indexed[]; readonly rarity: ReadonlyMap<string, number> };

const indexes = new WeakMap<Catalog, Index>();

/** Operations whose words mean what is searched for; the best match comes first. */
export function searchOperations(catalog: Catalog, { query, group, level }: Json): Json {
  const index = indexes.get(catalog) ?? indexOf(catalog);
  indexes.set(catalog, index);
  const roots = new Set(rootsOf(typeof query === "string" ? query : ""));
  const meanings = [...roots].map((root) => meaningOf(root, index));
  const items = index.entries
    .filter(({ operation }) => typeof group !== "string" || fold(operation.tag) === fold(group))
    .filter(({ operation }) => level === undefined || operation.level === level)
    .map((entry) => ({ ...entry, score: scoreOf(entry, meanings) }))
    .filter(({ score }) => roots.size === 0 || score > 0)
    .toSorted((left, right) => right.score - left.score)
    .slice(0, maxFound)
    .map(({ operation }) => entryOf(operation));
  return { items };
}

function indexOf({ bindings }: Catalog): Index {
  const entries = bindings.map(({ operation }) => ({ operation, roots: weightedRoots(operation) }));
  const uses = new Map<string, number>();
  for (const { roots } of entries) for (const root of roots.keys()) uses.set(root, (uses.get(root) ?? 0) + 1);
  return {
    entries,
    rarity: new Map([...uses].map(([root, used]) => [root, Math.log(1 + entries.length / used)])),
  };
}

function weightedRoots(operation: Operation): ReadonlyMap<string, number> {
  const { name, path, summary, tag } = operation;
  const roots = new Map<string, number>();
  const texts = { name, path, summary, tag, field: argumentNamesOf(operation).join(" ") };
  for (const [place, text] of Object.entries(texts)) {
    const weight = weightOf(place);
    for (const root of rootsOf(text)) roots.set(root, Math.max(roots.get(root) ?? 0, weight));
  }
  return roots;
}

const weightOf = (place: string): number => Object.entries(weights).find(([one]) => one === place)?.[1] ?? 0;

/** Roots of the index that mean the wanted one, with what a match is worth; a beginning of a word is worth half. */
function meaningOf(wanted: string, { rarity }: Index): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const [meant, nearness] of [[wanted, 1] as const, ...relatedRoots(wanted)]) {
    for (const [root, rare] of rarity) {
      const isBeginning = meant.length > 3 && root.startsWith(meant);
      if (root !== meant && !isBeginning) continue;
      const worth = rare * nearness * (root === meant ? 1 : 0.5);
      found.set(root, Math.max(found.get(root) ?? 0, worth));
    }
  }
  return found;
}

/**
 * An operation that all words fit comes before one that a single word fits well; of equals one with a tool of its own and
 * the one with the shorter name come first.
 */
function scoreOf({ operation, roots }: Indexed, meanings: readonly ReadonlyMap<string, number>[]): number {
  const scores = meanings.map((meaning) =>
    Math.max(0, ...[...meaning].map(([root, worth]) => worth * (roots.get(root) ?? 0))),
  );
  const hits = scores.filter((score) => score > 0).length;
  if (hits === 0) return 0;
  const sum = scores.reduce((total, score) => total + score, 0);
  const isCore = typeof operation.mcp === "object";
  return ((sum * hits) / meanings.length) * (isCore ? 1.1 : 1) - operation.name.length / 1000;
}
