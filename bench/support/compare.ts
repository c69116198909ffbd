import { load, type LoadResult, type LoadRequest } from "./load.ts";
import type { ServerProcess } from "./environment.ts";

export type ServersBySide = { ours: ServerProcess; baseline: ServerProcess };
export type RequestsBySide = { ours: (index: number) => LoadRequest; baseline: (index: number) => LoadRequest };

export const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, each) => sum + each, 0) / numbers.length;

export const median = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** Alternates the sides in one run, so that load on the machine affects both; the ratio is the median of the rounds. */
export async function compare(
  sides: ServersBySide,
  requests: RequestsBySide,
  options = { connections: 16, seconds: 2, rounds: 5 },
) {
  await load(sides.ours.port, { connections: options.connections, seconds: 2 }, requests.ours);
  await load(sides.baseline.port, { connections: options.connections, seconds: 2 }, requests.baseline);
  const rounds: { ours: LoadResult; baseline: LoadResult }[] = [];
  for (let round = 0; round < options.rounds; round += 1) {
    const ours = await load(sides.ours.port, options, requests.ours);
    const baseline = await load(sides.baseline.port, options, requests.baseline);
    rounds.push({ ours, baseline });
  }
  const failed = rounds
    .flatMap(({ ours, baseline }) => [ours, baseline])
    .filter(({ statuses }) => Object.keys(statuses).some((status) => !status.startsWith("2")));
  if (failed.length > 0) throw new Error(`a side answered ${JSON.stringify(failed[0]?.statuses)}`);
  return {
    ratio: Number(median(rounds.map(({ ours, baseline }) => ours.perSecond / baseline.perSecond)).toFixed(3)),
    oursPerSecond: median(rounds.map(({ ours }) => ours.perSecond)),
    baselinePerSecond: median(rounds.map(({ baseline }) => baseline.perSecond)),
    oursP95Ms: median(rounds.map(({ ours }) => ours.p95Ms)),
    baselineP95Ms: median(rounds.map(({ baseline }) => baseline.p95Ms)),
  };
}
