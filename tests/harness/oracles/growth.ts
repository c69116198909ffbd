/** The minimum CPU time of a few runs: other load on the machine only adds to it. */
async function measureCost(work: () => unknown): Promise<number> {
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

/** A limit between linear and quadratic growth. */
export const quadraticThreshold = 9;

/** The ratio of times for four times the input: 4 for linear growth, 16 for quadratic growth. A high one is measured again, because load on the machine adds to it. */
export async function measureGrowth(
  input: (length: number) => string,
  work: (text: string) => unknown,
): Promise<number> {
  const [quarter, whole] = [input(262_144), input(1_048_576)];
  await work(quarter);
  let growth = Infinity;
  for (let attempt = 0; attempt < 3 && growth >= quadraticThreshold; attempt += 1) {
    const first = await measureCost(() => work(quarter));
    growth = Math.min(growth, (await measureCost(() => work(whole))) / Math.max(first, noiseMs));
  }
  return growth;
}

/** Repeats the piece up to about the given length. */
export const repeatToLength = (piece: string, length: number): string => piece.repeat(Math.ceil(length / piece.length));
