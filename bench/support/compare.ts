import { load, type Load, type Request } from "./load.ts";
import type { Served } from "./stage.ts";

export type Sides = { ours: Served; bare: Served };
export type Asking = { ours: (index: number) => Request; bare: (index: number) => Request };

/** All rounds together, by turns: what garbage collection takes belongs to the work, and the machine's mood meets both. */
export const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, each) => sum + each, 0) / numbers.length;

export const median = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** Both sides by turns in one run, so that the machine's mood meets both; the ratio is the median of the rounds. */
export async function compare(sides: Sides, asking: Asking, options = { connections: 16, seconds: 2, rounds: 5 }) {
  await load(sides.ours.port, { connections: options.connections, seconds: 2 }, asking.ours);
  await load(sides.bare.port, { connections: options.connections, seconds: 2 }, asking.bare);
  const rounds: { ours: Load; bare: Load }[] = [];
  for (let round = 0; round < options.rounds; round += 1) {
    const ours = await load(sides.ours.port, options, asking.ours);
    const bare = await load(sides.bare.port, options, asking.bare);
    rounds.push({ ours, bare });
  }
  const failed = rounds
    .flatMap(({ ours, bare }) => [ours, bare])
    .filter(({ statuses }) => Object.keys(statuses).some((status) => !status.startsWith("2")));
  if (failed.length > 0) throw new Error(`a side answered ${JSON.stringify(failed[0]?.statuses)}`);
  return {
    ratio: Number(median(rounds.map(({ ours, bare }) => ours.perSecond / bare.perSecond)).toFixed(3)),
    oursPerSecond: median(rounds.map(({ ours }) => ours.perSecond)),
    barePerSecond: median(rounds.map(({ bare }) => bare.perSecond)),
    oursP95Ms: median(rounds.map(({ ours }) => ours.p95Ms)),
    bareP95Ms: median(rounds.map(({ bare }) => bare.p95Ms)),
  };
}
