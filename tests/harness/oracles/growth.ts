/** The minimum CPU time of a few runs: other load on the machine only adds to it. */
async function costOf(work: () => unknown): Promise<number> {
  const costs: number[] = [];
  for (let run = 0; run < 3; run += 1) {
    const from = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(from);
    costs.push((user + system) / 1000);
    // Runs that take seconds are not repeated.
    if ((costs[0] ?? 0) > 2000) break;
  }
  return Math.min(...costs);
}

/** Shorter times are dominated by clock resolution and garbage collection. */
const noiseMs = 15;

/** The ratio of times for four times the input: 4 for linear growth, 16 for quadratic growth. */
export async function growthOf(input: (length: number) => string, work: (text: string) => unknown): Promise<number> {
  const [quarter, whole] = [input(262_144), input(1_048_576)];
  await work(quarter);
  const first = await costOf(() => work(quarter));
  return (await costOf(() => work(whole))) / Math.max(first, noiseMs);
}

/** A limit between linear and quadratic growth. */
export const quadraticThreshold = 9;

/** Repeats the piece up to about the given length. */
export const repeatToLength = (piece: string, length: number): string => piece.repeat(Math.ceil(length / piece.length));
