import { performance } from "node:perf_hooks";
import { getHeapStatistics, setFlagsFromString } from "node:v8";

const idleUtilization = 0.03;
/** A collection takes up to 0.1 s, which one of a few requests might meet. */
const minIntervalMs = 30_000;
const minGrowthBytes = 16 * 1024 * 1024;

/**
 * The collector of garbage hurries only where memory is asked for: a process that has loaded its code, or ended a burst
 * of work, holds on to what it does not need. Once it has been quiet for a while it gives that back to the machine.
 */
export function collectGarbageWhenIdle(checkMs = 5000): NodeJS.Timeout {
  let seen = performance.eventLoopUtilization();
  let keptBytes = 0;
  let notBefore = 0;
  const check = async () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, seen);
    seen = now;
    if (utilization > idleUtilization || performance.now() < notBefore) return;
    if (getHeapStatistics().total_heap_size < keptBytes + minGrowthBytes) return;
    notBefore = performance.now() + minIntervalMs;
    await collect();
    keptBytes = getHeapStatistics().total_heap_size;
  };
  const checking = setInterval(() => {
    // A Node without what debuggers need keeps its memory, and that is all.
    check().catch(() => clearInterval(checking));
  }, checkMs);
  return checking.unref();
}

/** What Node offers to its debuggers is the one way to a collection that also shrinks the heap. */
async function collect(): Promise<void> {
  const { Session } = await import("node:inspector/promises");
  const session = new Session();
  session.connect();
  await session.post("HeapProfiler.collectGarbage");
  session.disconnect();
}

/**
 * A worker has few objects and passes on many buffers. V8 would go through all objects for every ten megabytes of buffers;
 * it waits for three times as much as there is instead.
 */
export const relaxHeapGrowth = (): void => setFlagsFromString("--heap-growing-percent=300");
