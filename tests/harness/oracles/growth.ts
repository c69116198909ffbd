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

/** Less is the noise of the clock and of collecting garbage. */
const noiseMs = 15;

/** How many times as long four times the input takes: 4 for what grows with it, 16 for what grows with its square. */
export async function growthOf(input: (length: number) => string, work: (text: string) => unknown): Promise<number> {
  const [quarter, whole] = [input(262_144), input(1_048_576)];
  await work(quarter);
  const first = await costOf(() => work(quarter));
  return (await costOf(() => work(whole))) / Math.max(first, noiseMs);
}

/** Between the two. */
export const quadraticThreshold = 9;

/** The piece over and over, up to about so many letters. */
export const repeatToLength = (piece: string, length: number): string => piece.repeat(Math.ceil(length / piece.length));
