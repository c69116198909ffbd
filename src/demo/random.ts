/** A seeded pseudo-random generator: the demo of one version is the same on every machine. */
export type Random = {
  /** A number from 0 (inclusive) to 1 (exclusive). */
  next(): number;
  chance(probability: number): boolean;
  /** Both ends included. */
  integer(from: number, to: number): number;
  pick<Item>(items: readonly Item[]): Item;
  /** Prefers the beginning of the list, for lists ordered by frequency. */
  pickEarly<Item>(items: readonly Item[]): Item;
  pickWeighted<Item>(choices: readonly (readonly [Item, number])[]): Item;
};

export function seededRandom(seed: number): Random {
  // Multiplying by the golden ratio decorrelates neighbouring seeds.
  const next = mulberry32(Math.imul(seed + 1, 0x9e3779b1));
  const integer = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    integer,
    chance: (probability) => next() < probability,
    pick: (items) => itemAt(items, Math.floor(next() * items.length)),
    pickEarly: (items) => itemAt(items, Math.floor(next() ** 1.7 * items.length)),
    pickWeighted: (choices) => {
      let rest = next() * choices.reduce((sum, [, weight]) => sum + weight, 0);
      const chosen = choices.findIndex(([, weight]) => {
        rest -= weight;
        return rest < 0;
      });
      return itemAt(choices, chosen)[0];
    },
  };
}

function itemAt<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new Error("nothing to choose from");
  return item;
}

/** Thirty-two bits of state suffice for names and dates; not for secrets. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
