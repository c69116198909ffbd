import type { Clock } from "../../../src/kernel/clock.ts";

export type TestClock = Clock & { set(at: Date): void; advance(ms: number): void };

/** A clock that stands still until it is moved. */
export function testClock(): TestClock {
  let at = new Date();
  return {
    now: () => at,
    set: (next) => {
      at = next;
    },
    advance: (ms) => {
      at = new Date(at.getTime() + ms);
    },
  };
}
