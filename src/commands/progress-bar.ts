import { setInterval as every } from "node:timers/promises";
import cliProgress from "cli-progress";

const pollMs = 250;
const lineMs = 2000;

/**
 * A bar on a terminal; elsewhere a plain line at intervals. On standard error, so that standard output holds results
 * only.
 */
export async function withProgressBar(readPercent: () => Promise<number>, work: () => Promise<void>): Promise<void> {
  const bar = new cliProgress.SingleBar(
    {
      format: process.stderr.isTTY ? "{bar} {percentage} %" : "{percentage} %",
      stream: process.stderr,
      hideCursor: true,
      noTTYOutput: true,
      notTTYSchedule: lineMs,
    },
    cliProgress.Presets.shades_classic,
  );
  const done = new AbortController();
  bar.start(100, 0);
  const watching = watch(readPercent, (percent) => bar.update(percent), done.signal);
  try {
    await work();
    done.abort();
    await watching;
    bar.update(100);
  } finally {
    done.abort();
    bar.stop();
  }
}

async function watch(
  readPercent: () => Promise<number>,
  show: (percent: number) => void,
  signal: AbortSignal,
): Promise<void> {
  try {
    for await (const _ of every(pollMs, undefined, { signal })) show(await readPercent());
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
