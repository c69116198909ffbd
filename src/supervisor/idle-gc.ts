import { performance } from "node:perf_hooks";
import { getHeapStatistics, setFlagsFromString } from "node:v8";

const idleUtilization = 0.03;
/** A full GC takes up to 0.1 s, which may delay a request. */
const minIntervalMs = 30_000;
const minGrowthBytes = 16 * 1024 * 1024;

/**
 * V8 collects only under allocation pressure: after loading its code or a burst of work a process keeps memory it
 * no longer needs. Forces a full GC once the process has been idle.
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
    // A Node build without the inspector cannot do this: stop trying.
    check().catch(() => clearInterval(checking));
  }, checkMs);
  return checking.unref();
}

/** Only the inspector offers a collection that also shrinks the heap. */
async function collect(): Promise<void> {
  const { Session } = await import("node:inspector/promises");
  const session = new Session();
  session.connect();
  await session.post("HeapProfiler.collectGarbage");
  session.disconnect();
}

/**
 * Workers hold few objects and pass on many external buffers, which trigger a full GC every ten megabytes. Sets
 * `--heap-growing-percent=300` to avoid that.
 */
export const relaxHeapGrowth = (): void => setFlagsFromString("--heap-growing-percent=300");
