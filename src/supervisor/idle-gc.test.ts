import { getHeapStatistics } from "node:v8";
import { setTimeout as delay } from "node:timers/promises";
import { expect, it } from "vitest";
import { collectGarbageWhenIdle } from "./idle-gc.ts";

const heapMb = () => Math.round(getHeapStatistics().total_heap_size / 1_048_576);

/** Some 80 MB that survive into the old generation and are then unreachable. */
function work(): number {
  const rows = Array.from({ length: 1_000_000 }, (_, n) => ({ n, text: [n] }));
  return rows.length;
}

it("releases unused memory once the process is idle", async () => {
  work();
  const afterWork = heapMb();
  const timer = collectGarbageWhenIdle(100);
  try {
    const deadline = Date.now() + 30_000;
    while (heapMb() > afterWork - 40 && Date.now() < deadline) await delay(50);
    expect(heapMb()).toBeLessThanOrEqual(afterWork - 40);
  } finally {
    clearInterval(timer);
  }
});
